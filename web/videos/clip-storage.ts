// The visitor's video files, stored in the browser so that a reload does not lose them (docs/decisions/031).
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import { randomId } from '#web/lib/random-id.ts';

interface StoredClip {
  readonly file: File;
  readonly savedAtMs: number;
}

/** Clips of tabs that were closed are swept after a day; a tab that is open holds its clips in memory too. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What is open in this tab. Also the only place when the browser stores nothing (private mode, storage full). */
const inMemory = new Map<string, File>();
let store: UseStore | undefined;

const clips = (): UseStore => (store ??= createStore('swingmark', 'clips'));

/** Keeps a file under a new id. `kept` resolves to false when it will not outlive the page. */
export function putClip(file: File): { clipId: string; kept: Promise<boolean> } {
  const clipId = randomId();
  inMemory.set(clipId, file);
  return { clipId, kept: writeClip(clipId, file) };
}

/** The file of an id when this tab has it open, at once. */
export function openClip(clipId: string): File | null {
  return inMemory.get(clipId) ?? null;
}

/** The file of an id, or null when the browser no longer has it. Never throws. */
export async function getClip(clipId: string): Promise<File | null> {
  const open = inMemory.get(clipId);
  if (open) return open;
  try {
    const stored = await get<StoredClip>(clipId, clips());
    if (!stored) return null;
    inMemory.set(clipId, stored.file);
    return stored.file;
  } catch {
    return null;
  }
}

/** Forgets one file. */
export async function removeClip(clipId: string): Promise<void> {
  inMemory.delete(clipId);
  await quietly(() => del(clipId, clips()));
}

/** Forgets every file, of every tab. */
export async function clearClips(): Promise<void> {
  inMemory.clear();
  await quietly(() => clear(clips()));
}

/** Removes files that are older than a day. */
export async function sweepClips(nowMs: number): Promise<void> {
  try {
    for (const [clipId, clip] of await entries<string, StoredClip>(clips())) {
      if (nowMs - clip.savedAtMs > KEPT_MS && !inMemory.has(clipId)) await del(clipId, clips());
    }
  } catch {
    // Without a store there is nothing to sweep.
  }
}

/** Some browsers have no store at all, and refuse at once or later. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // What is in no store needs no removing.
  }
}

async function writeClip(clipId: string, file: File): Promise<boolean> {
  try {
    await set(clipId, { file, savedAtMs: Date.now() } satisfies StoredClip, clips());
    return true;
  } catch {
    return false;
  }
}
