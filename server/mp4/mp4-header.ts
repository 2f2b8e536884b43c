// Reads the header of an MP4 by byte ranges, without reading its media data.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MAX_BOX_HEADER_BYTES, mp4BoxAt } from '#domain/video/mp4-boxes.ts';
import { Mp4Error, viewOf } from './mp4-boxes.ts';

/** A file that is read in ranges of bytes. */
export interface RangeSource {
  readonly sizeBytes: number;
  /** The bytes from one place to another, both inclusive; null when the file is gone. */
  open(range: { from: number; to: number }): Promise<Readable | null>;
}

/** The beginning of a file up to the end of its `moov` box. */
export interface Mp4Header {
  /** The bytes before `moov`. */
  readonly before: Buffer;
  readonly moov: Buffer;
  /** Where the media data begins. */
  readonly endsAt: number;
}

/** A header of 7,200 frames takes under 100 kB. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
/** `ftyp`, then `moov`: no file of ours has more than this before its header. */
const MAX_BOXES_BEFORE = 8;

/** Reads the header; null when the file is gone. Throws an `Mp4Error` when it is missing or after the media data. */
export async function readMp4Header(source: RangeSource): Promise<Mp4Header | null> {
  let at = 0;
  for (let box = 0; box < MAX_BOXES_BEFORE && at < source.sizeBytes; box += 1) {
    const start = await read(source, at, Math.min(at + MAX_BOX_HEADER_BYTES, source.sizeBytes));
    if (!start) return null;
    const head = mp4BoxAt(viewOf(start), 0, source.sizeBytes - at);
    if (!head) throw new Mp4Error('The file ends inside a box');
    const endsAt = at + head.to;
    if (head.type === 'mdat') throw new Mp4Error('The media data precedes the header');
    if (endsAt > source.sizeBytes) throw new Mp4Error(`The box ${head.type} does not fit in the file`);
    if (head.type === 'moov') return readTo(source, at, endsAt);
    at = endsAt;
  }
  throw new Mp4Error('The file has no header');
}

async function readTo(source: RangeSource, moovAt: number, endsAt: number): Promise<Mp4Header | null> {
  if (endsAt > MAX_HEADER_BYTES) throw new Mp4Error(`The header ends at byte ${endsAt}`);
  const bytes = await read(source, 0, endsAt);
  if (bytes && bytes.length !== endsAt) throw new Mp4Error('The file ends inside its header');
  return bytes && { before: bytes.subarray(0, moovAt), moov: bytes.subarray(moovAt), endsAt };
}

async function read(source: RangeSource, from: number, end: number): Promise<Buffer | null> {
  const stream = await source.open({ from, to: end - 1 });
  return stream && (await buffer(stream));
}
