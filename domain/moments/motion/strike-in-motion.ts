// Locates the strike from motion alone. Two things hold at impact from any camera position: the club is at its lowest,
// and the cells it crossed on the way down it now crosses on the way up.
import { type Course, valueAt } from './motion-course.ts';
import type { SwingMotion, SwingTimes } from './swing-place.ts';

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
  return {
    time,
    symmetry: symmetries[best] ?? 0,
  };
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

/** The height of the motion's middle in the picture: 0 at the swing's highest point, 1 at its lowest. */
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
