// Locates the positions of a swing from motion alone. At the strike, from any camera position, the club is at its lowest and
// crosses on the way up the cells that it crossed on the way down. The top is the stillest moment before it; the rest is the last
// moment before the motion that leads to the top.
import { type Course, type SwingMotion, type SwingTimes, valueAt } from './motion-course.ts';

/** The strike according to the picture. */
export interface PictureStrike {
  readonly time: number;
  /** How well the way up mirrors the way down, 0 to 1. */
  readonly symmetry: number;
}

const STEP = 1 / 240;
/** The search window on each side of the supposed strike, in downswings. */
const REACH = 0.5;
/** The part of a downswing before and after the strike whose heights are compared. */
const MIRRORED_PART = 0.55;
const MIRROR_STEP = 0.05;

/** Locates the strike around the supposed one. */
export function strikeInMotion({ bands }: SwingMotion, { top, strike }: SwingTimes): PictureStrike {
  const downswing = strike - top;
  const heights = bands.map((band) => relativeRoots(band, top, strike + downswing));
  const times: number[] = [];
  for (let time = strike - REACH * downswing; time <= strike + REACH * downswing; time += STEP) times.push(time);
  const symmetries = times.map((time) => symmetryAt(heights, time, downswing));
  const lows = times.map((time) => lowMotionAt(heights, time));
  const depths = times.map((time) => depthAt(bands, time));
  const [bySymmetry, byLows, byDepth] = [spreadOut(symmetries), spreadOut(lows), spreadOut(depths)];
  let best = 0;
  let most = -1;
  for (let index = 0; index < times.length; index++) {
    const score = (bySymmetry[index] ?? 0) + (byLows[index] ?? 0) + 0.5 * (byDepth[index] ?? 0);
    if (score > most) [best, most] = [index, score];
  }
  const time = times[best] ?? strike;
  return { time, symmetry: symmetries[best] ?? 0 };
}

/** The square roots of a band's motion, relative to the largest in the downswing and the follow-through. */
function relativeRoots(band: Course, from: number, to: number): Course {
  const roots = band.values.map((value) => Math.sqrt(value));
  let most = 1e-6;
  for (const [index, root] of roots.entries()) {
    const time = band.from + index * band.step;
    if (time >= from && time <= to) most = Math.max(most, root);
  }
  return { ...band, values: roots.map((root) => root / most) };
}

/** The cosine between the heights in motion before a time and, in reverse, after it. */
function symmetryAt(heights: readonly Course[], time: number, downswing: number): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (const height of heights) {
    for (let away = MIRROR_STEP; away <= MIRRORED_PART; away += MIRROR_STEP) {
      const x = valueAt(height, time - away * downswing) ?? 0;
      const y = valueAt(height, time + away * downswing) ?? 0;
      xx += x * x;
      yy += y * y;
      xy += x * y;
    }
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

/** The motion of the low bands minus that of the high bands. */
function lowMotionAt(heights: readonly Course[], time: number): number {
  return heights.reduce(
    (sum, height, band) => sum + ((band + 1) / heights.length - 0.5) * (valueAt(height, time) ?? 0),
    0,
  );
}

/** The height of the center of motion in the picture: 0 at the swing's highest point, 1 at its lowest. */
function depthAt(bands: readonly Course[], time: number): number {
  let [sum, weights] = [0, 1e-6];
  for (const [band, course] of bands.entries()) {
    const root = Math.sqrt(valueAt(course, time) ?? 0);
    sum += (band / bands.length) * root;
    weights += root;
  }
  return sum / weights;
}

/** Stretches values to 0 to 1, so that the three signs keep their weights in every clip. */
function spreadOut(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return values.map((value) => (most > least ? (value - least) / (most - least) : 0));
}

/** A moment and its motion relative to the motion around it (0: none, 1: as much). */
export interface StillMoment {
  readonly time: number;
  readonly leftMotion: number;
}

/** Hips and arms start down while the club still goes back: motion is least just before the club changes direction. */
const CLUB_AFTER_BODY = 0.04;

/** Locates the top, between about half a downswing and nearly two before the strike. */
export function topInMotion(whole: Course, strike: number, downswing: number): StillMoment {
  const from = strike - 1.7 * downswing;
  const to = strike - 0.55 * downswing;
  let time = strike - downswing;
  let least = Number.POSITIVE_INFINITY;
  for (let at = from; at <= to; at += STEP) {
    const value = valueAt(whole, at);
    if (value !== null && value < least) [time, least] = [at, value];
  }
  const most = largest(whole, time, strike + 0.2 * downswing);
  return {
    time: time + CLUB_AFTER_BODY * downswing,
    leftMotion: most > 0 && Number.isFinite(least) ? least / most : 1,
  };
}

/** The takeaway's motion is extrapolated to zero from where it reaches these shares of the backswing's largest root. */
const EARLY_SHARE = 0.22;
const LATER_SHARE = 0.45;
/** How far to extrapolate past the earlier share, relative to the distance between the two. */
const DRAWN_ON = 0.5;

/** Locates the rest: where the motion that leads to the top begins, extrapolated from its growth in the takeaway. */
export function restInMotion(whole: Course, supposedRest: number, top: number): StillMoment {
  const backswing = top - supposedRest;
  const roots: Course = { ...whole, values: whole.values.map((value) => Math.sqrt(value)) };
  const peak = timeOfLargest(roots, supposedRest, top - 0.15 * backswing);
  const hump = valueAt(roots, peak) ?? 0;
  const floor = least(roots, supposedRest - 0.6 * backswing, supposedRest + 0.3 * backswing);
  const grownTo = (share: number, before: number) => {
    let time = before;
    while (time > roots.from && (valueAt(roots, time) ?? 0) > floor + share * (hump - floor)) time -= STEP;
    return time;
  };
  const later = grownTo(LATER_SHARE, peak);
  const early = grownTo(EARLY_SHARE, later);
  const time = Math.max(roots.from, early - DRAWN_ON * (later - early));
  const before = average(whole, time - 0.4 * backswing, time);
  const motion = largest(whole, time, top);
  return { time, leftMotion: motion > 0 ? Math.min(1, before / motion) : 1 };
}

function timeOfLargest(course: Course, from: number, to: number): number {
  let [time, most] = [from, -1];
  for (let at = from; at <= to; at += STEP) {
    const value = valueAt(course, at) ?? -1;
    if (value > most) [time, most] = [at, value];
  }
  return time;
}

function largest(course: Course, from: number, to: number): number {
  let most = 0;
  for (let at = from; at <= to; at += STEP) most = Math.max(most, valueAt(course, at) ?? 0);
  return most;
}

function least(course: Course, from: number, to: number): number {
  let value = Number.POSITIVE_INFINITY;
  for (let at = from; at <= to; at += STEP) value = Math.min(value, valueAt(course, at) ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(value) ? value : 0;
}

function average(course: Course, from: number, to: number): number {
  let [sum, count] = [0, 0];
  for (let at = from; at <= to; at += STEP) {
    const value = valueAt(course, at);
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count > 0 ? sum / count : 0;
}
