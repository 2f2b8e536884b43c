// Reads the header of an MP4 by byte ranges, without reading its media data, and changes the speed by the header alone
// (docs/decisions/040-speed-downloads.md).
import { MAX_BOX_HEADER_BYTES, type Mp4Box, mp4BoxAt } from '#domain/video/mp4-boxes.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';
import { clockOffset, Mp4Error, uint32In, videoTrackIn, viewOf } from './video-track.ts';

/** Reads the bytes of a file from one offset to another, exclusive; null when the file is gone. */
type ReadRange<Bytes extends Uint8Array> = (from: number, end: number) => Promise<Bytes | null>;

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

const MAX_CLOCK = 0xffff_ffff;

/**
 * A copy of a `moov` box that plays at a speed: both timescales (the movie's and the track's), the ticks per second, are
 * multiplied by `speed`. All durations and the edit list are in those ticks and stay valid; nothing is encoded. Throws an `Mp4Error` unless the file is
 * one video track without sound, not fragmented, and both timescales stay whole.
 */
export function retimeHeader(moov: Uint8Array, speed: DownloadSpeed): Uint8Array {
  const { mvhd, mdhd } = videoTrackIn(moov);
  const retimed = Uint8Array.from(moov);
  for (const box of [mvhd, mdhd]) multiplyClock(retimed, box, speed);
  return retimed;
}

function multiplyClock(moov: Uint8Array, box: Mp4Box, speed: DownloadSpeed): void {
  const offset = clockOffset(moov, box);
  const clock = uint32In(moov, box, offset) * speed;
  if (!Number.isInteger(clock) || clock < 1 || clock > MAX_CLOCK) {
    throw new Mp4Error(`The clock of ${box.type} would be ${clock}`);
  }
  viewOf(moov).setUint32(box.content + offset, clock);
}
