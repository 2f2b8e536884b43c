// Changes the speed of an MP4 by its timescales alone: the header defines the ticks per second, so the same ticks with
// another timescale play faster or slower. Nothing is encoded. docs/decisions/040-speed-downloads.md.
import type { Mp4Box } from '#domain/video/mp4-boxes.ts';
import type { DownloadSpeed } from '#domain/video/playback-speed.ts';
import { Mp4Error, uint32In, viewOf } from './strict-boxes.ts';
import { clockOffset, videoTrackIn } from './video-track.ts';

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
