// The precision of timings read from marked frames: the standard deviation of a mark, and from it the ± of a phase, a
// difference and a tempo ratio. In seconds of true time; sources in docs/decisions/062.
import { frameDuration } from '#domain/time.ts';
import type { Clip } from '#domain/video/clip.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from './swing.ts';

/** The facts of a clip that determine the precision of its marks. */
export interface Footage {
  /** Time between two new pictures on the clip's own timeline, in seconds. */
  readonly pictureInterval: number;
  /** How many times slower than real time the clip plays; 1 for real time. */
  readonly slowMotionFactor: number;
  /** The error margin of each doubtful mark, in seconds of the clip: half of the range that contains it. */
  readonly doubts?: Doubts;
}

/** The ± of doubtful marks, in seconds of their clip. Certain marks are left out. */
export type Doubts = Readonly<Partial<Record<Position, number>>>;

/** Footage without known facts: the 30 fps at which most phones film. */
export const USUAL_FOOTAGE: Footage = Object.freeze({ pictureInterval: 1 / 30, slowMotionFactor: 1 });

/** The 95 % interval extends this many standard deviations to either side. */
export const INTERVAL_95 = 1.96;

/** With a ± of at least this, in seconds, a duration is shown in tenths: hundredths would say nothing. */
export const NO_HUNDREDTHS = 0.05;

/** Standard deviation of a uniform distribution over one picture interval: the moment is between two pictures. */
const PICTURE_SD = 1 / Math.sqrt(12);

/**
 * The human part of the error, in addition to the picture interval. Source: 461 swings marked twice
 * (docs/decisions/062), residual 0.37 frames of 1/30 s for top and strike, 1.1 for rest; a whole picture's share is
 * subtracted from each.
 * A strike is a jump in the picture: its error is a share of the picture interval, at any rate. Club and body come to
 * rest and turn round gradually: their error is a length of time, which a faster camera does not shorten.
 */
const HAND_SD: Readonly<Record<Position, { readonly intervals: number; readonly seconds: number }>> = {
  rest: { intervals: 0, seconds: withoutPicture(1.1) / 30 },
  top: { intervals: 0, seconds: withoutPicture(0.37) / 30 },
  strike: { intervals: withoutPicture(0.37), seconds: 0 },
};

/** The standard deviation of one mark, in true seconds. */
export function markDeviation(position: Position, { pictureInterval, slowMotionFactor, doubts = {} }: Footage): number {
  const interval = pictureInterval / slowMotionFactor;
  const { intervals, seconds } = HAND_SD[position];
  const doubt = (doubts[position] ?? 0) / slowMotionFactor / INTERVAL_95;
  return Math.hypot(PICTURE_SD * interval, intervals * interval, seconds, doubt);
}

/** The ± of the time between two marked positions of one clip, in true seconds. */
export function spanUncertainty(from: Position, to: Position, footage: Footage): number {
  return INTERVAL_95 * Math.hypot(markDeviation(from, footage), markDeviation(to, footage));
}

/**
 * The ± of a tempo ratio (backswing : downswing), to first order; the top's error moves both parts. `backswing` and
 * `downswing` in true seconds, both above 0.
 */
export function ratioUncertainty(backswing: number, downswing: number, footage: Footage): number {
  const relative = Math.hypot(
    markDeviation('rest', footage) / backswing,
    markDeviation('top', footage) * (1 / backswing + 1 / downswing),
    markDeviation('strike', footage) / downswing,
  );
  return INTERVAL_95 * relative * (backswing / downswing);
}

/** The ± of a difference or sum of two independent values. */
export function combined(one: number, other: number): number {
  return Math.hypot(one, other);
}

/**
 * The precision of marks in a clip: the mean time between its frames from the first mark to the last (which also covers
 * variable rates), or between its new pictures where frames are repeated.
 */
export function footageOf(swing: {
  /** Null when its frames could not be read. */
  readonly clip: Clip | null;
  readonly annotations: SwingAnnotations;
  readonly slowMotionFactor: number;
  /** New pictures per second on the clip's timeline where frames are repeated; null otherwise. */
  readonly newPicturesPerSecond: number | null;
  readonly doubts?: Doubts;
}): Footage {
  const { clip, annotations, slowMotionFactor, newPicturesPerSecond, doubts = {} } = swing;
  const frameInterval = clip ? intervalBetweenMarks(clip, annotations) : USUAL_FOOTAGE.pictureInterval;
  const pictureInterval = newPicturesPerSecond ? Math.max(frameInterval, 1 / newPicturesPerSecond) : frameInterval;
  const hasDoubts = Object.keys(doubts).length > 0;
  return { pictureInterval, slowMotionFactor, ...(hasDoubts && { doubts }) };
}

function intervalBetweenMarks({ frameTimes, frameRate }: Clip, annotations: SwingAnnotations): number {
  const indexes = POSITIONS.flatMap((position) => {
    const time = timeOf(annotations, position);
    return time === null ? [] : [frameIndexAt(frameTimes, time)];
  });
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  const span = (frameTimes[last] ?? 0) - (frameTimes[first] ?? 0);
  return span > 0 ? span / (last - first) : frameDuration(frameRate);
}

/** The human part of a deviation that was measured with whole pictures, both in picture intervals. */
function withoutPicture(deviation: number): number {
  return Math.sqrt(deviation ** 2 - PICTURE_SD ** 2);
}
