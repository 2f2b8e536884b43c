// Chooses the frames of a clip in which the golfer's body is detected: a few around the positions, or evenly over the
// swing.
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type FrameTimes, frameTimeAt, nearestFrameIndex } from '#domain/video/frame-times.ts';

/** Distance between adjacent samples near a position, in seconds of real time. */
const NEIGHBOR = 1 / 30;
/** Samples at rest: box and view are medians of five frames (docs/measurements.md, 067: box). */
const REST_FRAMES = 5;
/** Samples between rest and top, as shares of the backswing. They show which hand the golfer plays with. */
const BACKSWING_PARTS = [0.35, 0.55, 0.75];

/**
 * The frames around the marked positions that box, view, hand and angles need, ascending: five up to the rest, three
 * around top and strike, three within the backswing. At most 14; no frames for a position that is not marked.
 */
export function framesAroundPositions(
  frameTimes: FrameTimes,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
): readonly number[] {
  const found = new Set<number>();
  const add = (time: number) => found.add(nearestFrameIndex(frameTimes, time));
  const stepLength = NEIGHBOR * slowMotionFactor;
  for (const position of POSITIONS) {
    const time = timeOf(annotations, position);
    if (time === null) continue;
    if (position === 'rest') for (const frame of restFrames(frameTimes, time, stepLength)) found.add(frame);
    else for (const steps of [-1, 0, 1]) add(time + steps * stepLength);
  }
  const { restTime, topTime } = annotations;
  if (restTime !== null && topTime !== null) {
    for (const part of BACKSWING_PARTS) add(restTime + part * (topTime - restTime));
  }
  return [...found].sort((a, b) => a - b);
}

/** Samples up to the rest, because the club moves after it. A clip that begins too late is sampled from its first frame. */
function restFrames(frameTimes: FrameTimes, restTime: number, stepLength: number): readonly number[] {
  const last = nearestFrameIndex(frameTimes, restTime);
  const found = new Set([last]);
  for (let step = 1; found.size < REST_FRAMES && step < REST_FRAMES; step++) {
    const frame = nearestFrameIndex(frameTimes, restTime - step * stepLength);
    found.add(frame);
  }
  for (let frame = last + 1; found.size < REST_FRAMES && frame < frameTimes.length; frame++) found.add(frame);
  return [...found];
}

/** Frames per second of real time in a track (docs/measurements.md, 067: moments). */
const TRACK_PICTURES_PER_SECOND = 15;
/** Maximum frames in one request. Bounds time and memory for clips of any length. */
export const MAX_SAMPLED_FRAMES = 300;
/** What a track covers before the rest and after the strike, in seconds of real time: the whole finish. */
const BEFORE_REST = 0.3;
const AFTER_STRIKE = 1;

/** A stretch of a clip, in seconds on its shown timeline, both ends included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretch of a swing with its finish; null until rest and strike are marked. It may extend beyond the clip. */
export function swingStretch({ restTime, strikeTime }: SwingAnnotations, slowMotionFactor = 1): Stretch | null {
  if (restTime === null || strikeTime === null || strikeTime <= restTime) return null;
  return { from: restTime - BEFORE_REST * slowMotionFactor, to: strikeTime + AFTER_STRIKE * slowMotionFactor };
}

/** What a comparison shows before the rest and after the strike, in seconds of real time (comparison-plan.ts). */
const SHOWN_BEFORE_REST = 0.5;
const SHOWN_AFTER_STRIKE = 2;
/** The stretch in which an outline is outdated after 1/60 s, in seconds of real time before top and after strike. */
const FAST_BEFORE_TOP = 0.1;
const FAST_AFTER_STRIKE = 0.3;
const FAST_PICTURES_PER_SECOND = 60;
/** Assumed downswing where the top is not marked, in seconds of real time. */
const USUAL_DOWNSWING = 0.35;

/**
 * The frames whose outlines a ghost needs, ascending: {@link TRACK_PICTURES_PER_SECOND} per second of real time over
 * everything that a comparison shows, and 60 per second around the downswing. At most {@link MAX_SAMPLED_FRAMES}; no
 * frames until rest and strike are marked.
 */
export function outlineFrames(
  frameTimes: FrameTimes,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
): readonly number[] {
  const { restTime, topTime, strikeTime } = annotations;
  if (restTime === null || strikeTime === null || strikeTime <= restTime) return [];
  const shown: Stretch = {
    from: restTime - SHOWN_BEFORE_REST * slowMotionFactor,
    to: strikeTime + SHOWN_AFTER_STRIKE * slowMotionFactor,
  };
  const fast: Stretch = {
    from: (topTime ?? strikeTime - USUAL_DOWNSWING * slowMotionFactor) - FAST_BEFORE_TOP * slowMotionFactor,
    to: strikeTime + FAST_AFTER_STRIKE * slowMotionFactor,
  };
  const closely = evenFrames(frameTimes, fast, slowMotionFactor, FAST_PICTURES_PER_SECOND);
  const [first, last] = [closely[0] ?? 0, closely.at(-1) ?? 0];
  const others = evenFrames(frameTimes, shown, slowMotionFactor).filter((frame) => frame < first || frame > last);
  return [...closely, ...others].slice(0, MAX_SAMPLED_FRAMES).toSorted((a, b) => a - b);
}

/**
 * Frames spread evenly over a stretch, ascending: {@link TRACK_PICTURES_PER_SECOND} or the given number per second of
 * real time, or every frame where the clip has fewer. Above {@link MAX_SAMPLED_FRAMES} frames, the distance grows.
 */
export function evenFrames(
  frameTimes: FrameTimes,
  stretch: Stretch,
  slowMotionFactor = 1,
  picturesPerSecond = TRACK_PICTURES_PER_SECOND,
): readonly number[] {
  const from = Math.max(stretch.from, frameTimeAt(frameTimes, 0));
  const to = Math.min(stretch.to, frameTimeAt(frameTimes, frameTimes.length - 1));
  if (!(to >= from)) return [];
  const wished = Math.floor(((to - from) / slowMotionFactor) * picturesPerSecond + 1e-6) + 1;
  const count = Math.min(wished, MAX_SAMPLED_FRAMES);
  const stepLength = count < wished ? (to - from) / (count - 1) : slowMotionFactor / picturesPerSecond;
  const frames = Array.from({ length: count }, (_, step) => nearestFrameIndex(frameTimes, from + step * stepLength));
  return [...new Set(frames)];
}
