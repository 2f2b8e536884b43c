// The signs (evidence) for each candidate frame of a position: its distance from the position by the hands alone, the hands'
// place, motion and sound; and the choice of the frame by its odds, the exponential of the weighted signs. The weights are in
// swings-in-body.ts.
import { bodySizePx, meanOf, medianOf } from '#domain/body/body-geometry.ts';
import { type BodyTrack, seenFrames } from '#domain/body/body-track.ts';
import { handsAt, handsPath } from '#domain/body/hands-path.ts';
import type { Position } from '#domain/swing/swing.ts';
import { type Click, clickAt } from './clicks.ts';
import { type CellMotion, type MotionSeries, motionAround, motionAt } from './clip-motion.ts';
import type { HandsSwing } from './hands-swings.ts';

/** Everything detected in a clip's pictures and sound. */
export interface ClipFacts {
  readonly track: BodyTrack;
  /** Between new pictures only. Ascending in time. */
  readonly motions: readonly CellMotion[];
  readonly clicks: readonly Click[];
  /** The times of the clip's new pictures, ascending. */
  readonly newTimes: readonly number[];
}

/** The candidate frames of a position, ascending and at least one, with the signs of each in a fixed order. */
export interface PositionSigns {
  /** In seconds on the clip's shown timeline. */
  readonly times: readonly number[];
  /**
   * Number of leading times that lie before the clip's first frame. They hold the probability that the position does
   * too, and cannot be chosen. Absent where there are none.
   */
  readonly beforeClip?: number;
  readonly signs: readonly (readonly number[])[];
}

/** The signs of all three positions of a swing. */
export function positionSigns(facts: ClipFacts, swing: HandsSwing): Readonly<Record<Position, PositionSigns>> {
  return { rest: restSigns(facts, swing), top: topSigns(facts, swing), strike: strikeSigns(facts, swing) };
}

// Maximum distance of a position from its place by the hands alone, in downswings.
const STRIKE_REACH = 0.45;
const TOP_REACH = { before: 1.2, beforeStrike: 0.35 };
const REST_REACH = { before: 2.5, after: 0.5 };
/** How far before a clip's first frame the rest may lie, in downswings: a clip often begins in the takeaway. */
const BEFORE_CLIP = 1.5;
/** Minimum number of candidate frames. */
const LEAST_FRAMES = 3;

/** Standard deviation of the Gaussian that smooths motion, in downswings; at least a millisecond. */
const STRIKE_SMOOTHING = 0.06;
const TOP_SMOOTHING = 0.12;
const LEAST_SMOOTHING = 1e-3;
/** Motion below this share of the maximum counts as none. */
const STRIKE_FLOOR = 0.05;
const TOP_FLOOR = 0.01;
const REST_FLOOR = 0.01;

/** Distance before and after a frame over which the hands' rise is measured, in downswings. */
const RISING = 0.2;

/**
 * Squared distance, motion of the club head at the ground, click; then the hands: height, rise, squared rise, and
 * position along the direction of the backswing. At strike the hands are low, barely rise, and have passed their place
 * at rest.
 */
function strikeSigns(facts: ClipFacts, swing: HandsSwing): PositionSigns {
  const { restTime, topTime, strikeTime, downswing } = swing;
  const reach = STRIKE_REACH * downswing;
  const times = framesBetween(facts.newTimes, strikeTime - reach, strikeTime + reach, strikeTime);
  const ground = around(facts, topTime - 1.5 * downswing, 'ground');
  const smoothing = STRIKE_SMOOTHING * downswing + LEAST_SMOOTHING;
  const moved = times.map((time) => motionAt(ground, time, smoothing));
  const most = Math.max(...moved) + 1e-6;
  const heard = clickAt(facts.clicks, swing);
  const path = handsPath(facts.track);
  // The direction of the backswing in the picture, for either hand and any camera position.
  const back = handsAt(path, topTime).side < handsAt(path, restTime).side ? -1 : 1;
  return {
    times,
    signs: times.map((time, index) => {
      const away = (time - strikeTime) / downswing;
      const { rise, side } = handsAt(path, time);
      const rising = handsAt(path, time + RISING * downswing).rise - handsAt(path, time - RISING * downswing).rise;
      const ground = Math.log((moved[index] ?? 0) / most + STRIKE_FLOOR);
      return [10 * away ** 2, ground, heard(time), 5 * rise, 3 * rising, 10 * rising ** 2, 5 * back * side];
    }),
  };
}

