// The motion of a clip over time, resampled at even intervals, and the place of a swing in the picture: cells that move during it
// and were quieter before, in bands from highest to lowest. Other motion (people, flags, clouds) is ignored.
import type { FrameMotion } from './frame-motion.ts';

/** Values at even times: `values[i]` belongs to `from + i * step`. */
export interface Course {
  readonly from: number;
  readonly step: number;
  readonly values: Float32Array;
}

/** The motion of each frame, in the whole picture or in the cells of a part. */
export function motionSums(
  motions: readonly FrameMotion[],
  isInside?: (column: number, row: number) => boolean,
): number[] {
  return motions.map(({ cells, columns }) => {
    let sum = 0;
    for (let cell = 0; cell < cells.length; cell++) {
      const value = cells[cell] ?? 0;
      if (value > 0 && (!isInside || isInside(cell % columns, Math.floor(cell / columns)))) sum += value;
    }
    return sum;
  });
}

/** Resamples unevenly timed values; each even value is the average around it, weighted by a bell of `width` seconds. */
export function courseOf(times: readonly number[], values: readonly number[], step: number, width: number): Course {
  const from = times[0] ?? 0;
  const to = times.at(-1) ?? 0;
  const count = Math.max(1, Math.floor((to - from) / step) + 1);
  const out = new Float32Array(count);
  let first = 0;
  for (let index = 0; index < count; index++) {
    const at = from + index * step;
    while (first < times.length - 1 && (times[first] ?? 0) < at - 3 * width) first++;
    out[index] = bellAverage(times, values, first, at, width);
  }
  return { from, step, values: out };
}

function bellAverage(
  times: readonly number[],
  values: readonly number[],
  first: number,
  at: number,
  width: number,
): number {
  let sum = 0;
  let weights = 0;
  for (let index = first; index < times.length && (times[index] ?? 0) <= at + 3 * width; index++) {
    const weight = Math.exp(-0.5 * (((times[index] ?? 0) - at) / width) ** 2);
    sum += weight * (values[index] ?? 0);
    weights += weight;
  }
  if (weights > 1e-3) return sum / weights;
  return values[nearestIndex(times, at)] ?? 0;
}

/** The index of the time nearest to another; times ascend. */
function nearestIndex(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  return Math.abs((times[low] ?? 0) - time) <= Math.abs((times[high] ?? 0) - time) ? low : high;
}

/** The value at a time, interpolated between the two nearest even values; null outside the course. */
export function valueAt({ from, step, values }: Course, time: number): number | null {
  const at = (time - from) / step;
  if (at < 0 || at > values.length - 1) return null;
  const low = Math.floor(at);
  const share = at - low;
  return (values[low] ?? 0) * (1 - share) + (values[Math.min(low + 1, values.length - 1)] ?? 0) * share;
}

/** The times of a swing under analysis, in seconds. */
export interface SwingTimes {
  readonly rest: number;
  readonly top: number;
  readonly strike: number;
}

/** The motion of one swing alone. */
export interface SwingMotion {
  /** The whole motion. */
  readonly whole: Course;
  /** Its bands, the highest in the picture first. */
  readonly bands: readonly Course[];
  /** The share of the picture that the swing's place takes up, 0 to 1. */
  readonly share: number;
}

const BANDS = 10;
const STEP = 1 / 240;
/** Motion is smoothed over this part of a downswing, but over a minimum of about a third of a frame of 30 fps. */
const SMOOTHING = 0.05;
const MIN_SMOOTHING = 0.012;
/** The minimum motion of a cell that belongs to the swing, as a share of the largest. */
const MIN_SHARE = 0.02;
/** The weight of motion before the swing, which counts against a cell. */
const BEFORE_WEIGHT = 1.5;
/** The share of rows, weighted by motion, that is left out at either end: a ball in flight, a fleck. */
const EDGE_SHARE = 0.02;

