// Finds golf swings in a clip's motion and sound, where the body cannot be tracked: rest, top and strike of each, with
// confidence. Deterministic.
import { type Click, clickedStrike } from '#domain/moments/clicks.ts';
import type { FoundSwing, Moment } from '#domain/moments/found-swing.ts';
import { ramp } from '#domain/moments/ramp.ts';
import { type FrameTimes, frameIndexAt, frameTimeAt } from '#domain/video/frame-times.ts';
import type { FrameMotion } from './frame-motion.ts';
import { courseOf, motionSums, type SwingMotion, type SwingTimes, swingMotion } from './motion-course.ts';
import { type MotionSigns, motionSigns, overall } from './motion-signs.ts';
import {
  type PictureStrike,
  restInMotion,
  type StillMoment,
  strikeInMotion,
  topInMotion,
} from './positions-in-motion.ts';
import { ANY_SWING, likeSwings, type SoughtSwings, type SwingCandidate } from './swing-course.ts';

/** The minimum confidence of a proposed swing. */
const MIN_CONFIDENCE = 0.5;

/** A swing found from motion and sound alone. */
export interface MotionSwing extends FoundSwing {
  /** Whether a click was heard at the strike in the picture. */
  readonly isHeard: boolean;
  readonly signs: MotionSigns;
}

interface MovingClip {
  readonly motions: readonly FrameMotion[];
  readonly clicks: readonly Click[];
  readonly frameTimes: FrameTimes;
}

const SEARCH_STEP = 1 / 120;
const SEARCH_SMOOTHING = 0.02;
const MAX_CANDIDATES = 14;

/** The swings of a clip, the surest first; empty when nothing resembles a swing. */
export function swingsInMotion(clip: MovingClip): MotionSwing[] {
  const kept: MotionSwing[] = [];
  for (const swing of supposedSwings(clip)) {
    if (swing.confidence >= MIN_CONFIDENCE && kept.every((surer) => !overlap(swing, surer))) kept.push(swing);
  }
  return kept;
}

function overlap({ moments: a }: MotionSwing, { moments: b }: MotionSwing): boolean {
  return a.rest.time < b.strike.time && b.rest.time < a.strike.time;
}

/** All analyzed candidates for the sought swings, the likeliest first. */
export function supposedSwings(clip: MovingClip, sought: SoughtSwings = ANY_SWING): MotionSwing[] {
  const { motions } = clip;
  if (motions.length < 8) return [];
  const times = motions.map(({ time }) => time);
  const motion = courseOf(times, motionSums(motions), SEARCH_STEP, SEARCH_SMOOTHING);
  return likeSwings(motion, MAX_CANDIDATES, sought)
    .flatMap((candidate) => {
      const first = estimateOnce(motions, candidate);
      const second = estimateOnce(motions, first.swing);
      // A better estimate of the downswing locates the strike better, but a second estimate can also lose a swing. Where
      // something else, such as a click, distinguishes swings from other motion, both results count.
      return (sought === ANY_SWING ? [second] : [first, second]).map((estimate) => swingOf(clip, candidate, estimate));
    })
    .sort((a, b) => b.confidence - a.confidence);
}

interface CloseEstimate {
  readonly swing: SwingTimes;
  readonly motion: SwingMotion;
  readonly strike: PictureStrike;
  readonly top: StillMoment;
  readonly rest: StillMoment;
}

function swingOf(
  { motions, clicks, frameTimes }: MovingClip,
  candidate: SwingCandidate,
  estimate: CloseEstimate,
): MotionSwing {
  const { swing, motion } = estimate;
  const clicked = clickedStrike(clicks, swing);
  const signs = motionSigns(motions, {
    swing,
    motion,
    likeness: candidate.likeness,
    motionLeftAtTop: estimate.top.leftMotion,
    motionLeftAtRest: estimate.rest.leftMotion,
  });
  const seen = overall(signs);
  const confidence = clicked !== null ? seen + HEARD_SHARE * (1 - seen) * ramp(seen, 0.2, 0.5) : seen;
  // Sound and picture are each off by up to a frame of 30 fps, for independent reasons: their mean is off by less.
  const strikeTime = clicked !== null ? (clicked + swing.strike) / 2 : swing.strike;
  const onFrame = (time: number) => nearestFrameTime(frameTimes, time);
  return {
    confidence,
    isHeard: clicked !== null,
    isShort: false,
    signs,
    moments: {
      rest: unsure(onFrame(swing.rest), confidence * ramp(estimate.rest.leftMotion, 0.2, 0.02)),
      top: unsure(onFrame(swing.top), confidence * ramp(estimate.top.leftMotion, 0.4, 0.15)),
      strike: unsure(
        onFrame(strikeTime),
        clicked !== null ? confidence : confidence * ramp(estimate.strike.symmetry, 0.5, 0.85),
      ),
    },
  };
}

