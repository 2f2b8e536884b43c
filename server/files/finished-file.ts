// Writes a file atomically (beside its final path, synced to disk, then renamed), and hashes files as the database stores it.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { HASHED_PIECE_BYTES } from '#domain/video/video-file.ts';
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

export async function sha256OfStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}

export function sha256OfFile(path: string): Promise<string> {
  return sha256OfStream(createReadStream(path));
}

/** The key that browsers make of the same bytes: `pieces-` and the SHA-256 of the SHA-256 of each piece. */
export async function contentKeyOfFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const all = createHash('sha256');
    const piece = Buffer.alloc(HASHED_PIECE_BYTES);
    for (;;) {
      const bytesRead = await readWhole(file, piece);
      if (bytesRead > 0) all.update(createHash('sha256').update(piece.subarray(0, bytesRead)).digest());
      if (bytesRead < HASHED_PIECE_BYTES) return `pieces-${all.digest('hex')}`;
    }
  } finally {
    await file.close();
  }
}

/** Fills the buffer from the file's current place, except at its end: one read may return less. */
async function readWhole(file: FileHandle, buffer: Buffer): Promise<number> {
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === buffer.length) return filled;
  }
}
