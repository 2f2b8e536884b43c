// Seeks in a source so that only the shown part is decoded, in containers with a reliable index. Requires `-copyts`,
// with which a seek does not change timestamps.
import type { SourceFacts } from '#server/ffmpeg/probe/probe.ts';

/** Containers that seek reliably; others are read from their beginning. */
const SEEKABLE_DEMUXERS = ['mov', 'matroska'];
/** Minimum time that a seek must skip to be worthwhile, in seconds. */
const MIN_SEEK = 0.25;

/** The input options that start reading at a shown time, in seconds; none where seeking is unreliable or pointless. */
export function seekArgs(source: SourceFacts, readFrom: number): string[] {
  // ffmpeg counts `-ss` from the container's own start (https://ffmpeg.org/ffmpeg.html#Main-options, -seek_timestamp).
  const seek = readFrom - source.timelineOffset - source.containerStart;
  const isWorthwhile = SEEKABLE_DEMUXERS.includes(source.demuxer) && seek >= MIN_SEEK;
  return isWorthwhile ? ['-ss', seek.toFixed(6)] : [];
}
