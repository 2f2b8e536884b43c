// Selects the frames that a scrubber moves through, and the few that it shows as thumbnails.
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';

/** Frames on either side of the chosen one: wide enough for a thumb, narrow enough for single frames. */
const REACH_FRAMES = 14;
/** A doubtful position's scrubber reaches at least this far: the doubt itself is an estimate. */
const MIN_DOUBT_REACH_FRAMES = 20;
/** More stops than this cannot be told apart on a phone. */
const MAX_STOPS = 120;
/** Fill the width of a phone at 56 pixels of height. */
const THUMBNAILS = 8;
/** The scrubber moves on when a frame this near to its end is picked. */
const END_FRAMES = 3;

/**
 * The frames that a drag stops at, ascending: every frame around the given one or, with a doubtful range in seconds,
 * frames over all of it. Always includes the given frame.
 */
export function stopsAround(
  frameTimes: FrameTimes,
  frame: number,
  doubt: { readonly from: number; readonly to: number } | null = null,
): readonly number[] {
  const reach = doubt ? MIN_DOUBT_REACH_FRAMES : REACH_FRAMES;
  const first = Math.max(0, Math.min(frame - reach, doubt ? frameIndexAt(frameTimes, doubt.from) : frame));
  const last = Math.min(
    frameTimes.length - 1,
    Math.max(frame + reach, doubt ? frameIndexAt(frameTimes, doubt.to) : frame),
  );
  const stride = Math.ceil((last - first + 1) / MAX_STOPS);
  const start = frame - Math.floor((frame - first) / stride) * stride;
  return Array.from({ length: Math.floor((last - start) / stride) + 1 }, (_, index) => start + index * stride);
}

/** The stops after a frame is picked: the same while it lies well inside single frames, otherwise those around it. */
export function stopsAfter(frameTimes: FrameTimes, stops: readonly number[], frame: number): readonly number[] {
  const [first = 0, last = 0] = [stops[0], stops.at(-1)];
  const isInside = frame - first > END_FRAMES && last - frame > END_FRAMES;
  return isInside && last - first <= 2 * REACH_FRAMES ? stops : stopsAround(frameTimes, frame);
}

/** The stops shown as thumbnails: each is the one in the middle of its part of the scrubber. */
export function thumbnailsOf(stops: readonly number[]): readonly number[] {
  const count = Math.min(THUMBNAILS, stops.length);
  return Array.from({ length: count }, (_, index) => stops[Math.floor(((index + 0.5) / count) * stops.length)] ?? 0);
}
