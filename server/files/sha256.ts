// The SHA-256 of streams and files, as the database stores it for each file.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/** The hash of a stream's bytes, in hex. */
export async function sha256OfStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of stream as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}

export function sha256OfFile(path: string): Promise<string> {
  return sha256OfStream(createReadStream(path));
}
