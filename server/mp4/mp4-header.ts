// Reads the header of a stored MP4 by byte ranges, without reading its media data.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Mp4Header, readHeader } from '#domain/mp4/header.ts';

/** A file that is read in ranges of bytes. */
export interface RangeSource {
  readonly sizeBytes: number;
  /** The bytes from one place to another, both inclusive; null when the file is gone. */
  open(range: { from: number; to: number }): Promise<Readable | null>;
}

/** Reads the header; null when the file is gone. Throws an `Mp4Error` when it is missing or after the media data. */
export function readMp4Header(source: RangeSource): Promise<Mp4Header | null> {
  return readHeader<Uint8Array>(source.sizeBytes, async (from, end) => {
    const stream = await source.open({ from, to: end - 1 });
    return stream && (await buffer(stream));
  });
}
