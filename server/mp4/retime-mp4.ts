// Changes the speed of an MP4 by its timescales alone: the header defines the ticks per second, so the same ticks with
// another timescale play faster or slower. Nothing is encoded. docs/decisions/040-speed-downloads.md.
import { Readable } from 'node:stream';
import type { Mp4Box } from '#domain/video/mp4-boxes.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';
import { Mp4Error, uint32In, viewOf } from './mp4-boxes.ts';
import { type RangeSource, readMp4Header } from './mp4-header.ts';
import { clockOffset, videoTrackIn } from './mp4-track.ts';

const MAX_CLOCK = 0xffff_ffff;

/**
 * A copy of a `moov` box that plays at a speed: both timescales (the movie's and the track's) are multiplied by
 * `speed`. All durations and the edit list are in those ticks and stay valid. Throws an `Mp4Error` unless the file is
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

/**
 * The bytes of a file at a speed, exactly as many as the file has; null when the file is gone. The media data is
 * streamed, so memory is bounded by the header. Throws an `Mp4Error` for a file whose timescales cannot be changed, or
 * whose header is after its media data.
 */
export async function retimedMp4(source: RangeSource, speed: DownloadSpeed): Promise<Readable | null> {
  const header = await readMp4Header(source);
  if (!header) return null;
  const retimed = retimeHeader(header.moov, speed);
  if (header.endsAt === source.sizeBytes) throw new Mp4Error('The file has no media data');
  // Opened before anything is sent, so that a deletion meanwhile does not truncate the download.
  const pictures = await source.open({ from: header.endsAt, to: source.sizeBytes - 1 });
  return pictures && concatenated([header.before, retimed], pictures);
}

function concatenated(first: readonly Uint8Array[], rest: Readable): Readable {
  const pieces = async function* () {
    yield* first;
    yield* rest;
  };
  const all = Readable.from(pieces(), { objectMode: false });
  // A download that is aborted before its first byte never enters the generator.
  all.once('close', () => rest.destroy());
  return all;
}