/** The motion of a swing, from one backswing before its rest to two downswings after its strike. */
export function swingMotion(motions: readonly FrameMotion[], swing: SwingTimes): SwingMotion {
  const { rest, top, strike } = swing;
  const [backswing, downswing] = [top - rest, strike - top];
  const near = motions.filter(({ time }) => time > rest - 1.2 * backswing && time < strike + 2.2 * downswing);
  const first = near[0];
  if (!first) return { whole: courseOf([0], [0], STEP, STEP), bands: [], share: 0 };
  const weights = cellWeights(near, swing);
  const rowWeights = sumRows(weights, first.columns);
  const [highest, lowest] = innerRange(rowWeights);
  const bandOf = Int8Array.from(weights, (weight, cell) => {
    const row = Math.floor(cell / first.columns);
    if (weight <= 0 || row < highest || row > lowest) return -1;
    return Math.floor(((row - highest) / (lowest - highest + 1)) * BANDS);
  });
  const times = near.map(({ time }) => time);
  const width = Math.max(MIN_SMOOTHING, SMOOTHING * downswing);
  const sums = near.map((motion) => bandSums(motion, bandOf));
  return {
    whole: courseOf(
      times,
      sums.map((bands) => bands.reduce((sum, value) => sum + value, 0)),
      STEP,
      width,
    ),
    bands: Array.from({ length: BANDS }, (_, band) =>
      courseOf(
        times,
        sums.map((bands) => bands[band] ?? 0),
        STEP,
        width,
      ),
    ),
    share: bandOf.filter((band) => band >= 0).length / bandOf.length,
  };
}

/** How much more each cell moved during the swing than before it; 0 where the difference is negligible. */
function cellWeights(near: readonly FrameMotion[], { rest, top, strike }: SwingTimes): Float32Array {
  const during = new Float32Array(near[0]?.cells.length ?? 0);
  const before = new Float32Array(during.length);
  const spans = { during: 1e-3, before: 1e-3 };
  const end = strike + 0.3 * (strike - top);
  for (const { time, length, cells } of near) {
    const isDuring = time > rest + 0.5 * (top - rest) && time < end;
    if (!isDuring && time > rest) continue;
    spans[isDuring ? 'during' : 'before'] += length;
    const sum = isDuring ? during : before;
    for (let cell = 0; cell < sum.length; cell++) sum[cell] = (sum[cell] ?? 0) + Math.sqrt(cells[cell] ?? 0) * length;
  }
  const weights = during.map((value, cell) =>
    Math.max(0, value / spans.during - (BEFORE_WEIGHT * (before[cell] ?? 0)) / spans.before),
  );
  const least = MIN_SHARE * weights.reduce((most, value) => Math.max(most, value), 0);
  return weights.map((value) => (value < least ? 0 : value));
}

function sumRows(cells: Float32Array, columns: number): number[] {
  const rows: number[] = Array(Math.floor(cells.length / columns)).fill(0);
  cells.forEach((value, cell) => {
    const row = Math.floor(cell / columns);
    rows[row] = (rows[row] ?? 0) + value;
  });
  return rows;
}

function innerRange(weights: readonly number[]): readonly [number, number] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let seen = 0;
  let from = 0;
  for (const [row, weight] of weights.entries()) {
    if (seen <= EDGE_SHARE * total) from = row;
    seen += weight;
    if (seen >= (1 - EDGE_SHARE) * total) return [from, row];
  }
  return [from, weights.length - 1];
}

function bandSums({ cells }: FrameMotion, bandOf: Int8Array): number[] {
  const sums: number[] = Array(BANDS).fill(0);
  for (let cell = 0; cell < cells.length; cell++) {
    const value = cells[cell] ?? 0;
    const band = bandOf[cell] ?? -1;
    if (value > 0 && band >= 0) sums[band] = (sums[band] ?? 0) + value;
  }
  return sums;
}
