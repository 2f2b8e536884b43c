// The videos made on this device, kept in the browser's storage so that a reload shows them again, and what they were made from.
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';

/** A merged video made on this device. */
export interface DeviceResult {
  /** The same for the same clips, marks and choices. */
  readonly key: string;
  readonly file: Blob;
  readonly plan: ComparisonPlan;
  /** Of both clips, as the plan was made with them. */
  readonly frameTimes: Readonly<Record<Side, FrameTimes>>;
  /** Whether both golfers' bodies were known. */
  readonly hasBodies: boolean;
  /** Whether something that was chosen needs a body that was not seen. */
  readonly isWithoutBodies: boolean;
}

interface StoredResult extends DeviceResult {
  readonly savedAtMs: number;
}

/** As long as clips are kept. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** The newest so many are kept: each is some tens of megabytes. */
const MOST_KEPT = 6;

/** What was made or read in this tab; also the only place when the browser stores nothing. */
const inMemory = new Map<string, DeviceResult>();
const addresses = new WeakMap<Blob, string>();
let store: UseStore | undefined;
const results = (): UseStore => (store ??= createStore('swingmark-results', 'results'));

/** The blob: address of a result, the same while the page lives. */
export function addressOf({ file }: DeviceResult): string {
  const address = addresses.get(file) ?? URL.createObjectURL(file);
  addresses.set(file, address);
  return address;
}

/** The result of a key, or null when there is none. Never throws. */
export async function findResult(key: string): Promise<DeviceResult | null> {
  const open = inMemory.get(key);
  if (open) return open;
  const stored = await get<StoredResult>(key, results()).catch(() => undefined);
  if (!stored || !(await isReadable(stored.file))) return null;
  inMemory.set(key, stored);
  return stored;
}

/** Keeps a result; false when it will not outlive the page. */
export async function keepResult(result: DeviceResult): Promise<boolean> {
  inMemory.set(result.key, result);
  try {
    await set(result.key, { ...result, savedAtMs: Date.now() } satisfies StoredResult, results());
    return true;
  } catch {
    return false;
  }
}

/** Forgets every result, of every tab. */
export async function clearResults(): Promise<void> {
  inMemory.clear();
  await clear(results()).catch(() => undefined);
}

/** Removes results that are older than a day, and all but the newest. */
export async function sweepResults(nowMs: number): Promise<void> {
  try {
    const all = await entries<string, StoredResult>(results());
    const newest = all.toSorted(([, a], [, b]) => b.savedAtMs - a.savedAtMs);
    for (const [index, [key, { savedAtMs }]] of newest.entries()) {
      if (index >= MOST_KEPT || nowMs - savedAtMs > KEPT_MS) await del(key, results());
    }
  } catch {
    // Without a store there is nothing to sweep.
  }
}

/** A browser short of space may have removed the bytes and kept the entry. */
async function isReadable(file: Blob): Promise<boolean> {
  const first = await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null);
  return first?.byteLength === 1;
}
