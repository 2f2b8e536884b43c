// Finds the golf swings in a track by the path of the hands: they rise, come down to the ball and rise again. Each candidate
// gets a likeness. Deterministic, and independent of slow motion because times are measured in downswings.
import { distancePx, meanOf, medianOf } from '#domain/body/body-geometry.ts';
import type { BodyTrack, PicturePoint } from '#domain/body/body-track.ts';
import { type HandsPlace, handsPath, withoutLeaps } from '#domain/body/hands-path.ts';
import { handsLikeness } from './hands-likeness.ts';

/** A swing by the path of the hands, in seconds on the clip's shown timeline, interpolated. Rest, top and strike ascend. */
export interface HandsSwing {
  readonly restTime: number;
  /** When the hands begin to leave their place at rest; not before `restTime`. */
  readonly leftTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
  /** Duration of the downswing, above 0: the unit for all other times of the swing. */
  readonly downswing: number;
  /** When the body is detected for the first time. */
  readonly firstTime: number;
  /** Likeness to real swings, 0 (certainly not a swing) to 1. */
  readonly likeness: number;
  /** Whether it is a short stroke: a chip, a pitch or a putt (short-strokes.ts). */
  readonly isShort: boolean;
}

/** Minimum likeness of a proposed swing, 0 to 1. Source: docs/measurements.md, 073: limits of a swing. */
export const LEAST_LIKENESS = 0.4;

// Source of all limits: docs/measurements.md, 073: limits of a swing. Heights in body sizes, times in downswings.
/** Minimum rise of the hands before and after a low point. */
const LEAST_RISE_BEFORE = 0.28;
const LEAST_RISE_AFTER = 0.22;
/** The downswing is measured from where the hands have dropped to this share of their height. */
const DOWNSWING_FROM = 0.9;
/** Minimum whole downswing, as a multiple of the measured one. */
const WHOLE_DOWNSWING = 1.04;
/** Distance from the lowest frame within which frames belong to the parabola whose vertex is the strike. */
const STRIKE_NEAR = 0.3;
/** Frames up to this far below the highest one belong to the top, and up to how far below frames may lie between them. */
const NEAR_TOP = 0.08;
const AROUND_TOP = 0.16;
/** Position of the top within those frames, as a share of their duration. */
const THROUGH_TOP = 0.7;
/** Search window for the rest, in downswings before the top. The rest is the stillest stretch of one downswing in it. */
const REST_WITHIN = 12;
/** Minimum time from the end of that stretch to the top. */
const REST_BEFORE_TOP = 1.2;
/** Minimum height of the hands at the top above the hands at rest. */
const REST_BELOW_TOP = 0.25;
/** Maximum movement of hands at rest, in body sizes. If every stretch exceeds it, the clip begins in the takeaway. */
const MOST_SPREAD_AT_REST = 0.2;
/** An earlier stretch must have at most this share of a later one's movement to be preferred: golfers may pause twice. */
const CLEARLY_QUIETER = 0.95;
/**
 * Distance from the place at rest at which the hands begin to leave it: in body sizes, or as a multiple of their movement at
 * rest, whichever is greater.
 */
const BEGINS_TO_LEAVE = { distance: 0.05, spreads: 1.3 };
/** The distance at which the hands have left the place at rest. */
const HAS_LEFT = { distance: 0.15, spreads: 2 };
/** The club leaves before the hands: by this multiple of the time between the two. */
const DRAWN_BACK = 0.75;

/** The swings of a track with a likeness above 0, likeliest first. Practice swings without a ball count. */
export function handsSwings(seen: BodyTrack): readonly HandsSwing[] {
  const track = withoutLeaps(seen);
  const path = handsPath(track);
  const swings = lowPoints(path).flatMap((low) => swingAround(track, path, low) ?? []);
  return swings.filter(({ likeness }) => likeness > 0).sort((a, b) => b.likeness - a.likeness);
}

interface LowPoint {
  readonly at: number;
  readonly highBefore: number;
  readonly riseBefore: number;
  readonly riseAfter: number;
}

/** The low points of the hands between two rises. */
function lowPoints(path: readonly HandsPlace[]): LowPoint[] {
  const found: LowPoint[] = [];
  for (const [at, { rise }] of path.entries()) {
    if (rise > riseAt(path, at - 1) || rise >= riseAt(path, at + 1)) continue;
    const highBefore = highestUntilBelow(path, at, -1);
    const highAfter = highestUntilBelow(path, at, 1);
    const [before, after] = [riseAt(path, highBefore) - rise, riseAt(path, highAfter) - rise];
    if (before >= LEAST_RISE_BEFORE && after >= LEAST_RISE_AFTER)
      found.push({ at, highBefore, riseBefore: before, riseAfter: after });
  }
  return found;
}

