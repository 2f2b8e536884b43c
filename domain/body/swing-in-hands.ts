// Whether a track shows a golf swing, and when: from the hands, which rise, come down to the ball and rise again.
// Deterministic; in slow motion too, since every length of time is measured in downswings.
import { bodySizePx, distancePx, medianOf, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, type PicturePoint, type SeenFrame, seenFrames } from './body-track.ts';
import { type HandsPlace, handsPath } from './hands-path.ts';

/** When a swing happens by its hands, in seconds on the clip's shown timeline; between frames. Ascending. */
export interface HandsSwing {
  readonly restTime: number;
  readonly topTime: number;
  readonly strikeTime: number;
}

// All from docs/measurements.md, 067: moments. Heights in body sizes, times in downswings.
const LEAST_RISE_BEFORE = 0.28;
const LEAST_RISE_AFTER = 0.22;
/** The downswing is counted from where the hands have left this share of their height. */
const DOWNSWING_FROM = 0.9;
/** The strike is the lowest point of a parabola through the pictures this near. */
const STRIKE_NEAR = 0.3;
/** Pictures this little below the highest belong to the top, which is this far through them. */
const NEAR_TOP = 0.08;
const THROUGH_TOP = 0.7;
/** The rest: the quietest stretch of one downswing within so many of them before the top. */
const REST_WITHIN = 12;
const LEAST_STILLNESS = 0.02;
const STILLNESS_SPREADS = 2.5;
/** The club starts before the hands. */
const CLUB_BEFORE_HANDS = 0.5;

// What no swing goes beyond (ibid.: gate). Seen: 0.37 and more, 0.13 and less, 0.54 and more, 0.21 and less, 1.3 to 4.7.
const LEAST_HANDS_RISE = 0.35;
const MOST_WRISTS_APART = 0.16;
const LEAST_ANKLES_BELOW = 0.38;
const MOST_HIPS_MOVE = 0.4;
const LEAST_TEMPO = 1;
const MOST_TEMPO = 12;

/**
 * The swing in a track; null when there is none: the hands do not go the way of a swing, or the body does not stand as a
 * golfer's does meanwhile. A practice swing without a ball passes.
 */
export function swingInHands(track: BodyTrack): HandsSwing | null {
  const path = handsPath(track);
  for (const low of lowPoints(path)) {
    const swing = swingAround(path, low);
    if (swing && isGolfers(track, swing)) return swing;
  }
  return null;
}

interface LowPoint {
  readonly at: number;
  readonly highBefore: number;
}

/** Where the hands are low between two rises, the best rise before it first. */
function lowPoints(path: readonly HandsPlace[]): LowPoint[] {
  const found: (LowPoint & { readonly rise: number })[] = [];
  for (const [at, { rise }] of path.entries()) {
    if (rise > riseAt(path, at - 1) || rise >= riseAt(path, at + 1)) continue;
    const highBefore = highestUntilBelow(path, at, -1);
    const highAfter = highestUntilBelow(path, at, 1);
    const [before, after] = [riseAt(path, highBefore) - rise, riseAt(path, highAfter) - rise];
    if (before >= LEAST_RISE_BEFORE && after >= LEAST_RISE_AFTER) found.push({ at, highBefore, rise: before });
  }
  return found.sort((a, b) => b.rise - a.rise);
}

/** Outside of the path the hands count as high. */
function riseAt(path: readonly HandsPlace[], at: number): number {
  return path[at]?.rise ?? Number.POSITIVE_INFINITY;
}

/** The highest place on one side of a low one, before the hands are lower than there. */
function highestUntilBelow(path: readonly HandsPlace[], low: number, step: 1 | -1): number {
  const floor = riseAt(path, low);
  let highest = low;
  for (let at = low + step; path[at] && riseAt(path, at) >= floor; at += step) {
    if (riseAt(path, at) > riseAt(path, highest)) highest = at;
  }
  return highest;
}

function swingAround(path: readonly HandsPlace[], { at, highBefore }: LowPoint): HandsSwing | null {
  const [low, high] = [path[at], path[highBefore]];
  if (!low || !high) return null;
  const leaves = low.rise + DOWNSWING_FROM * (high.rise - low.rise);
  const downswing = low.time - lastTimeAbove(path, leaves, at);
  if (!(downswing > 0)) return null;
  const strikeTime = lowestTime(path, low, STRIKE_NEAR * downswing);
  const topTime = timeOfTop(path, highBefore, at);
  const restTime = timeOfRest(path, topTime, downswing);
  if (restTime === null || restTime >= topTime || topTime >= strikeTime) return null;
  return { restTime, topTime, strikeTime };
}

/** When the hands come down through a height for the last time before a place. */
function lastTimeAbove(path: readonly HandsPlace[], height: number, before: number): number {
  for (let at = before; at > 0; at--) {
    const [above, below] = [path[at - 1], path[at]];
    if (!above || !below || above.rise < height) continue;
    const part = above.rise > below.rise ? (above.rise - height) / (above.rise - below.rise) : 1;
    return above.time + Math.min(1, Math.max(0, part)) * (below.time - above.time);
  }
  return Number.NaN;
}

