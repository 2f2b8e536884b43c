// The visitor's video files, stored in the browser so that a reload does not lose them (docs/decisions/031).
import { BrowserStore } from '#web/lib/browser-store.ts';
import { randomId } from '#web/lib/random-id.ts';

interface ClipRow {
  /** The file, or its properties without the bytes: WebKit stores no files in private windows. */
  readonly file: File | Pick<File, 'name' | 'type' | 'lastModified'>;
  readonly savedAtMs: number;
}

/** Clips of closed tabs are deleted after a day. Open tabs also hold their clips in memory. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The clips open in this tab. The only copy when the browser stores nothing (private mode, storage full). */
const inMemory = new Map<string, File>();
const clips = new BrowserStore<ClipRow>('swingmark', 'clips');
/** The bytes of clips that could not be stored as files. A separate store, because a sweep reads all of `clips`. */
const bytes = new BrowserStore<ArrayBuffer>('swingmark-bytes', 'bytes');

/** A clip in the browser's storage. */
export interface StoredClip {
  readonly clipId: string;
  /** The stored copy: the chosen file may change or move while the page is open. The file itself where nothing is stored. */
  readonly file: File;
  /** Whether it survives a reload. */
  readonly isKept: boolean;
}

/** Stores a file under a new id. Never rejects. */
export async function storeClip(chosen: File): Promise<StoredClip> {
  const clipId = randomId();
  const isKept = await writeClip(clipId, chosen);
  const file = (isKept && (await readClip(clipId).catch(() => null))) || chosen;
  inMemory.set(clipId, file);
  return { clipId, file, isKept };
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
  const file = await readClip(clipId).catch(() => null);
  if (file) inMemory.set(clipId, file);
  return file;
}

export async function removeClip(clipId: string): Promise<void> {
  inMemory.delete(clipId);
  await deleteStored(clipId).catch(() => undefined);
}

export async function clearClips(): Promise<void> {
  inMemory.clear();
  await clips.clear().catch(() => undefined);
  await bytes.clear().catch(() => undefined);
}

/** Deletes files older than a day. */
export async function sweepClips(nowMs: number): Promise<void> {
  for (const [clipId, clip] of await clips.entries().catch(() => [])) {
    const isOld = nowMs - clip.savedAtMs > KEPT_MS && !inMemory.has(clipId);
    if (isOld) await deleteStored(clipId).catch(() => undefined);
  }
}

async function readClip(clipId: string): Promise<File | null> {
  const { file } = (await clips.get(clipId)) ?? {};
  if (!file || file instanceof File) return file ?? null;
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
