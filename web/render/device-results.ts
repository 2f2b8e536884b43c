// The videos made on this device, stored in the browser together with their plans, so that a reload shows them again.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Side } from '#domain/side.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { BrowserStore } from '#web/lib/browser-store.ts';

export interface DeviceResult {
  /** Equal for equal clips, marks and choices. */
  readonly key: string;
  readonly file: Blob;
  readonly plan: ComparisonPlan;
  /** The frame times of both clips that the plan was computed from. */
  readonly frameTimes: Readonly<Record<Side, FrameTimes>>;
  /** Whether both golfers' bodies were known. */
  readonly hasBodies: boolean;
  /** Whether a choice needs a body that was not detected. */
  readonly isWithoutBodies: boolean;
}

type StoredResult = DeviceResult & { readonly savedAtMs: number };

/** The same as for clips: 24 hours. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** The number of results kept in the browser's storage. Each takes some tens of megabytes. */
const MOST_KEPT = 6;
/**
 * The number of results kept in memory: the video on screen and the previous one, so that returning to an earlier
 * choice is immediate.
 */
const MOST_IN_MEMORY = 2;

/** The results made or read last in this tab, newest last. The only copy when the browser stores nothing. */
const inMemory = new Map<string, DeviceResult>();
const addresses = new Map<Blob, string>();
const results = new BrowserStore<StoredResult>('swingmark-results', 'results');

/** The blob: address of a result. Valid until two more results have been made or found. */
export function addressOf({ file }: DeviceResult): string {
  const address = addresses.get(file) ?? URL.createObjectURL(file);
  addresses.set(file, address);
  return address;
}

/** The result of a key, or null without one. Never throws. */
export async function findResult(key: string): Promise<DeviceResult | null> {
  const open = inMemory.get(key);
  const stored = open ? undefined : await results.get(key).catch(() => undefined);
  const found = open ?? (stored && (await isReadable(stored.file)) ? stored : null);
  if (found) holdInMemory(found);
  return found;
}

/** Puts a result first and releases the oldest ones past the limit, with their addresses. */
function holdInMemory(result: DeviceResult): void {
  const same = inMemory.get(result.key);
  inMemory.delete(result.key);
  if (same && same.file !== result.file) release(same);
  inMemory.set(result.key, result);
  for (const [key, old] of inMemory) {
    if (inMemory.size <= MOST_IN_MEMORY) return;
    inMemory.delete(key);
    release(old);
  }
}

function release({ file }: DeviceResult): void {
  const address = addresses.get(file);
  addresses.delete(file);
  if (address) URL.revokeObjectURL(address);
}

/** Stores a result. Resolves to false when it will not survive a reload. */
export async function keepResult(result: DeviceResult): Promise<boolean> {
  holdInMemory(result);
  try {
    await results.set(result.key, { ...result, savedAtMs: Date.now() });
    await sweepResults(Date.now());
    return true;
  } catch {
    return false;
  }
}

/** Deletes every result, of all tabs. */
export async function clearResults(): Promise<void> {
  for (const result of inMemory.values()) release(result);
  inMemory.clear();
  await results.clear().catch(() => undefined);
}

/** Deletes results older than a day, and all but the newest. */
export async function sweepResults(nowMs: number): Promise<void> {
  const all = await results.entries().catch(() => []);
  const newest = all.toSorted(([, a], [, b]) => b.savedAtMs - a.savedAtMs);
  for (const [index, [key, { savedAtMs }]] of newest.entries()) {
    if (index >= MOST_KEPT || nowMs - savedAtMs > KEPT_MS) await results.delete(key).catch(() => undefined);
  }
}

/** A browser short of space may delete the bytes and keep the entry. */
async function isReadable(file: Blob): Promise<boolean> {
  const first = await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null);
  return first?.byteLength === 1;
}
