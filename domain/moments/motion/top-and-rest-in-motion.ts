// Top and rest of a swing whose strike is known. The top is the stillest moment between backswing and strike; rest is
// the last moment before the motion that leads to the top.
import { type Course, valueAt } from './motion-course.ts';

const STEP = 1 / 240;

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
