// The visitor's video files, stored in the browser so that a reload does not lose them (docs/decisions/031).
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import { randomId } from '#web/lib/random-id.ts';

interface StoredClip {
  /** The file, or what its bytes alone do not say: WebKit stores no files in private windows. */
  readonly file: File | FileFacts;
  readonly savedAtMs: number;
}

interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly lastModified: number;
}

/** Clips of tabs that were closed are swept after a day; a tab that is open holds its clips in memory too. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What is open in this tab. Also the only place when the browser stores nothing (private mode, storage full). */
const inMemory = new Map<string, File>();
let store: UseStore | undefined;
let bytesStore: UseStore | undefined;

const clips = (): UseStore => (store ??= createStore('swingmark', 'clips'));
/** The bytes of clips that could not be stored as files, apart from the rest: looking through the clips reads them whole. */
const bytes = (): UseStore => (bytesStore ??= createStore('swingmark-bytes', 'bytes'));

/** Keeps a file under a new id. `kept` resolves to false when it will not outlive the page. */
export function putClip(file: File): { clipId: string; kept: Promise<boolean> } {
  const clipId = randomId();
  inMemory.set(clipId, file);
  return { clipId, kept: writeClip(clipId, file) };
}

/** Keeps a file under an id that it had before. Resolves to false when it will not outlive the page. */
export async function putClipAgain(clipId: string, file: File): Promise<boolean> {
  if ((await getClip(clipId)) !== null) return true;
  inMemory.set(clipId, file);
  return writeClip(clipId, file);
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
    const file = stored && (await fileOf(clipId, stored));
    if (!file) return null;
    inMemory.set(clipId, file);
    return file;
  } catch {
    return null;
  }
}

/** Forgets one file. */
export async function removeClip(clipId: string): Promise<void> {
  inMemory.delete(clipId);
  await quietly(() => deleteStored(clipId));
}

/** Forgets every file, of every tab. */
export async function clearClips(): Promise<void> {
  inMemory.clear();
  await quietly(() => clear(clips()));
  await quietly(() => clear(bytes()));
}

/** Removes files that are older than a day. */
export async function sweepClips(nowMs: number): Promise<void> {
  try {
    for (const [clipId, clip] of await entries<string, StoredClip>(clips())) {
      if (nowMs - clip.savedAtMs > KEPT_MS && !inMemory.has(clipId)) await deleteStored(clipId);
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

async function fileOf(clipId: string, { file }: StoredClip): Promise<File | null> {
  if (file instanceof File) return file;
  const content = await get<ArrayBuffer>(clipId, bytes());
  return content ? new File([content], file.name, { type: file.type, lastModified: file.lastModified }) : null;
}

async function deleteStored(clipId: string): Promise<void> {
  await del(clipId, clips());
  await del(clipId, bytes());
}

async function writeClip(clipId: string, file: File): Promise<boolean> {
  try {
    await set(clipId, { file, savedAtMs: Date.now() } satisfies StoredClip, clips());
    return true;
  } catch {
    return writeBytes(clipId, file);
  }
}

async function writeBytes(clipId: string, file: File): Promise<boolean> {
  const { name, type, lastModified } = file;
  try {
    await set(clipId, await file.arrayBuffer(), bytes());
    await set(clipId, { file: { name, type, lastModified }, savedAtMs: Date.now() } satisfies StoredClip, clips());
    return true;
  } catch {
    return false;
  }
}
