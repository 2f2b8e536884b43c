// Where reading a source starts: only what is shown is decoded, in containers whose index leads to the right place.
// Goes with `-copyts`: a seek then moves no time stamp.
import type { SourceFacts } from '#server/ffmpeg/probe/probe.ts';

/** Containers that can be trusted to seek; the others are read from their beginning. */
const SEEKABLE_DEMUXERS = ['mov', 'matroska'];
/** A seek that skips less than this, in seconds, saves nothing. */
const MIN_SEEK = 0.25;

/** The input options that start reading at a shown time, in seconds, or none where that saves or guarantees nothing. */
export function seekArgs(source: SourceFacts, readFrom: number): string[] {
  // ffmpeg counts `-ss` from the container's own start (https://ffmpeg.org/ffmpeg.html#Main-options, -seek_timestamp).
  const seek = readFrom - source.timelineOffset - source.containerStart;
  const isWorthwhile = SEEKABLE_DEMUXERS.includes(source.demuxer) && seek >= MIN_SEEK;
  return isWorthwhile ? ['-ss', seek.toFixed(6)] : [];
}
