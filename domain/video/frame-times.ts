// The table of a clip's shown frames, as ascending seconds: which frame is on screen at a time, and its neighbors.
import { type FrameRate, frameRateOf, type SourceTime, TIME_TOLERANCE } from '#domain/time.ts';

/** The times at which a clip's frames appear, in seconds on the clip's shown timeline. Ascending, at least one. */
export type FrameTimes = readonly number[];

/** One step of the step buttons, in seconds (specification §9). */
export const FRAME_STEP = 1 / 30;

/**
 * The index of the frame on screen at a time: the last one that has appeared. Before the first frame it is 0, after the
 * last one the last index. A frame that appears at most half a millisecond later counts as appeared.
 * @example
 * frameIndexAt([0, 0.04, 0.08], 0.05) // 1
 */
export function frameIndexAt(frameTimes: FrameTimes, time: number): number {
  let low = 0;
  let high = frameTimes.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((frameTimes[middle] ?? 0) <= time + TIME_TOLERANCE) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The quantile that counts as the usual distance: high, because the downswing may be sampled more densely. */
const USUAL = 0.9;

/** The usual distance between sampled frames, in seconds, given their ascending times; NaN for fewer than two. */
export function usualDistance(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return distances.toSorted((a, b) => a - b)[Math.floor(distances.length * USUAL)] ?? Number.NaN;
}

/**
 * The time of the frame on screen at a time (see {@link frameIndexAt}).
 * @example
 * shownFrameTime([0, 0.04, 0.08], 0.05) // 0.04
 */
export function shownFrameTime(frameTimes: FrameTimes, time: number): SourceTime {
  return frameTimeAt(frameTimes, frameIndexAt(frameTimes, time));
}

/**
 * The time of the frame with an index; an index outside the table gives the first or the last frame.
 * @example
 * frameTimeAt([0, 0.04, 0.08], 1) // 0.04
 * frameTimeAt([0, 0.04, 0.08], 9) // 0.08
 */
export function frameTimeAt(frameTimes: FrameTimes, index: number): SourceTime {
  const inside = Math.min(Math.max(index, 0), frameTimes.length - 1);
  return (frameTimes[inside] ?? 0) as SourceTime;
}

/**
 * The index of the frame nearest to a time: the one on screen, or the next where the time is in the later half of its stay.
 * @example
 * nearestFrameIndex([0, 0.04, 0.08], 0.07) // 2
 */
export function nearestFrameIndex(frameTimes: FrameTimes, time: number): number {
  const index = frameIndexAt(frameTimes, time);
  const isLater = time - frameTimeAt(frameTimes, index) > shownFor(frameTimes, index) / 2;
  return isLater ? Math.min(index + 1, frameTimes.length - 1) : index;
}

/**
 * How long the frame with an index is shown, in seconds. The last frame counts as long as the one before it.
 * @example
 * shownFor([0, 0.04, 0.08], 2) // 0.04
 */
export function shownFor(frameTimes: FrameTimes, index: number): number {
  const last = frameTimes.length - 1;
  if (last === 0) return FRAME_STEP;
  const from = Math.min(Math.max(index, 0), last - 1);
  return frameTimeAt(frameTimes, from + 1) - frameTimeAt(frameTimes, from);
}

/**
 * The result of a step button: 1/30 s forward (or back, for a negative count of steps), landing on a shown frame. Where
 * 1/30 s would stay on the same frame (a clip of 24 or 25 fps), it is the next frame over.
 * @example
 * stepTime([0, 0.04, 0.08], 0, 1) // 0.04
 */
export function stepTime(frameTimes: FrameTimes, from: number, steps: number): SourceTime {
  const at = frameIndexAt(frameTimes, from);
  if (steps === 0) return frameTimeAt(frameTimes, at);
  const wished = frameIndexAt(frameTimes, frameTimeAt(frameTimes, at) + steps * FRAME_STEP);
  const moved = wished === at ? at + Math.sign(steps) : wished;
  return frameTimeAt(frameTimes, moved);
}

/**
 * The result of a move by exactly this many shown frames (negative: back), clamped to the first and the last frame.
 * @example
 * moveFrames([0, 0.04, 0.08], 0, 2) // 0.08
 * moveFrames([0, 0.04, 0.08], 0.08, -9) // 0
 */
export function moveFrames(frameTimes: FrameTimes, from: number, frames: number): SourceTime {
  return frameTimeAt(frameTimes, frameIndexAt(frameTimes, from) + frames);
}

/**
 * A time at which a player certainly shows the frame with an index: the middle of its display time, out of reach of a
 * decoder's rounding.
 * @example
 * seekTarget([0, 0.04, 0.08], 1) // 0.06
 */
export function seekTarget(frameTimes: FrameTimes, index: number): SourceTime {
  return (frameTimeAt(frameTimes, index) + shownFor(frameTimes, index) / 2) as SourceTime;
}

/**
 * The rate a clip was made for: from the median time between frames, so that a few long gaps do not change it.
 * @example
 * nominalFrameRate([0, 0.04, 0.08, 0.12]) // { numerator: 25, denominator: 1 }
 */
export function nominalFrameRate(frameTimes: FrameTimes): FrameRate {
  const gaps = frameTimes.slice(1).map((time, index) => time - (frameTimes[index] ?? 0));
  const positive = gaps.filter((gap) => gap > TIME_TOLERANCE).sort((a, b) => a - b);
  const median = positive[Math.floor(positive.length / 2)];
  if (median === undefined) return frameRateOf(1 / FRAME_STEP);
  // Containers with millisecond time stamps (Matroska, FLV) show 33 and 34 ms for 30 fps: average the gaps beside the
  // median, which leaves the long ones out.
  const regular = positive.filter((gap) => Math.abs(gap - median) <= Math.max(0.002, median * 0.1));
  return frameRateOf(regular.length / regular.reduce((sum, gap) => sum + gap, 0));
}
