// What speaks for each of the frames in which a position of a swing may lie: how near it is to where the hands have the
// position, where the hands are then, what moves, and what sounds. How much each sign counts is in sign-weights.ts.
import { bodySizePx, medianOf } from '#domain/body/body-geometry.ts';
import { type BodyTrack, seenFrames } from '#domain/body/body-track.ts';
import { handsAt, handsPath } from '#domain/body/hands-path.ts';
import type { Position } from '#domain/swing/swing.ts';
import { type CellMotion, type MotionSeries, motionAround, motionAt } from './clip-motion.ts';
import type { HandsSwing } from './hands-swings.ts';

/** A sudden sound. */
export interface Click {
  /** In seconds on the clip's shown timeline. */
  readonly time: number;
  /** Above 0; only compared with others of the same clip. */
  readonly energy: number;
}

/** All that was seen and heard of a clip. */
export interface ClipFacts {
  readonly track: BodyTrack;
  /** Between new pictures only. Ascending in time. */
  readonly motions: readonly CellMotion[];
  readonly clicks: readonly Click[];
  /** The times of the clip's new pictures, ascending. */
  readonly newTimes: readonly number[];
}

/** The frames in which a position may lie, ascending and at least one, each with its signs, all in one order. */
export interface PositionSigns {
  readonly times: readonly number[];
  readonly signs: readonly (readonly number[])[];
}

/** The signs of all three positions of a swing. */
export function positionSigns(facts: ClipFacts, swing: HandsSwing): Readonly<Record<Position, PositionSigns>> {
  return { rest: restSigns(facts, swing), top: topSigns(facts, swing), strike: strikeSigns(facts, swing) };
}

// How far a position may be from where the hands have it, in downswings.
const STRIKE_REACH = 0.45;
const TOP_REACH = { before: 1.2, beforeStrike: 0.35 };
const REST_REACH = { before: 2.5, after: 0.5 };
/** A position has at least so many frames to choose from. */
const LEAST_FRAMES = 3;

/** The width of the bell that motion is smoothed with, in downswings and at least a millisecond. */
const STRIKE_SMOOTHING = 0.06;
const TOP_SMOOTHING = 0.12;
const LEAST_SMOOTHING = 1e-3;
/** Motion less than these shares of the most is as good as none. */
const STRIKE_FLOOR = 0.05;
const TOP_FLOOR = 0.01;
const REST_FLOOR = 0.01;

/** The sound of the strike reaches a camera three to five metres away about so much later. */
const SOUND_DELAY = 0.012;
/** How exactly a click tells the strike. */
const CLICK_SPREAD = 0.025;
/** In slow motion, sound is stretched, dubbed or missing, and is ignored. */
const MAX_REAL_DOWNSWING = 0.6;
/** Clicks are compared with others so near, in downswings and seconds together. */
const CLICK_NEAR = 0.3;

/** How far before and after a frame the hands are looked at for how fast they rise, in downswings. */
const RISING = 0.2;

/**
 * Nearness, the motion of the club head at the ground, the click; how high the hands are, how fast they rise in two powers,
 * and how far they are back: at the strike they are low, hardly rise yet, and have come past their place at rest.
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
  // Where the backswing goes in the picture, whichever hand plays and wherever the camera stands.
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

/** How much a click speaks for a time, 0 to 1. */
export function clickAt(
  clicks: readonly Click[],
  { strikeTime, downswing }: Pick<HandsSwing, 'strikeTime' | 'downswing'>,
): (time: number) => number {
  if (downswing > MAX_REAL_DOWNSWING) return () => 0;
  const near = clicks.filter(({ time }) => Math.abs(time - strikeTime) < downswing + CLICK_NEAR);
  const loudest = Math.max(...near.map(({ energy }) => energy));
  return (time) =>
    near.reduce((most, click) => {
      const away = (time - (click.time - SOUND_DELAY)) / CLICK_SPREAD;
      return Math.max(most, (click.energy / loudest) * Math.exp(-0.5 * away ** 2));
    }, 0);
}

/** Nearness in two powers, the motion of all of the golfer. */
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

/**
 * Nearness in two powers, and the motion of the club: in the downswing's length before, in the half of one after, in what
 * follows, and just before.
 */
function restSigns(facts: ClipFacts, { restTime, leftTime, topTime, downswing }: HandsSwing): PositionSigns {
  const from = restTime - REST_REACH.before * downswing;
  const times = framesBetween(facts.newTimes, from, leftTime + REST_REACH.after * downswing, restTime);
  const club = around(facts, leftTime - 0.3 * downswing, 'club');
  const usual = eightyPercentOf(within(club, restTime, topTime)) + 1e-9;
  const logs: MotionSeries = {
    times: club.times,
    values: club.values.map((value) => Math.log(value / usual + REST_FLOOR)),
  };
  const mean = (start: number, end: number, otherwise: number) => {
    const values = within(logs, start, end);
    return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : otherwise;
  };
  return {
    times,
    signs: times.map((time) => {
      const away = (time - restTime) / downswing;
      const after = (start: number, end: number, otherwise: number) =>
        mean(time + start * downswing, time + end * downswing, otherwise);
      // What was before the clip began counts as still.
      return [away ** 2, away, after(-1, 0, STILL), after(0, 0.5, 0), after(0.5, 1.2, 0), after(-0.3, 0, STILL)];
    }),
  };
}

const STILL = -3.5;

function around({ motions, track }: ClipFacts, time: number, part: 'club' | 'ground' | 'golfer'): MotionSeries {
  const sizePx = medianOf(seenFrames(track).map(({ body }) => bodySizePx(body)));
  return motionAround(motions, track, time, part, sizePx);
}

/** The values from a time on and before another. */
function within({ times, values }: MotionSeries, from: number, end: number): number[] {
  return values.filter((_, index) => (times[index] ?? 0) >= from && (times[index] ?? 0) < end);
}

function eightyPercentOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(0.8 * (values.length - 1))] ?? 1;
}

/** The new pictures of a stretch; where there are too few, the nearest ones. */
function framesBetween(newTimes: readonly number[], from: number, to: number, near: number): readonly number[] {
  const inside = newTimes.filter((time) => time >= from && time <= to);
  if (inside.length >= LEAST_FRAMES) return inside;
  return newTimes
    .toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))
    .slice(0, LEAST_FRAMES)
    .toSorted((a, b) => a - b);
}