/** Motion alone is never sure: on unseen footage, one in four positions called sure were wrong. */
function unsure(time: number, confidence: number): Moment {
  return { time, confidence, certainty: 'check', range: null };
}

function estimateOnce(motions: readonly FrameMotion[], supposed: SwingTimes): CloseEstimate {
  const motion = swingMotion(motions, supposed);
  const strike = strikeInMotion(motion, supposed);
  const top = topInMotion(motion.whole, strike.time, supposed.strike - supposed.top);
  const rest = restInMotion(motion.whole, Math.min(supposed.rest, top.time - 0.1), top.time);
  return { motion, strike, top, rest, swing: { rest: rest.time, top: top.time, strike: strike.time } };
}

/** The share of the remaining doubt that a heard strike removes. */
const HEARD_SHARE = 0.4;

function nearestFrameTime(frameTimes: FrameTimes, time: number): number {
  const at = frameIndexAt(frameTimes, time);
  const [before, after] = [frameTimeAt(frameTimes, at), frameTimeAt(frameTimes, at + 1)];
  return Math.abs(after - time) < Math.abs(before - time) ? after : before;
}

/** A clip whose motion is still being read. */
interface ComingClip extends Omit<MovingClip, 'motions'> {
  readonly motions: AsyncIterable<FrameMotion>;
}

/** Long clips are searched in stretches, in seconds, that overlap by more than a swing in slow motion. */
const STRETCH = 60;
const OVERLAP = 16;
/** Swings whose strikes are closer than this, in seconds, are one swing found in two stretches. */
const SAME_SWING = 0.6;
const PROGRESS_STEP = 0.01;

/** The swings of a clip, the surest first; null when there is no motion. Calls `onProgress` with the share done, 0 to 1. */
export async function swingsInComingMotion(
  { motions, clicks, frameTimes }: ComingClip,
  onProgress: (share: number) => void,
): Promise<readonly MotionSwing[] | null> {
  const from = frameTimes[0] ?? 0;
  const length = Math.max(1e-3, (frameTimes.at(-1) ?? 0) - from);
  const found: MotionSwing[] = [];
  let stretch: FrameMotion[] = [];
  let reported = 0;
  const search = () => found.push(...swingsInMotion({ motions: stretch, clicks: near(clicks, stretch), frameTimes }));
  for await (const motion of motions) {
    stretch.push(motion);
    if (motion.time - (stretch[0]?.time ?? 0) >= STRETCH) {
      search();
      stretch = stretch.filter(({ time }) => time > motion.time - OVERLAP);
    }
    const share = (motion.time - from) / length;
    if (share - reported < PROGRESS_STEP) continue;
    reported = share;
    onProgress(share);
  }
  if (stretch.length === 0) return null;
  search();
  return withoutRepeats(found);
}

function near(clicks: readonly Click[], stretch: readonly FrameMotion[]): readonly Click[] {
  const from = (stretch[0]?.time ?? 0) - 1;
  const to = (stretch.at(-1)?.time ?? 0) + 1;
  return clicks.filter(({ time }) => time > from && time < to);
}

/** Sorts by confidence; of a swing found twice, keeps the more confident result. */
function withoutRepeats(found: readonly MotionSwing[]): MotionSwing[] {
  const kept: MotionSwing[] = [];
  for (const swing of found.toSorted((a, b) => b.confidence - a.confidence)) {
    const isNew = kept.every(({ moments }) => Math.abs(moments.strike.time - swing.moments.strike.time) > SAME_SWING);
    if (isNew) kept.push(swing);
  }
  return kept;
}
