// Selects the frames of a strip: a few spread over a wide range, or all frames around one of them.
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';

/** The frames of a strip, as ascending indexes, and whether they are spread or neighbours. */
export interface StripFrames {
  readonly spacing: 'spread' | 'neighbours';
  readonly frames: readonly number[];
  /** The maximum distance from one frame of the strip to the next, in frames of the clip. */
  readonly gap: number;
}

/** Fills two rows of four on a phone. */
const SPREAD_COUNT = 8;
const REACH_FRAMES = 6;
/** Maximum reach. A slow-motion clip can leave gaps of dozens of frames, but a longer strip is hard to scan. */
const MAX_REACH_FRAMES = 12;
/** A doubtful position's strip reaches at least this far from the chosen frame, in frames: the doubt itself is an estimate. */
const MIN_DOUBT_REACH_FRAMES = 20;
/** Reach of a wide strip around a position that is not doubtful, in frames on either side. */
const WIDE_REACH_FRAMES = 28;

/**
 * Frames spread evenly from one time to another, in seconds of the clip. Includes both ends, and the frame at `chosen`
 * if it lies between them.
 */
export function spreadFrames(
  frameTimes: FrameTimes,
  { from, to }: { readonly from: number; readonly to: number },
  chosen: number | null = null,
): StripFrames {
  const [first, last] = [frameIndexAt(frameTimes, from), frameIndexAt(frameTimes, to)];
  const count = Math.min(SPREAD_COUNT, last - first + 1);
  const step = count > 1 ? (last - first) / (count - 1) : 1;
  const even = Array.from({ length: count }, (_, index) => Math.round(first + step * index));
  const frames = chosen === null ? even : withFrame(even, frameIndexAt(frameTimes, chosen));
  const gap = Math.max(1, ...frames.map((frame, index) => frame - (frames[index - 1] ?? frame)));
  return { spacing: 'spread', frames, gap };
}

/** Replaces the nearest frame, other than the first and the last, by the given one. */
function withFrame(frames: readonly number[], frame: number): readonly number[] {
  if (frame <= (frames[0] ?? 0) || frame >= (frames.at(-1) ?? 0)) return frames;
  const nearest = nearestOf(frames.slice(1, -1), frame);
  return frames.map((other) => (other === nearest ? frame : other));
}

/** The nearest of some frames to another one; undefined without frames. */
export function nearestOf(frames: readonly number[], wanted: number): number | undefined {
  return frames.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
}

/**
 * The strip for a doubtful position: frames spread over its whole range and some way around the chosen frame, or every
 * frame if the range is short enough.
 */
export function framesInDoubt(
  frameTimes: FrameTimes,
  range: { readonly from: number; readonly to: number },
  chosen: number | null,
): StripFrames {
  const [first, last] = [frameIndexAt(frameTimes, range.from), frameIndexAt(frameTimes, range.to)];
  if (last - first <= 2 * REACH_FRAMES) return framesAround(frameTimes, Math.round((first + last) / 2));
  if (chosen === null) return spreadFrames(frameTimes, range);
  const [from, to] = clamped(frameTimes, frameIndexAt(frameTimes, chosen), MIN_DOUBT_REACH_FRAMES);
  const timeOf = (frame: number) => frameTimes[frame] ?? 0;
  return spreadFrames(frameTimes, { from: timeOf(Math.min(first, from)), to: timeOf(Math.max(last, to)) }, chosen);
}

export function framesFarAround(frameTimes: FrameTimes, frame: number): StripFrames {
  const [first, last] = clamped(frameTimes, frame, WIDE_REACH_FRAMES);
  return spreadFrames(frameTimes, { from: frameTimes[first] ?? 0, to: frameTimes[last] ?? 0 });
}

/** Every frame around a given one; with `gap`, as far as the adjacent frames of the spread strip before. */
export function framesAround(frameTimes: FrameTimes, frame: number, gap = 0): StripFrames {
  const reach = Math.min(MAX_REACH_FRAMES, Math.max(REACH_FRAMES, gap));
  const [first, last] = clamped(frameTimes, frame, reach);
  return {
    spacing: 'neighbours',
    frames: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    gap: 1,
  };
}

function clamped(frameTimes: FrameTimes, frame: number, reach: number): readonly [number, number] {
  return [Math.max(0, frame - reach), Math.min(frameTimes.length - 1, frame + reach)];
}
