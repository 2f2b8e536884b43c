// The motion profile of a full swing, and where a clip's motion matches it: still at rest, a hump in the backswing,
// a dip at the top, a steep rise into the strike, and the follow-through. Any swing, slowed down or not, is this
// profile stretched in time.
import type { Course } from './motion-course.ts';

/** Where a swing may lie in a clip. Times in seconds on the clip's timeline. */
export interface SwingCandidate {
  readonly rest: number;
  readonly top: number;
  readonly strike: number;
  /** How well the motion follows the course of a swing, -1 to 1 (a correlation). */
  readonly likeness: number;
}

/** Square roots of the motion at parts of a swing: 0 is the rest, 1 the top, 2 the strike; a unit is a backswing, from 1 a downswing. */
const COURSE: readonly (readonly [at: number, root: number])[] = [
  [-0.45, 0.08],
  [-0.1, 0.08],
  [0, 0.14],
  [0.12, 0.3],
  [0.25, 0.47],
  [0.4, 0.58],
  [0.6, 0.66],
  [0.75, 0.63],
  [0.88, 0.52],
  [1, 0.36],
  [1.12, 0.46],
  [1.25, 0.6],
  [1.5, 0.82],
  [1.75, 0.95],
  [1.9, 0.98],
  [2, 0.95],
  [2.25, 0.84],
  [2.5, 0.76],
  [2.75, 0.68],
  [3, 0.58],
  [3.5, 0.43],
];

/** Downswings of 0.2 to 0.5 s, in real time or slowed down up to eight times. */
const MIN_DOWNSWING = 0.19;
const MAX_DOWNSWING = 4;

/** Which swings to look for. Live motion has no slow swings, and a click says when the strike was. */
export interface SoughtSwings {
  /** The longest downswing, in seconds. */
  readonly maxDownswing: number;
  /** The first and the last time of the strike, in seconds on the clip's timeline. */
  readonly strikeFrom: number;
  readonly strikeTo: number;
}

/** Any swing of a clip, also in slow motion. */
export const ANY_SWING: SoughtSwings = Object.freeze({
  maxDownswing: MAX_DOWNSWING,
  strikeFrom: Number.NEGATIVE_INFINITY,
  strikeTo: Number.POSITIVE_INFINITY,
});

const DOWNSWING_GROWTH = 1.09;
/** Tempo ratios: tour players 2.5 to 5.3, the short game about 2. Some golfers pause at the top. */
const SHAPES = [1.7, 2, 2.4, 2.8, 3.3, 3.9, 4.6, 5.4].flatMap((backswing) =>
  [0, 0.8, 1.6].map((pause) => ({ backswing, pause })),
);
const MIN_LIKENESS = 0.7;
/** Strikes are tried this many times per downswing. */
const STRIKES_PER_DOWNSWING = 12;

/** The candidates whose motion is most like a swing's, best first, without those that nearly repeat a better one. */
export function likeSwings(motion: Course, most: number, sought: SoughtSwings = ANY_SWING): SwingCandidate[] {
  const roots: Course = { ...motion, values: motion.values.map((value) => Math.sqrt(value)) };
  const found = candidatesIn(roots, sought).sort((a, b) => b.likeness - a.likeness);
  const kept: SwingCandidate[] = [];
  for (const candidate of found) {
    if (kept.length >= most) break;
    if (kept.every((better) => !isNearly(candidate, better))) kept.push(candidate);
  }
  return kept;
}

/**
 * Whether two candidates are nearly the same. One strike may fit a swing and, at four times the length, a slow one:
 * both are kept for closer analysis.
 */
function isNearly(a: SwingCandidate, b: SwingCandidate): boolean {
  const [shorter, longer] = [a.strike - a.top, b.strike - b.top].toSorted((x, y) => x - y) as [number, number];
  return longer < 2.5 * shorter && Math.abs(a.strike - b.strike) < 0.6 * longer;
}

function candidatesIn(roots: Course, { maxDownswing, strikeFrom, strikeTo }: SoughtSwings): SwingCandidate[] {
  const end = roots.from + (roots.values.length - 1) * roots.step;
  const candidates: SwingCandidate[] = [];
  for (let downswing = MIN_DOWNSWING; downswing <= maxDownswing; downswing *= DOWNSWING_GROWTH) {
    const last = Math.min(strikeTo, end - 0.3 * downswing);
    for (const shape of SHAPES) {
      const [backswing, pause] = [downswing * shape.backswing, downswing * shape.pause];
      const first = Math.max(strikeFrom, roots.from + downswing + pause + 0.8 * backswing);
      for (let strike = first; strike <= last; strike += downswing / STRIKES_PER_DOWNSWING) {
        const likeness = likenessOf(roots, { strike, downswing, backswing, pause });
        const top = strike - downswing;
        if (likeness > MIN_LIKENESS) candidates.push({ rest: top - pause - backswing, top, strike, likeness });
      }
    }
  }
  return candidates;
}

/** The points of the course to compare, per backswing and per downswing. Flat lists: a search compares 100,000 courses. */
const PLACES = samplePlaces();
const ROOTS = PLACES.map(rootAt);

function samplePlaces(): Float64Array {
  const places: number[] = [];
  for (let at = -0.45; at <= 3.501; at += at < 1 ? 0.075 : 0.125) places.push(at);
  return Float64Array.from(places);
}

function rootAt(at: number): number {
  const above = COURSE.findIndex(([place]) => place >= at - 1e-9);
  const [fromPlace, fromRoot] = COURSE[Math.max(0, above - 1)] ?? [0, 0];
  const [toPlace, toRoot] = COURSE[above < 0 ? COURSE.length - 1 : above] ?? [0, 0];
  const share = toPlace > fromPlace ? (at - fromPlace) / (toPlace - fromPlace) : 0;
  return fromRoot + share * (toRoot - fromRoot);
}

/** The lengths of a swing's phases and the time of its strike, in seconds. */
interface SwingLengths {
  readonly strike: number;
  readonly downswing: number;
  readonly backswing: number;
  /** How long the club pauses at the top. */
  readonly pause: number;
}

/** The correlation of a motion's roots with the course of a swing; parts outside the clip do not count. */
function likenessOf({ from, step, values }: Course, { strike, downswing, backswing, pause }: SwingLengths): number {
  const top = strike - downswing;
  const last = values.length - 1;
  let count = 0;
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let point = 0; point < PLACES.length; point++) {
    const at = PLACES[point] ?? 0;
    const time = at < 1 ? top - pause + (at - 1) * backswing : top + (at - 1) * downswing;
    const place = (time - from) / step;
    if (place < 0 || place > last) continue;
    const low = Math.floor(place);
    const share = place - low;
    const value = (values[low] ?? 0) * (1 - share) + (values[Math.min(low + 1, last)] ?? 0) * share;
    const root = ROOTS[point] ?? 0;
    count++;
    x += value;
    y += root;
    xx += value * value;
    yy += root * root;
    xy += value * root;
  }
  const spread = (count * xx - x * x) * (count * yy - y * y);
  return spread > 0 ? (count * xy - x * y) / Math.sqrt(spread) : 0;
}
