// Writes a file atomically: written beside its final path, synced to disk, then renamed.
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { syncFile, syncFolder } from './sync-to-disk.ts';

/** Calls `write` with `<path>.part`, then renames that to `path`. On any failure deletes the part and rethrows. */
export async function writeFinishedFile(path: string, write: (partPath: string) => Promise<void>): Promise<void> {
  const partPath = `${path}.part`;
  try {
    await write(partPath);
    await syncFile(partPath);
    faultPoint('output-written');
    await rename(partPath, path);
    await syncFolder(dirname(path));
    faultPoint('output-renamed');
  } catch (cause) {
    await rm(partPath, { force: true });
    throw cause;
  }
}
