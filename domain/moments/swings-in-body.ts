// The swings of a clip by all that was seen and heard: the body says where a swing is, body, motion and sound say in which
// frames its positions lie. Pure and deterministic.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Stretch } from '#domain/body/looked-at-frames.ts';
import type { Position } from '#domain/swing/swing.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import type { CellMotion } from './clip-motion.ts';
import type { FoundSwing, Moment } from './found-swing.ts';
import { type HandsSwing, handsSwings } from './hands-swings.ts';
import { type SwingSigns, withLearntSigns } from './learnt-signs.ts';
import { onNewPictures, toNewPictures } from './new-pictures.ts';
import { type ChosenFrame, chooseFrame } from './position-odds.ts';
import { type Click, type ClipFacts, clickAt, positionSigns } from './position-signs.ts';
import { SIGN_WEIGHTS } from './sign-weights.ts';

/** What was seen and heard of a clip. */
export interface SeenClip {
  /** The golfer's body in the frames that were looked at. */
  readonly track: BodyTrack;
  /** From each frame to the next, ascending; of the {@link motionStretches} at least. */
  readonly motions: readonly CellMotion[];
  readonly clicks: readonly Click[];
  readonly frameTimes: FrameTimes;
}

/** A swing with what it was found by. */
export interface BodySwing extends FoundSwing {
  readonly hands: HandsSwing;
  /** What the positions were chosen by. */
  readonly signs: SwingSigns;
}

/** A swing is proposed from this likeness on, 0 to 1. Source: docs/decisions/073. */
export const LEAST_LIKENESS = 0.4;

/**
 * How far a position may be off and count as right: in frames of 30 fps in real time, and in downswings in slow motion, of
 * which a frame is an eighth.
 */
const TOLERANCE: Readonly<Record<Position, number>> = { rest: 4, top: 2, strike: 1 };
const FRAME = 1 / 30;
const FRAME_OF_DOWNSWING = 0.12;

/**
 * From these odds on a position is sure. Of those said to be, judged on swings that nothing was fitted to, at least 95 of
 * 100 were right (docs/decisions/073).
 */
const SURE_ODDS: Readonly<Record<Position, number>> = { rest: 0.7, top: 0.7, strike: 0.7 };
/** Whoever has been seen for less than so many downswings may have been moving: the rest is then not sure. */
const SEEN_BEFORE_REST = 1;
/** A click speaks for the chosen frame from here on. */
const HEARD = 0.5;

/** The swings of a clip, the surest first; of several as sure, one that is heard, then the latest: practice swings come first. */
export function swingsInBody(clip: SeenClip, weights = SIGN_WEIGHTS): readonly BodySwing[] {
  const facts = clipFacts(clip);
  return proposed(handsSwings(facts.track))
    .map((hands) => bodySwing(hands, withLearntSigns(positionSigns(facts, hands), hands), clip.clicks, weights))
    .sort(
      (a, b) =>
        b.confidence - a.confidence ||
        Number(isHeard(b)) - Number(isHeard(a)) ||
        b.hands.strikeTime - a.hands.strikeTime,
    );
}

/** What was seen and heard of a clip's new pictures: a repeated one says nothing. */
function clipFacts(clip: SeenClip): ClipFacts {
  const motions = toNewPictures(clip.motions);
  const isNew = new Set(motions.map(({ endTime }) => endTime));
  const repeated = new Set(clip.motions.map(({ endTime }) => endTime).filter((time) => !isNew.has(time)));
  const newTimes = clip.frameTimes.filter((time) => !repeated.has(time));
  return { track: onNewPictures(clip.track, newTimes), motions, newTimes, clicks: clip.clicks };
}

/** The swings that are like one, and of those that share a part of the clip the likeliest. */
function proposed(swings: readonly HandsSwing[]): readonly HandsSwing[] {
  const kept: HandsSwing[] = [];
  for (const swing of swings) {
    if (swing.likeness >= LEAST_LIKENESS && kept.every((surer) => !overlap(swing, surer))) kept.push(swing);
  }
  return kept;
}

/** How far motion is needed around a swing, in downswings: what stirs before the rest is compared with what follows. */
const MOTION_BEFORE = 4.5;
const MOTION_AFTER = 1.5;

/** The stretches of a clip in which motion tells the positions of the swings in a track. */
export function motionStretches(track: BodyTrack): readonly Stretch[] {
  return proposed(handsSwings(track)).map(({ restTime, strikeTime, downswing }) => ({
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
  signs: BodySwing['signs'],
  clicks: readonly Click[],
  weights: typeof SIGN_WEIGHTS,
): BodySwing {
  const choose = (position: Position) => chooseFrame(signs[position], weights[position], toleranceOf(hands, position));
  const moment = (position: Position, { time, odds, from, to }: ChosenFrame, heard = false): Moment => {
    const confidence = hands.likeness * odds;
    const certainty = certaintyOf(position, { time, confidence }, hands);
    return { time, confidence, certainty: heard && certainty === 'sure' ? 'heard' : certainty, range: { from, to } };
  };
  const strike = choose('strike');
  return {
    hands,
    signs,
    confidence: hands.likeness,
    moments: {
      rest: moment('rest', choose('rest')),
      top: moment('top', choose('top')),
      strike: moment('strike', strike, clickAt(clicks, hands)(strike.time) >= HEARD),
    },
  };
}

/** How sure a position of a confidence is, leaving sound aside. */
export function certaintyOf(
  position: Position,
  { time, confidence }: Pick<Moment, 'time' | 'confidence'>,
  { firstTime, downswing }: Pick<HandsSwing, 'firstTime' | 'downswing'>,
): 'sure' | 'check' {
  const isSeenStill = position !== 'rest' || time - firstTime >= SEEN_BEFORE_REST * downswing;
  return isSeenStill && confidence >= SURE_ODDS[position] ? 'sure' : 'check';
}

/** How far a position of a swing may be off and count as right, in seconds. */
export function toleranceOf({ downswing }: Pick<HandsSwing, 'downswing'>, position: Position): number {
  return TOLERANCE[position] * Math.max(FRAME, FRAME_OF_DOWNSWING * downswing);
}
