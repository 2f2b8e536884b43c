// The bytes of links on this device's disk: encrypted ones until all are sent, so that a closed page can go on, and decrypted ones of
// large links while they are open, so that memory holds none of them. In the browser's private file system; where there is none, as in
// private windows, they stay in memory. Each link has a folder, which also holds what the browser writes beside an unfinished file.
import { markRunning, runningWork } from '#web/lib/running-work.ts';
import type { Bytes } from './sealed.ts';

const FOLDER = 'swingmark-links';
const FILE = 'file';
const LOCK = 'swingmark-link-';

/** Room that is left free for other things this site stores. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** Marks the files of a link as in use by this page, until the returned function is called or the page ends. */
export function holdLink(id: string): () => void {
  return markRunning(LOCK + id);
}

/** The links whose files a page uses now. */
export function heldLinks(): Promise<ReadonlySet<string>> {
  return runningWork(LOCK);
}

/**
 * Writes the bytes of a link as they arrive, after those that are there. Call while the link is held. Rejects as the bytes do, or where
 * the disk is full.
 */
export async function writeLinkFile(
  id: string,
  { beginning, rest }: { readonly beginning?: Blob; readonly rest: Bytes },
  signal: AbortSignal,
): Promise<File> {
  const folder = await (await linkFolder()).getDirectoryHandle(id, { create: true });
  const handle = await folder.getFileHandle(FILE, { create: true });
  const writable = await handle.createWritable();
  if (beginning) await writable.write(beginning);
  // Only a complete file stays.
  await rest.pipeTo(writable, { signal });
  return handle.getFile();
}

/** The complete file of a link; null without one. */
export async function linkFileOnDisk(id: string): Promise<File | null> {
  try {
    const folder = await (await linkFolder()).getDirectoryHandle(id);
    return await (await folder.getFileHandle(FILE)).getFile();
  } catch {
    return null;
  }
}

/** Deletes the files of a link. Never rejects. */
export async function removeLinkFile(id: string): Promise<void> {
  await linkFolder()
    .then((folder) => folder.removeEntry(id, { recursive: true }))
    .catch(() => undefined);
}

/** Whether this browser has a disk for files of this size. */
export async function hasRoomOnDisk(bytes: number): Promise<boolean> {
  if (!('FileSystemFileHandle' in globalThis && 'createWritable' in FileSystemFileHandle.prototype)) return false;
  try {
    await linkFolder();
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return quota - usage > bytes + SPARE_BYTES;
  } catch {
    return false;
  }
}

/** Deletes what closed pages left: all but the files of links in use and of those named. Never rejects. */
export async function sweepLinkFiles(wanted: (id: string) => boolean): Promise<void> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER);
    const ids: string[] = [];
    for await (const id of folder.keys()) ids.push(id);
    // Asked afterwards: a link is held before it has files.
    const held = await heldLinks();
    await Promise.all(ids.filter((id) => !held.has(id) && !wanted(id)).map(removeLinkFile));
  } catch {
    // No link was ever stored here.
  }
}

async function linkFolder(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}
