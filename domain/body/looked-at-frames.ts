// Which frames of a clip are looked at for the golfer's body: few around the positions, or evenly over the swing.
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt, shownFor } from '#domain/video/frame-times.ts';

/** Neighbours of a position are this far apart, in seconds of real life. */
const NEIGHBOUR = 1 / 30;
/** Box and view are medians of five pictures (docs/measurements.md, 067: box). */
const REST_FRAMES = 5;
/** Where between rest and top the hands are looked at, for which hand the golfer plays with. */
const BACKSWING_PARTS = [0.35, 0.55, 0.75];

/**
 * The frames around the marked positions that box, view, hand and angles need, ascending: five up to the rest, three
 * around top and strike, three within the backswing. At most 14; none for a position that is not marked.
 */
export function framesAroundPositions(
  frameTimes: FrameTimes,
  annotations: SwingAnnotations,
  slowMotionFactor = 1,
): readonly number[] {
  const found = new Set<number>();
  const add = (time: number) => found.add(nearestFrame(frameTimes, time));
  const stepLength = NEIGHBOUR * slowMotionFactor;
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

/** Up to the rest, since the club moves after it; where the clip begins too late for that, from its first frame on. */
function restFrames(frameTimes: FrameTimes, restTime: number, stepLength: number): readonly number[] {
  const last = nearestFrame(frameTimes, restTime);
  const found = new Set([last]);
  for (let step = 1; found.size < REST_FRAMES && step < REST_FRAMES; step++) {
    const frame = nearestFrame(frameTimes, restTime - step * stepLength);
    found.add(frame);
  }
  for (let frame = last + 1; found.size < REST_FRAMES && frame < frameTimes.length; frame++) found.add(frame);
  return [...found];
}

/** How many pictures of a second of real life a track is made of (docs/measurements.md, 067: moments). */
export const TRACK_PICTURES_PER_SECOND = 15;
/** The most frames of one request: bounds time and memory for a clip of any length. */
export const MAX_LOOKED_AT_FRAMES = 300;
/** What a track shows before the rest and after the strike, in seconds of real life: the whole finish. */
const BEFORE_REST = 0.3;
const AFTER_STRIKE = 1;

/** A stretch of a clip, in seconds on its shown timeline, both ends included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretch that a swing takes with its finish; null until rest and strike are marked. May reach out of the clip. */
export function swingStretch({ restTime, strikeTime }: SwingAnnotations, slowMotionFactor = 1): Stretch | null {
  if (restTime === null || strikeTime === null || strikeTime <= restTime) return null;
  return { from: restTime - BEFORE_REST * slowMotionFactor, to: strikeTime + AFTER_STRIKE * slowMotionFactor };
}

/** What a comparison shows before the rest and after the strike, in seconds of real life (comparison-plan.ts). */
const SHOWN_BEFORE_REST = 0.5;
const SHOWN_AFTER_STRIKE = 2;
/** The part in which an outline is old after a sixtieth of a second, in seconds of real life before top and after strike. */
const FAST_BEFORE_TOP = 0.1;
const FAST_AFTER_STRIKE = 0.3;
const FAST_PICTURES_PER_SECOND = 60;
/** From the top to the strike, in seconds of real life, where the top is not marked. */
const USUAL_DOWNSWING = 0.35;

/**
 * The frames whose outlines a ghost needs, ascending: {@link TRACK_PICTURES_PER_SECOND} for each second of real life over
 * all that a comparison shows, and sixty a second around the downswing. At most {@link MAX_LOOKED_AT_FRAMES}; none until rest and
 * strike are marked.
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
  return [...closely, ...others].slice(0, MAX_LOOKED_AT_FRAMES).toSorted((a, b) => a - b);
}

/**
 * Frames spread evenly over a stretch, ascending: {@link TRACK_PICTURES_PER_SECOND} for each second of real life, or as many
 * as given, or every frame where the clip has fewer, and at most {@link MAX_LOOKED_AT_FRAMES}, which then lie further apart.
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
  const count = Math.min(wished, MAX_LOOKED_AT_FRAMES);
  const stepLength = count < wished ? (to - from) / (count - 1) : slowMotionFactor / picturesPerSecond;
  const frames = Array.from({ length: count }, (_, step) => nearestFrame(frameTimes, from + step * stepLength));
  return [...new Set(frames)];
}

function nearestFrame(frameTimes: FrameTimes, time: number): number {
  const index = frameIndexAt(frameTimes, time);
  return time - frameTimeAt(frameTimes, index) > shownFor(frameTimes, index) / 2
    ? Math.min(index + 1, frameTimes.length - 1)
    : index;
}