/** The lowest point of the parabola through the places near the lowest one, or three where fewer are near. */
function lowestTime(path: readonly HandsPlace[], low: HandsPlace, near: number): number {
  const around = path.filter(({ time }) => Math.abs(time - low.time) <= near);
  const at = path.indexOf(low);
  const places = around.length >= 3 ? around : path.slice(Math.max(0, at - 1), at + 2);
  const vertex = vertexOf(places.map(({ time, rise }) => ({ x: time - low.time, y: rise })));
  const [first, last] = [places[0]?.time ?? low.time, places.at(-1)?.time ?? low.time];
  return vertex === null ? low.time : Math.min(last, Math.max(first, low.time + vertex));
}

/** Where the best-fitting parabola is lowest; null when it has no lowest point. */
function vertexOf(points: readonly { readonly x: number; readonly y: number }[]): number | null {
  const mean = (value: (point: { readonly x: number; readonly y: number }) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [x1, x2, x3, x4] = [1, 2, 3, 4].map((power) => mean(({ x }) => x ** power)) as [number, number, number, number];
  const [y0, y1, y2] = [0, 1, 2].map((power) => mean(({ x, y }) => y * x ** power)) as [number, number, number];
  // Normal equations of y = a·x² + b·x + c with the means taken off: two unknowns are left.
  const [s11, s12, s22] = [x2 - x1 * x1, x3 - x1 * x2, x4 - x2 * x2];
  const [t1, t2] = [y1 - x1 * y0, y2 - x2 * y0];
  const determinant = s11 * s22 - s12 * s12;
  if (!(Math.abs(determinant) > 0)) return null;
  const a = (s11 * t2 - s12 * t1) / determinant;
  const b = (s22 * t1 - s12 * t2) / determinant;
  return a > 0 ? -b / (2 * a) : null;
}

function timeOfTop(path: readonly HandsPlace[], high: number, low: number): number {
  const height = riseAt(path, high) - NEAR_TOP;
  let [first, last] = [high, high];
  while (first > 0 && riseAt(path, first - 1) >= height) first--;
  while (last + 1 < low && riseAt(path, last + 1) >= height) last++;
  const [from, to] = [path[first]?.time ?? 0, path[last]?.time ?? 0];
  return from + THROUGH_TOP * (to - from);
}

/** Half a downswing before the hands leave the place where they were quietest; null without a picture that early. */
function timeOfRest(path: readonly HandsPlace[], top: number, downswing: number): number | null {
  const before = path.filter(({ time }) => time < top && time >= top - REST_WITHIN * downswing);
  let quietest: Stillness | null = null;
  for (const { time: from } of before) {
    if (from + downswing > top) break;
    const stillness = stillnessOf(before.filter(({ time }) => time >= from && time <= from + downswing));
    // Of two stretches as quiet as each other the later one: a golfer may stand still twice.
    if (!quietest || stillness.spread <= quietest.spread) quietest = stillness;
  }
  if (!quietest) return null;
  const { middle, spread, until } = quietest;
  const limit = Math.max(LEAST_STILLNESS, STILLNESS_SPREADS * spread);
  let last = until;
  for (const place of before) {
    if (place.time <= until) continue;
    if (farFrom(place, middle) > limit) break;
    last = place.time;
  }
  return Math.max(before[0]?.time ?? last, last - CLUB_BEFORE_HANDS * downswing);
}

interface Stillness {
  readonly middle: number;
  readonly spread: number;
  readonly until: number;
}

function stillnessOf(places: readonly HandsPlace[]): Stillness {
  const middle = medianOf(places.map(({ rise }) => rise));
  return {
    middle,
    spread: Math.max(...places.map((place) => farFrom(place, middle))),
    until: places.at(-1)?.time ?? 0,
  };
}

function farFrom({ rise }: HandsPlace, middle: number): number {
  return Math.abs(rise - middle);
}

/** Whether the body holds the hands together, stands, and stays where it is, and the swing's parts are as long as they can be. */
function isGolfers(track: BodyTrack, { restTime, topTime, strikeTime }: HandsSwing): boolean {
  const during = seenFrames(track).filter(({ time }) => time >= restTime && time <= strikeTime);
  const sizePx = medianOf(during.map(({ body }) => bodySizePx(body)));
  const rises = handsPath({ ...track, frames: during }).map(({ rise }) => rise);
  const wrists = during.map(({ body: { joints } }) => distancePx(joints.leftWrist, joints.rightWrist) / sizePx);
  const standing = during.map((frame) => (place(frame, 'Ankle').yPx - place(frame, 'Hip').yPx) / sizePx);
  const first = during[0];
  if (!first || during.length < 3) return false;
  const hipsMove = Math.max(...during.map((frame) => distancePx(place(frame, 'Hip'), place(first, 'Hip')) / sizePx));
  const tempo = (topTime - restTime) / (strikeTime - topTime);
  return (
    Math.max(...rises) - (rises[0] ?? 0) >= LEAST_HANDS_RISE &&
    medianOf(wrists) <= MOST_WRISTS_APART &&
    medianOf(standing) >= LEAST_ANKLES_BELOW &&
    hipsMove < MOST_HIPS_MOVE &&
    tempo >= LEAST_TEMPO &&
    tempo <= MOST_TEMPO
  );
}

function place({ body }: SeenFrame, pair: 'Ankle' | 'Hip'): PicturePoint {
  return middleOfPair(body, pair);
}
