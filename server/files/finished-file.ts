// Lets a file appear whole or not at all: written beside its place, forced to the disk, then renamed.
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { syncFile, syncFolder } from './sync-to-disk.ts';

/**
 * Has `write` fill `<path>.part`, then moves that to `path`. Whatever fails, the part is removed and the error passed on.
 */
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