/** Squared and signed distance, and the motion of the whole golfer. */
function topSigns(facts: ClipFacts, { topTime, strikeTime, downswing }: HandsSwing): PositionSigns {
  const from = topTime - TOP_REACH.before * downswing;
  const times = framesBetween(facts.newTimes, from, strikeTime - TOP_REACH.beforeStrike * downswing, topTime);
  const golfer = around(facts, strikeTime - 2.5 * downswing, 'golfer');
  const most = Math.max(1e-6, ...within(golfer, topTime - 1.5 * downswing, strikeTime + 0.3 * downswing));
  const smoothing = TOP_SMOOTHING * downswing + LEAST_SMOOTHING;
  return {
    times,
    signs: times.map((time) => {
      const away = (time - topTime) / downswing;
      return [10 * away ** 2, 3 * away, Math.log(motionAt(golfer, time, smoothing) / most + TOP_FLOOR)];
    }),
  };
}

/** The stretches in which the club moves after the rest, and is still just before it, in downswings from the frame. */
const MOVES = { from: 0.3, to: 1.2 };
const IS_STILL = { from: -0.3, to: 0 };

/**
 * Distance, and the club's motion after the frame and just before it. The distance is not squared: the hands' place at rest is
 * sometimes far off. Where the clip's first frame is a candidate, so are frames before the clip: a club that moves from the
 * first frame on speaks for them.
 */
function restSigns(facts: ClipFacts, { restTime, leftTime, topTime, downswing }: HandsSwing): PositionSigns {
  const from = restTime - REST_REACH.before * downswing;
  const shown = framesBetween(facts.newTimes, from, leftTime + REST_REACH.after * downswing, restTime);
  const before = shown[0] === facts.newTimes[0] ? timesBefore(shown, BEFORE_CLIP * downswing) : [];
  const times = [...before, ...shown];
  const club = around(facts, leftTime - 0.3 * downswing, 'club');
  const usual = eightyPercentOf(within(club, restTime, topTime)) + 1e-9;
  const logs: MotionSeries = {
    times: club.times,
    values: club.values.map((value) => Math.log(value / usual + REST_FLOOR)),
  };
  const mean = (time: number, { from, to }: typeof MOVES, otherwise: number) => {
    const values = within(logs, time + from * downswing, time + to * downswing);
    return values.length > 0 ? meanOf(values) : otherwise;
  };
  return {
    times,
    beforeClip: before.length,
    // The time before the clip's beginning counts as still.
    signs: times.map((time) => [
      Math.abs(time - restTime) / downswing,
      mean(time, MOVES, 0),
      mean(time, IS_STILL, STILL),
    ]),
  };
}

const STILL = -3.5;

/** Times up to a distance before some frames, ascending, as far apart as those are on average. */
function timesBefore(frames: readonly number[], reach: number): readonly number[] {
  const [first, last] = [frames[0] ?? 0, frames.at(-1) ?? 0];
  const step = (last - first) / (frames.length - 1);
  const count = step > 0 ? Math.floor(reach / step) : 0;
  return Array.from({ length: count }, (_, at) => first - (count - at) * step);
}

function around({ motions, track }: ClipFacts, time: number, part: 'club' | 'ground' | 'golfer'): MotionSeries {
  const sizePx = medianOf(seenFrames(track).map(({ body }) => bodySizePx(body)));
  return motionAround(motions, track, time, part, sizePx);
}

/** The values in a time range, without its end. */
function within({ times, values }: MotionSeries, from: number, end: number): number[] {
  return values.filter((_, index) => (times[index] ?? 0) >= from && (times[index] ?? 0) < end);
}

function eightyPercentOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.8 * (values.length - 1))] ?? 1;
}

/** The new pictures in a stretch, or the nearest ones if there are too few. */
function framesBetween(newTimes: readonly number[], from: number, to: number, near: number): readonly number[] {
  const inside = newTimes.filter((time) => time >= from && time <= to);
  if (inside.length >= LEAST_FRAMES) return inside;
  return newTimes
    .toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))
    .slice(0, LEAST_FRAMES)
    .toSorted((a, b) => a - b);
}

/** The chosen frame. */
export interface ChosenFrame {
  readonly time: number;
  /** The probability that the position is within the tolerance of this frame, 0 to 1. */
  readonly odds: number;
  /**
   * The first and last frame of the range that contains the position with probability 0.95, given that the clip does, in
   * seconds.
   */
  readonly from: number;
  readonly to: number;
}

/** The probability of each frame, by the weights of its signs; the sum is 1. */
export function frameOdds({ signs }: PositionSigns, weights: readonly number[]): readonly number[] {
  const sums = signs.map((one) => one.reduce((sum, sign, index) => sum + sign * (weights[index] ?? 0), 0));
  const most = Math.max(...sums);
  const odds = sums.map((sum) => Math.exp(sum - most));
  const all = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / all);
}

const RANGE_ODDS = 0.95;
/** Tolerance for rounded frame times. */
const ROUNDING = 1e-3;

/** The part of the tolerance over which a soft window falls from most to little. */
const SOFT_EDGE = 1 / 8;

/** How a frame's distance from the chosen one counts, in tolerances: 1 inside, 0 outside, or falling softly from one to the other. */
function weightWithin(edge: ChoiceWindow['edge']): (distance: number) => number {
  return edge === 'hard'
    ? (distance) => (distance <= 1 ? 1 : 0)
    : (distance) => 1 / (1 + Math.exp((distance - 1) / SOFT_EDGE));
}

/** The window around a frame in which probability is summed. */
export interface ChoiceWindow {
  /** In seconds to either side, above 0. */
  readonly tolerance: number;
  /**
   * With a hard edge, a position at a clip's beginning moves inwards by nearly the tolerance, because every frame up to
   * there holds all of the probability.
   */
  readonly edge: 'hard' | 'soft';
}

/**
 * The frame with the highest total probability in the window around it; of equal ones the likeliest frame. Never a time
 * before the clip: its probability counts for the frames near it, and where all is far from them, nothing is likely.
 */
export function chooseFrame(
  signs: PositionSigns,
  weights: readonly number[],
  { tolerance, edge }: ChoiceWindow,
): ChosenFrame {
  const odds = frameOdds(signs, weights);
  const { times, beforeClip = 0 } = signs;
  const within = (time: number, weight: (distance: number) => number) =>
    odds.reduce((sum, one, index) => {
      const away = Math.max(0, Math.abs((times[index] ?? 0) - time) - ROUNDING);
      return sum + one * weight(away / tolerance);
    }, 0);
  const near = (time: number) => within(time, weightWithin('hard'));
  let [best, most] = [beforeClip, -1];
  for (const [index, time] of times.entries()) {
    if (index < beforeClip) continue;
    const score = within(time, weightWithin(edge)) + ROUNDING * (odds[index] ?? 0);
    if (score > most) [best, most] = [index, score];
  }
  const time = times[best] ?? 0;
  const inClip = odds.slice(beforeClip).reduce((sum, one) => sum + one, 0);
  let [first, last, sum] = [best, best, odds[best] ?? 0];
  while (sum < RANGE_ODDS * inClip && (first > beforeClip || last < odds.length - 1)) {
    const before = first > beforeClip ? (odds[first - 1] ?? -1) : -1;
    sum += (before >= (odds[last + 1] ?? -1) ? odds[--first] : odds[++last]) ?? 0;
  }
  return { time, odds: Math.min(1, near(time)), from: times[first] ?? time, to: times[last] ?? time };
}
