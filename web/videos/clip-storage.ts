// The visitor's video files, stored in the browser so that a reload does not lose them (docs/decisions/031).
import { BrowserStore } from '#web/lib/browser-store.ts';
import { randomId } from '#web/lib/random-id.ts';

interface StoredClip {
  /** The file, or its properties without the bytes: WebKit stores no files in private windows. */
  readonly file: File | FileFacts;
  readonly savedAtMs: number;
}

interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly lastModified: number;
}

/** Clips of closed tabs are deleted after a day. Open tabs also hold their clips in memory. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The clips open in this tab. The only copy when the browser stores nothing (private mode, storage full). */
const inMemory = new Map<string, File>();
const clips = new BrowserStore<StoredClip>('swingmark', 'clips');
/** The bytes of clips that could not be stored as files. A separate store, because a sweep reads all of `clips`. */
const bytes = new BrowserStore<ArrayBuffer>('swingmark-bytes', 'bytes');

/** Stores a file under a new id. `kept` resolves to false when it will not survive a reload. */
export function putClip(file: File): { clipId: string; kept: Promise<boolean> } {
  const clipId = randomId();
  inMemory.set(clipId, file);
  return { clipId, kept: writeClip(clipId, file) };
}

/** Stores a file under an earlier id. Resolves to false when it will not survive a reload. */
export async function putClipAgain(clipId: string, file: File): Promise<boolean> {
  if ((await getClip(clipId)) !== null) return true;
  inMemory.set(clipId, file);
  return writeClip(clipId, file);
}

/** The file of an id if this tab has it in memory. */
export function openClip(clipId: string): File | null {
  return inMemory.get(clipId) ?? null;
}

/** The file of an id, or null when the browser no longer has it. Never throws. */
export async function getClip(clipId: string): Promise<File | null> {
  const open = inMemory.get(clipId);
  if (open) return open;
  try {
    const stored = await clips.get(clipId);
    const file = stored && (await fileOf(clipId, stored));
    if (!file) return null;
    inMemory.set(clipId, file);
    return file;
  } catch {
    return null;
  }
}

export async function removeClip(clipId: string): Promise<void> {
  inMemory.delete(clipId);
  await quietly(() => deleteStored(clipId));
}

export async function clearClips(): Promise<void> {
  inMemory.clear();
  await quietly(() => clips.clear());
  await quietly(() => bytes.clear());
}

/** Deletes files older than a day. */
export async function sweepClips(nowMs: number): Promise<void> {
  try {
    for (const [clipId, clip] of await clips.entries()) {
      if (nowMs - clip.savedAtMs > KEPT_MS && !inMemory.has(clipId)) await deleteStored(clipId);
    }
  } catch {
    // Nothing is stored, so there is nothing to delete.
  }
}

/** Ignores errors: some browsers have no storage at all and fail immediately or later. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // Nothing is stored, so there is nothing to delete.
  }
}

async function fileOf(clipId: string, { file }: StoredClip): Promise<File | null> {
  if (file instanceof File) return file;
  const content = await bytes.get(clipId);
  return content ? new File([content], file.name, { type: file.type, lastModified: file.lastModified }) : null;
}

async function deleteStored(clipId: string): Promise<void> {
  await clips.delete(clipId);
  await bytes.delete(clipId);
}

async function writeClip(clipId: string, file: File): Promise<boolean> {
  try {
    await clips.set(clipId, { file, savedAtMs: Date.now() });
    return true;
  } catch {
    return writeBytes(clipId, file);
  }
}

async function writeBytes(clipId: string, file: File): Promise<boolean> {
  const { name, type, lastModified } = file;
  try {
    await bytes.set(clipId, await file.arrayBuffer());
    await clips.set(clipId, { file: { name, type, lastModified }, savedAtMs: Date.now() });
    return true;
  } catch {
    return false;
  }
}