/** The height of the hands; infinite outside the path. */
function riseAt(path: readonly HandsPlace[], at: number): number {
  return path[at]?.rise ?? Number.POSITIVE_INFINITY;
}

/** The highest point on one side of a low point, up to where the hands drop below the low point. */
function highestUntilBelow(path: readonly HandsPlace[], low: number, step: 1 | -1): number {
  const floor = riseAt(path, low);
  let highest = low;
  for (let at = low + step; path[at] && riseAt(path, at) >= floor; at += step) {
    if (riseAt(path, at) > riseAt(path, highest)) highest = at;
  }
  return highest;
}

function swingAround(track: BodyTrack, path: readonly HandsPlace[], point: LowPoint): HandsSwing | null {
  const { at, highBefore } = point;
  const [low, high] = [path[at], path[highBefore]];
  if (!low || !high) return null;
  const leaves = low.rise + DOWNSWING_FROM * (high.rise - low.rise);
  const lowered = low.time - lastTimeAbove(path, leaves, at);
  if (!(lowered > 0)) return null;
  const strikeTime = lowestTime(path, low, STRIKE_NEAR * lowered);
  const topTime = timeOfTop(path, highBefore, at);
  const downswing = Math.max(strikeTime - topTime, WHOLE_DOWNSWING * lowered);
  const firstTime = path[0]?.time ?? topTime;
  const swings = restsBefore(path.slice(0, highBefore + 1), { topTime, downswing }, FULL_SWING_REST)
    .filter(({ restTime }) => restTime < topTime && topTime < strikeTime)
    .map((rest) => ({ ...rest, topTime, strikeTime, downswing, firstTime, isShort: false }))
    .map((swing) => ({ ...swing, likeness: handsLikeness(track, swing, point) }));
  return swings.reduce<HandsSwing | null>((best, one) => (best && best.likeness >= one.likeness ? best : one), null);
}

/** The last time before a given point at which the hands come down through a height. */
function lastTimeAbove(path: readonly HandsPlace[], height: number, before: number): number {
  for (let at = before; at > 0; at--) {
    const [above, below] = [path[at - 1], path[at]];
    if (!above || !below || above.rise < height) continue;
    const part = above.rise > below.rise ? (above.rise - height) / (above.rise - below.rise) : 1;
    return above.time + Math.min(1, Math.max(0, part)) * (below.time - above.time);
  }
  return Number.NaN;
}

/** The time of the lowest point, by a parabola through the nearby points, or through three if fewer are near. */
function lowestTime(path: readonly HandsPlace[], low: HandsPlace, near: number): number {
  const around = path.filter(({ time }) => Math.abs(time - low.time) <= near);
  const at = path.indexOf(low);
  const places = around.length >= 3 ? around : path.slice(Math.max(0, at - 1), at + 2);
  const vertex = vertexOf(places.map(({ time, rise }) => ({ x: time - low.time, y: rise })));
  const [first, last] = [places[0]?.time ?? low.time, places.at(-1)?.time ?? low.time];
  return vertex === null ? low.time : Math.min(last, Math.max(first, low.time + vertex));
}

