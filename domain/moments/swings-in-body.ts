// Finds the swings of a clip: the body's hands show where a swing is; body, motion and sound show in which frames its
// positions lie. Pure and deterministic.
import { type BodyFrame, type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import { withoutLeaps } from '#domain/body/hands-path.ts';
import type { Stretch } from '#domain/body/sampled-frames.ts';
import type { Position } from '#domain/swing/swing.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { type Click, clickAt, clickTimeNear } from './clicks.ts';
import type { CellMotion } from './clip-motion.ts';
import type { FoundSwing, Moment } from './found-swing.ts';
import { type HandsSwing, handsSwings, LEAST_LIKENESS } from './hands-swings.ts';
import { type SwingSigns, withLearntSigns } from './learnt-signs.ts';
import { type ChoiceWindow, type ChosenFrame, type ClipFacts, chooseFrame, positionSigns } from './position-signs.ts';
import { shortStrokes } from './short-strokes.ts';

/**
 * The weights of each position's signs, in the order of position-signs.ts with the learned sign last. Fitted by `npm run
 * evaluate:moments -- FOLDER… --evidence FOLDER --weights` on 73 labeled swings (docs/measurements.md, 073).
 */
const WEIGHTS = {
  rest: { distance: -1.03, movesAfter: 0.91, movesBefore: -0.31 },
  top: { squaredDistance: 0.02, distance: -0.16, motion: -0.84, learned: 0.75 },
  strike: {
    squaredDistance: -0.28,
    motionAtGround: 0.52,
    click: 0.14,
    handHeight: -0.22,
    handRise: -0.01,
    squaredHandRise: 0.06,
    handsForward: -0.42,
    learned: 0.56,
  },
} as const;

/** The same without names, as a fit gives them. */
export const SIGN_WEIGHTS: Readonly<Record<Position, readonly number[]>> = {
  rest: Object.values(WEIGHTS.rest),
  top: Object.values(WEIGHTS.top),
  strike: Object.values(WEIGHTS.strike),
};

/** Everything detected in a clip's pictures and sound. */
export interface SeenClip {
  /** The golfer's body in the sampled frames. */
  readonly track: BodyTrack;
  /** From each frame to the next, ascending; covers at least the {@link motionStretches}. */
  readonly motions: readonly CellMotion[];
  readonly clicks: readonly Click[];
  readonly frameTimes: FrameTimes;
}

/** A swing with the evidence for it. */
export interface BodySwing extends FoundSwing {
  readonly hands: HandsSwing;
  /** The signs that the positions were chosen by; null for a short stroke, whose positions come from the hands alone. */
  readonly signs: SwingSigns | null;
}

/**
 * Maximum error of a position that counts as correct: in frames of 30 fps in real time; in slow motion one frame counts
 * as about an eighth of a downswing.
 */
const TOLERANCE: Readonly<Record<Position, number>> = { rest: 4, top: 2, strike: 1 };
const FRAME = 1 / 30;
const FRAME_OF_DOWNSWING = 0.12;

/**
 * Minimum probability of a position that counts as sure. At these values at most 2 of 100 positions were called sure and
 * wrong, measured on swings that were not used for fitting (docs/measurements.md, 073).
 */
const SURE_ODDS: Readonly<Record<Position, number>> = { rest: 0.75, top: 0.7, strike: 0.7 };
/**
 * The same for the rest in slow motion: from one picture to the next the club moves so little that the beginning of the
 * takeaway looks still.
 */
const SURE_SLOW_REST = 0.85;
/** The downswing from which a clip counts as slow motion, in seconds of the clip: the longest real ones are shorter. */
const SLOW_DOWNSWING = 16 / 30;
/** The backswings of swings, in downswings: with another one the rest is probably wrong. */
const USUAL_BACKSWING = { from: 1.8, to: 4.1 } as const;
/** Minimum evidence of a click for the chosen frame to count as heard. */
const HEARD = 0.5;

/**
 * The swings of a clip, by confidence. Ties: a swing with a click first, then the latest, because practice swings come
 * first.
 */
export function swingsInBody(clip: SeenClip, weights = SIGN_WEIGHTS): readonly BodySwing[] {
  const facts = clipFacts(clip);
  return proposed(facts.track)
    .map((hands) =>
      hands.isShort
        ? shortSwing(hands, facts)
        : bodySwing(hands, withLearntSigns(positionSigns(facts, hands), hands), clip.clicks, weights),
    )
    .sort(
      (a, b) =>
        b.confidence - a.confidence ||
        Number(isHeard(b)) - Number(isHeard(a)) ||
        b.hands.strikeTime - a.hands.strikeTime,
    );
}

/** Drops the data of repeated pictures. */
function clipFacts(clip: SeenClip): ClipFacts {
  const motions = toNewPictures(clip.motions);
  const isNew = new Set(motions.map(({ endTime }) => endTime));
  const repeated = new Set(clip.motions.map(({ endTime }) => endTime).filter((time) => !isNew.has(time)));
  const newTimes = clip.frameTimes.filter((time) => !repeated.has(time));
  return { track: withoutLeaps(onNewPictures(clip.track, newTimes)), motions, newTimes, clicks: clip.clicks };
}

/**
 * The full swings above the minimum likeness; of overlapping ones the likeliest. Short strokes only without a full swing:
 * waggles look like them.
 */
function proposed(track: BodyTrack): readonly HandsSwing[] {
  const kept: HandsSwing[] = [];
  for (const swing of handsSwings(track)) {
    if (swing.likeness >= LEAST_LIKENESS && kept.every((surer) => !overlap(swing, surer))) kept.push(swing);
  }
  return kept.length > 0 ? kept : shortStrokes(track).filter(({ likeness }) => likeness >= LEAST_LIKENESS);
}

/**
 * Extent of the motion that is needed around a swing, in downswings: movement before the rest is compared with what
 * follows.
 */
const MOTION_BEFORE = 4.5;
const MOTION_AFTER = 1.5;

/** The stretches of a clip whose motion is needed to place the positions of a track's swings. */
export function motionStretches(track: BodyTrack): readonly Stretch[] {
  return proposed(track).map(({ restTime, strikeTime, downswing }) => ({
    from: restTime - MOTION_BEFORE * downswing,
    to: strikeTime + MOTION_AFTER * downswing,
  }));
}

function isHeard({ moments }: FoundSwing): boolean {
  return moments.strike.certainty === 'heard';
}

function overlap(a: HandsSwing, b: HandsSwing): boolean {
  return a.restTime < b.strikeTime && b.restTime < a.strikeTime;
}

function bodySwing(
  hands: HandsSwing,
  signs: SwingSigns,
  clicks: readonly Click[],
  weights: typeof SIGN_WEIGHTS,
): BodySwing {
  const choose = (position: Position) => chooseFrame(signs[position], weights[position], windowOf(hands, position));
  const moment = (position: Position, { time, odds, from, to }: ChosenFrame, heard = false): Moment => {
    const confidence = hands.likeness * odds;
    const certainty = certaintyOf(position, confidence, hands.downswing);
    return { time, confidence, certainty: heard && certainty === 'sure' ? 'heard' : certainty, range: { from, to } };
  };
  const [restFrame, topFrame, strike] = [choose('rest'), choose('top'), choose('strike')];
  const rest = moment('rest', restFrame);
  const backswing = (topFrame.time - restFrame.time) / (strike.time - topFrame.time);
  const isUsual = backswing >= USUAL_BACKSWING.from && backswing <= USUAL_BACKSWING.to;
  return {
    hands,
    signs,
    confidence: hands.likeness,
    isShort: false,
    moments: {
      rest: isUsual ? rest : { ...rest, certainty: 'check' },
      top: moment('top', topFrame),
      strike: moment('strike', strike, clickAt(clicks, hands)(strike.time) >= HEARD),
    },
  };
}

/**
 * Error of a short stroke's positions by the hands alone, in downswings: at least 95 of 100 lie within it
 * (docs/measurements.md, 074: short strokes).
 */
const SHORT_ERROR: Readonly<Record<Position, number>> = { rest: 0.75, top: 0.3, strike: 0.2 };
/** Probability that a short stroke's position is within the tolerance. */
const SHORT_ODDS: Readonly<Record<Position, number>> = { rest: 0.6, top: 0.6, strike: 0.65 };

/** A short stroke: the strike is where the hands have it, or midway to a click near it. All of it has to be checked. */
function shortSwing(hands: HandsSwing, { newTimes, clicks }: ClipFacts): BodySwing {
  const nearest = (time: number) =>
    newTimes.reduce((best, one) => (Math.abs(one - time) < Math.abs(best - time) ? one : best), newTimes[0] ?? time);
  const moment = (position: Position, time: number): Moment => {
    const error = SHORT_ERROR[position] * hands.downswing;
    return {
      time: nearest(time),
      confidence: hands.likeness * SHORT_ODDS[position],
      certainty: 'check',
      range: { from: nearest(time - error), to: nearest(time + error) },
    };
  };
  const { restTime, topTime, strikeTime } = hands;
  const clicked = clickTimeNear(clicks, hands, SHORT_ERROR.strike * hands.downswing) ?? strikeTime;
  return {
    hands,
    signs: null,
    confidence: hands.likeness,
    isShort: true,
    moments: {
      rest: moment('rest', restTime),
      top: moment('top', topTime),
      strike: moment('strike', (strikeTime + clicked) / 2),
    },
  };
}

/**
 * How a position of a confidence is supported, leaving sound aside. `downswing` in seconds of the clip.
 * @example
 * certaintyOf('rest', 0.8, 0.25) // 'sure'
 * certaintyOf('rest', 0.8, 2) // 'check'
 */
export function certaintyOf(position: Position, confidence: number, downswing: number): 'sure' | 'check' {
  const isSlowRest = position === 'rest' && downswing >= SLOW_DOWNSWING;
  return confidence >= (isSlowRest ? SURE_SLOW_REST : SURE_ODDS[position]) ? 'sure' : 'check';
}

/** Maximum error of a position that counts as correct, in seconds, for a downswing of this many seconds of the clip. */
export function positionTolerance(position: Position, downswing: number): number {
  return TOLERANCE[position] * Math.max(FRAME, FRAME_OF_DOWNSWING * downswing);
}

/** How a position's frame is chosen: the rest often lies at a clip's very beginning. */
export function windowOf(hands: Pick<HandsSwing, 'downswing'>, position: Position): ChoiceWindow {
  return { tolerance: positionTolerance(position, hands.downswing), edge: position === 'rest' ? 'soft' : 'hard' };
}

/** Maximum change that compression causes in a repeated picture, in gray levels. */
const SURELY_SAME = 0.02;
/**
 * A repeated picture changes by less than this share of the largest change among the frames just before it, and of that
 * just after it. Measured: 0.1 or less in seven clips with repeats; 0.2 or more in others, except in still scenes.
 */
const SAME_SHARE = 0.13;
/** Number of frames before and after that are compared: one more than the longest run of repeats seen. */
const NEIGHBORS = 8;

/** The motions that lead to a new picture. */
function toNewPictures(motions: readonly CellMotion[]): readonly CellMotion[] {
  const greatest = (from: number, end: number) =>
    motions.slice(Math.max(0, from), end).reduce((most, { change }) => Math.max(most, change), 0);
  return motions.filter(
    ({ change }, at) =>
      change >= SURELY_SAME &&
      change >= SAME_SHARE * Math.min(greatest(at - NEIGHBORS, at), greatest(at + 1, at + 1 + NEIGHBORS)),
  );
}

/** Tolerance for comparing sums of times: half a millisecond. */
const SAME_TIME = 5e-4;

/** Moves a track's frames to the first frame of their picture, one frame per picture. `newTimes` ascend. */
function onNewPictures(track: BodyTrack, newTimes: readonly number[]): BodyTrack {
  const moved = new Map<number, BodyFrame>();
  for (const frame of track.frames) {
    const time = newTimes.findLast((one) => one <= frame.time + SAME_TIME) ?? frame.time;
    if (!moved.get(time)?.body) moved.set(time, { ...frame, time });
  }
  return makeBodyTrack({ ...track, frames: [...moved.values()] });
}
