// Writes a file atomically (beside its final path, synced to disk, then renamed), and hashes files as the database stores it.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { faultPoint } from '#server/runtime/fault-point.ts';

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

/** The hash of a stream's bytes, in hex. */
export async function sha256OfStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}

export function sha256OfFile(path: string): Promise<string> {
  return sha256OfStream(createReadStream(path));
}
