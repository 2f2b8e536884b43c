// Finds golf swings in a clip's motion and sound: rest, top and strike of each, with confidence. Deterministic.

import type { FoundSwing, Moment } from '#domain/moments/found-swing.ts';
import { ramp } from '#domain/moments/ramp.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import type { FrameMotion } from '#web/moments/motion/frame-motion.ts';
import { courseOf, motionSums } from '#web/moments/motion/motion-course.ts';
import { type PictureStrike, strikeInMotion } from '#web/moments/motion/strike-in-motion.ts';
import { type SwingMotion, type SwingTimes, swingMotion } from '#web/moments/motion/swing-place.ts';
import { restInMotion, type StillMoment, topInMotion } from '#web/moments/motion/top-and-rest-in-motion.ts';
import type { SoundOnset } from '#web/moments/sound/sound-onsets.ts';
import { likeSwings, type SwingCandidate } from './swing-course.ts';
import { overall, type SwingSigns, swingSigns } from './swing-signs.ts';

/** The minimum confidence of a proposed swing. */
const MIN_CONFIDENCE = 0.5;

/** A swing found from motion and sound alone. */
export interface MotionSwing extends FoundSwing {
  readonly signs: SwingSigns;
  /** Whether a click was heard at the strike in the picture. */
  readonly isHeard: boolean;
}

/** The input of a search. */
export interface ClipSigns {
  readonly motions: readonly FrameMotion[];
  readonly onsets: readonly SoundOnset[];
  readonly frameTimes: FrameTimes;
}

const SEARCH_STEP = 1 / 120;
const SEARCH_SMOOTHING = 0.02;
const MAX_CANDIDATES = 14;

/** The swings of a clip, the surest first; empty when nothing resembles a swing. */
export function findSwings(signs: ClipSigns): MotionSwing[] {
  const kept: MotionSwing[] = [];
  for (const swing of supposedSwings(signs)) {
    if (swing.confidence >= MIN_CONFIDENCE && kept.every((surer) => !overlap(swing, surer))) kept.push(swing);
  }
  return kept;
}

function overlap({ moments: a }: MotionSwing, { moments: b }: MotionSwing): boolean {
  return a.rest.time < b.strike.time && b.rest.time < a.strike.time;
}

/** All analysed candidates, the likeliest first, rejected ones too, to show which sign spoke against them. */
export function supposedSwings(signs: ClipSigns): MotionSwing[] {
  const { motions } = signs;
  if (motions.length < 8) return [];
  const times = motions.map(({ time }) => time);
  const motion = courseOf(times, motionSums(motions), SEARCH_STEP, SEARCH_SMOOTHING);
  return likeSwings(motion, MAX_CANDIDATES)
    .map((candidate) => lookClosely(signs, candidate))
    .sort((a, b) => b.confidence - a.confidence);
}

interface CloseLook {
  readonly swing: SwingTimes;
  readonly motion: SwingMotion;
  readonly strike: PictureStrike;
  readonly top: StillMoment;
  readonly rest: StillMoment;
}

/** Analyses a candidate twice: a better estimate of the downswing from the first pass locates the strike better. */
function lookClosely(signs: ClipSigns, candidate: SwingCandidate): MotionSwing {
  const look = lookOnce(signs.motions, lookOnce(signs.motions, candidate).swing);
  const { swing, motion } = look;
  const click = clickAt(signs.onsets, swing);
  const found = swingSigns(signs.motions, {
    swing,
    motion,
    likeness: candidate.likeness,
    motionLeftAtTop: look.top.leftMotion,
    motionLeftAtRest: look.rest.leftMotion,
  });
  const seen = overall(found);
  const confidence = click ? seen + HEARD_SHARE * (1 - seen) * ramp(seen, 0.2, 0.5) : seen;
  // Sound and picture are each off by up to a frame of 30 fps, for independent reasons: their mean is off by less.
  const strikeTime = click ? (click.time - SOUND_DELAY + swing.strike) / 2 : swing.strike;
  const onFrame = (time: number) => nearestFrameTime(signs.frameTimes, time);
  return {
    confidence,
    signs: found,
    isHeard: click !== null,
    isShort: false,
    moments: {
      rest: unsure(onFrame(swing.rest), confidence * ramp(look.rest.leftMotion, 0.2, 0.02)),
      top: unsure(onFrame(swing.top), confidence * ramp(look.top.leftMotion, 0.4, 0.15)),
      strike: unsure(onFrame(strikeTime), click ? confidence : confidence * ramp(look.strike.symmetry, 0.5, 0.85)),
    },
  };
}

/** Motion alone is never sure: on unseen footage, one in four positions called sure were wrong. */
function unsure(time: number, confidence: number): Moment {
  return { time, confidence, certainty: 'check', range: null };
}

function lookOnce(motions: readonly FrameMotion[], supposed: SwingTimes): CloseLook {
  const motion = swingMotion(motions, supposed);
  const strike = strikeInMotion(motion, supposed);
  const top = topInMotion(motion.whole, strike.time, supposed.strike - supposed.top);
  const rest = restInMotion(motion.whole, Math.min(supposed.rest, top.time - 0.1), top.time);
  return { motion, strike, top, rest, swing: { rest: rest.time, top: top.time, strike: strike.time } };
}

/** The delay, in seconds, of the strike's sound at a camera about three to five metres away. */
const SOUND_DELAY = 0.012;
/** How far, in seconds, a click may be from the strike in the picture to count as its sound. */
const CLICK_EARLY = 0.07;
const CLICK_LATE = 0.08;
/** A longer downswing, in seconds, means slow motion, whose sound is stretched, dubbed or missing and is ignored. */
const MAX_REAL_DOWNSWING = 0.55;
/** The share of the remaining doubt that a heard strike removes. */
const HEARD_SHARE = 0.4;

/** The click of a strike: the loudest around it and close to the strike in the picture. Never used alone. */
function clickAt(onsets: readonly SoundOnset[], { top, strike }: SwingTimes): SoundOnset | null {
  const downswing = strike - top;
  if (downswing > MAX_REAL_DOWNSWING) return null;
  const around = onsets.filter(({ time }) => time > strike - downswing && time < strike + downswing);
  const [loudest] = around.toSorted((a, b) => b.energy - a.energy);
  if (!loudest) return null;
  const late = loudest.time - strike;
  return late >= -CLICK_EARLY && late <= CLICK_LATE ? loudest : null;
}

function nearestFrameTime(frameTimes: FrameTimes, time: number): number {
  const at = frameIndexAt(frameTimes, time);
  const [before, after] = [frameTimeAt(frameTimes, at), frameTimeAt(frameTimes, at + 1)];
  return Math.abs(after - time) < Math.abs(before - time) ? after : before;
}
