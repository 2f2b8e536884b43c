// Where in the picture a swing takes place: cells that move during it and were quieter before, in bands from highest to
// lowest. Other motion (people, flags, clouds) is ignored.
import type { FrameMotion } from './frame-motion.ts';
import { type Course, courseOf } from './motion-course.ts';

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