/** The vertex of the best-fitting parabola; null when it has no minimum. */
function vertexOf(points: readonly { readonly x: number; readonly y: number }[]): number | null {
  const mean = (value: (point: { readonly x: number; readonly y: number }) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [x1, x2, x3, x4] = [1, 2, 3, 4].map((power) => mean(({ x }) => x ** power)) as [number, number, number, number];
  const [y0, y1, y2] = [0, 1, 2].map((power) => mean(({ x, y }) => y * x ** power)) as [number, number, number];
  // Normal equations of y = a·x² + b·x + c with the means subtracted, which leaves two unknowns.
  const [s11, s12, s22] = [x2 - x1 * x1, x3 - x1 * x2, x4 - x2 * x2];
  const [t1, t2] = [y1 - x1 * y0, y2 - x2 * y0];
  const determinant = s11 * s22 - s12 * s12;
  if (!(Math.abs(determinant) > 0)) return null;
  const a = (s11 * t2 - s12 * t1) / determinant;
  const b = (s22 * t1 - s12 * t2) / determinant;
  return a > 0 ? -b / (2 * a) : null;
}

/**
 * The time of the top: within the frames near the highest one, from the first to the last that belong to it. A frame in which
 * the hands seem a little lower does not end the top.
 */
function timeOfTop(path: readonly HandsPlace[], high: number, low: number): number {
  const highest = riseAt(path, high);
  const reaches = (at: number, below: number) => (path[at]?.rise ?? Number.NEGATIVE_INFINITY) >= highest - below;
  let [first, last] = [high, high];
  for (let at = high; reaches(at, AROUND_TOP); at--) if (reaches(at, NEAR_TOP)) first = at;
  for (let at = high; at < low && reaches(at, AROUND_TOP); at++) if (reaches(at, NEAR_TOP)) last = at;
  const [from, to] = [path[first]?.time ?? 0, path[last]?.time ?? 0];
  return from + THROUGH_TOP * (to - from);
}

/** Limits for distinguishing the hands at rest from their way to the top. Distances in body sizes. */
export interface RestRule {
  /** Minimum height of the hands at the top above the hands at rest. */
  readonly belowTop: number;
  /**
   * Distance from the place at rest at which the hands begin to leave it, and at which they have left it: each at least
   * this multiple of their movement at rest.
   */
  readonly begins: { readonly distance: number; readonly spreads: number };
  readonly left: { readonly distance: number; readonly spreads: number };
  /** The club leaves before the hands: by this multiple of the time between beginning to leave and having left. */
  readonly drawnBack: number;
}

const FULL_SWING_REST: RestRule = {
  belowTop: REST_BELOW_TOP,
  begins: BEGINS_TO_LEAVE,
  left: HAS_LEFT,
  drawnBack: DRAWN_BACK,
};

/** When the club leaves the rest and when the hands do. */
type RestTimes = Pick<HandsSwing, 'restTime' | 'leftTime'>;

/**
 * The rests that a swing may have, most plausible first: by the stillest place of the hands on their path to the top, and by
 * their first place, since a clip may begin in the takeaway, where a part of the backswing looks stiller.
 */
export function restsBefore(
  path: readonly HandsPlace[],
  { topTime, downswing }: Pick<HandsSwing, 'topTime' | 'downswing'>,
  rule: RestRule,
): readonly [RestTimes, ...RestTimes[]] {
  const before = path.filter(({ time }) => time <= topTime);
  const mostRise = (path.at(-1)?.rise ?? 0) - rule.belowTop;
  const timesFor = ({ place, spread }: Stillness): RestTimes => {
    const leaves = ({ distance, spreads }: RestRule['left']) =>
      lastTimeNear(before, place, Math.max(distance, spreads * spread));
    const [begins, left] = [leaves(rule.begins), leaves(rule.left)];
    return { restTime: begins - rule.drawnBack * Math.max(0, left - begins), leftTime: begins };
  };
  const first = timesFor({ place: medianPlace(before.slice(0, 3)), spread: LEAST_STILLNESS });
  const stillest = quietest(before, mostRise, topTime, downswing);
  return stillest ? [timesFor(stillest), first] : [first];
}

interface Stillness {
  readonly place: PicturePoint;
  readonly spread: number;
}

/** The stillest stretch of time; null if none is still. */
function quietest(before: readonly HandsPlace[], mostRise: number, top: number, downswing: number): Stillness | null {
  let best: Stillness | null = null;
  for (const { time: from } of before.toReversed()) {
    if (from < top - REST_WITHIN * downswing) break;
    if (from + downswing > top - REST_BEFORE_TOP * downswing) continue;
    const stretch = before.filter(({ time }) => time >= from && time <= from + downswing);
    if (stretch.length < 2 || meanOf(stretch.map(({ rise }) => rise)) > mostRise) continue;
    const place = medianPlace(stretch);
    const spread = Math.max(...stretch.map((one) => distancePx(toHips(one), place)));
    if (!best || spread < CLEARLY_QUIETER * best.spread) best = { place, spread };
  }
  return best && best.spread <= MOST_SPREAD_AT_REST ? best : null;
}

/** Assumed movement at rest where the hands are never still, in body sizes. */
const LEAST_STILLNESS = 0.02;

/** The hands relative to the hips, in body sizes. */
function toHips({ rise, side }: HandsPlace): PicturePoint {
  return { xPx: side, yPx: rise };
}

function medianPlace(places: readonly HandsPlace[]): PicturePoint {
  return { xPx: medianOf(places.map(({ side }) => side)), yPx: medianOf(places.map(({ rise }) => rise)) };
}

/** The last time at which the hands were within a distance of a place. */
function lastTimeNear(before: readonly HandsPlace[], place: PicturePoint, distance: number): number {
  const far = (at: number) => {
    const hands = before[at];
    return hands ? distancePx(toHips(hands), place) : 0;
  };
  let at = before.length - 1;
  while (at > 0 && far(at) > distance) at--;
  const [last, next] = [before[at], before[at + 1]];
  if (!last) return 0;
  if (!next || far(at) > distance) return last.time;
  const part = (distance - far(at)) / Math.max(1e-9, far(at + 1) - far(at));
  return last.time + Math.min(1, part) * (next.time - last.time);
}
