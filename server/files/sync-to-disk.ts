// Makes sure that what was written is on the disk before anyone is told so.
import { open } from 'node:fs/promises';

/** Waits until a file's bytes are on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the names in a folder are on the disk: a rename without this may be lost with the power. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file system keeps names in its own journal.
  if (process.platform !== 'win32') await syncFile(path);
}
