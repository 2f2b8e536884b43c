// Reads the header of an MP4 by byte ranges, without reading its media data.
import { MAX_BOX_HEADER_BYTES, mp4BoxAt } from '#domain/video/mp4-boxes.ts';
import { Mp4Error, viewOf } from './strict-boxes.ts';

/** Reads the bytes of a file from one offset to another, exclusive; null when the file is gone. */
export type ReadRange<Bytes extends Uint8Array> = (from: number, end: number) => Promise<Bytes | null>;

/** The beginning of a file up to the end of its `moov` box. */
export interface Mp4Header<Bytes extends Uint8Array = Uint8Array> {
  /** The bytes before `moov`. */
  readonly before: Bytes;
  readonly moov: Bytes;
  /** The offset at which the media data begins. */
  readonly endsAt: number;
}

/** Maximum size of a header. A header of 7,200 frames takes under 100 kB. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
/** Maximum boxes to read in search of `moov`. Our files have only `ftyp` before it. */
const MAX_BOXES_BEFORE = 8;

/**
 * Reads the header of a file of `sizeBytes`; null when the file is gone. Throws an `Mp4Error` when the header is
 * missing or follows the media data.
 */
export async function readHeader<Bytes extends Uint8Array>(
  sizeBytes: number,
  read: ReadRange<Bytes>,
): Promise<Mp4Header<Bytes> | null> {
  let at = 0;
  for (let box = 0; box < MAX_BOXES_BEFORE && at < sizeBytes; box += 1) {
    const start = await read(at, Math.min(at + MAX_BOX_HEADER_BYTES, sizeBytes));
    if (!start) return null;
    const head = mp4BoxAt(viewOf(start), 0, sizeBytes - at);
    if (!head) throw new Mp4Error('The file ends inside a box');
    const endsAt = at + head.to;
    if (head.type === 'mdat') throw new Mp4Error('The media data precedes the header');
    if (endsAt > sizeBytes) throw new Mp4Error(`The box ${head.type} does not fit in the file`);
    if (head.type === 'moov') return readTo(read, at, endsAt);
    at = endsAt;
  }
  throw new Mp4Error('The file has no header');
}

async function readTo<Bytes extends Uint8Array>(
  read: ReadRange<Bytes>,
  moovAt: number,
  endsAt: number,
): Promise<Mp4Header<Bytes> | null> {
  if (endsAt > MAX_HEADER_BYTES) throw new Mp4Error(`The header ends at byte ${endsAt}`);
  const bytes = await read(0, endsAt);
  if (!bytes) return null;
  if (bytes.length !== endsAt) throw new Mp4Error('The file ends inside its header');
  return { before: bytes.subarray(0, moovAt) as Bytes, moov: bytes.subarray(moovAt) as Bytes, endsAt };
}
