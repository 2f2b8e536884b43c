// The motion of a clip over time, resampled at even intervals.
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
export function nearestIndex(times: readonly number[], time: number): number {
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
