// Which frames a strip shows: a few spread over a wide range, or all around one of them.
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';

/** The frames of a strip by their index, ascending, and whether they are spread or neighbours. */
export interface StripFrames {
  readonly spacing: 'spread' | 'neighbours';
  readonly frames: readonly number[];
  /** From one frame of the strip to the next, at the most. */
  readonly gap: number;
}

/** As many as two rows of four hold on a phone. */
const SPREAD_COUNT = 8;
/** Frames on either side of the one around which all are shown. */
const REACH_FRAMES = 6;
/** A slow-motion clip can leave gaps of dozens of frames; a longer strip of neighbours is hard to scan. */
const MAX_REACH_FRAMES = 12;
/** Frames on either side of a position that is not doubtful, when a strip over a wide range is wanted. */
const WIDE_REACH_FRAMES = 28;

/**
 * Frames spread evenly from one time to another, in seconds of the clip. Both ends are among them, and the frame at `chosen`
 * where it lies between them.
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

/** Puts a frame in the place of the nearest one that is neither first nor last. */
function withFrame(frames: readonly number[], frame: number): readonly number[] {
  if (frame <= (frames[0] ?? 0) || frame >= (frames.at(-1) ?? 0)) return frames;
  const inner = frames.slice(1, -1);
  const nearest = inner.reduce((a, b) => (Math.abs(a - frame) <= Math.abs(b - frame) ? a : b), inner[0] ?? frame);
  return frames.map((other) => (other === nearest ? frame : other));
}

/**
 * The strip for a doubtful position: spread over its whole range, or all frames of a range that is short enough to show
 * them.
 */
export function framesInDoubt(
  frameTimes: FrameTimes,
  range: { readonly from: number; readonly to: number },
  chosen: number | null,
): StripFrames {
  const [first, last] = [frameIndexAt(frameTimes, range.from), frameIndexAt(frameTimes, range.to)];
  if (last - first > 2 * REACH_FRAMES) return spreadFrames(frameTimes, range, chosen);
  return framesAround(frameTimes, Math.round((first + last) / 2));
}

/** Frames spread over a wide range around a frame. */
export function framesFarAround(frameTimes: FrameTimes, frame: number): StripFrames {
  const [first, last] = clamped(frameTimes, frame, WIDE_REACH_FRAMES);
  return spreadFrames(frameTimes, { from: frameTimes[first] ?? 0, to: frameTimes[last] ?? 0 });
}

/** Every frame around one; as far as the next frames of a spread strip where `gap` is given. */
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
