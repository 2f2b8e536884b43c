// Flushes files and folders to the disk.
import { open } from 'node:fs/promises';

/** Flushes a file's bytes to the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a folder's entries to the disk; without this, a rename may be lost in a power failure. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; NTFS journals its metadata.
  if (process.platform !== 'win32') await syncFile(path);
}
