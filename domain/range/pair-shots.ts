// Which row of a launch monitor's table belongs to which shot: by time, across clocks that differ, with shots missing on both sides.
import { medianOf } from '#domain/body/body-geometry.ts';

/** A pairing. Indices of the two lists of times. */
interface ShotPairs {
  readonly pairs: readonly { readonly shot: number; readonly row: number }[];
  /** How far the monitor's clock is ahead, in seconds; negative behind. */
  readonly clockAhead: number;
}

/** How far a row may be from its shot once the clocks agree, in seconds: a monitor writes the row when the ball has landed or later. */
const WITHIN = 2.5;
/** A pairing needs this many pairs, and this share of the shorter list: fewer times agree by chance. */
const LEAST = { pairs: 3, share: 0.5 } as const;

/**
 * Pairs the times of shots with those of rows, both in seconds and ascending. Each difference of the clocks on which several pairs
 * of times agree is tried, and the one that pairs most counts. Null where too few agree, or another difference pairs as many.
 */
export function pairByTime(shots: readonly number[], rows: readonly number[]): ShotPairs | null {
  const tried = agreedDifferences(shots, rows).map((difference) => settled(shots, rows, difference));
  const [best] = tried.toSorted(
    (a, b) => b.pairs.length - a.pairs.length || errorOf(a, shots, rows) - errorOf(b, shots, rows),
  );
  if (!best) return null;
  const { pairs, clockAhead } = best;
  const isEnough = pairs.length >= LEAST.pairs && pairs.length >= LEAST.share * Math.min(shots.length, rows.length);
  const others = tried.filter((other) => Math.abs(other.clockAhead - clockAhead) > 2 * WITHIN);
  return isEnough && others.every((other) => other.pairs.length < pairs.length) ? best : null;
}

/** The differences in whole seconds with enough pairs of times nearby to make a pairing. */
function agreedDifferences(shots: readonly number[], rows: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const shot of shots) {
    for (const row of rows) {
      const difference = Math.round(row - shot);
      counts.set(difference, (counts.get(difference) ?? 0) + 1);
    }
  }
  const reach = Math.ceil(WITHIN);
  const near = (difference: number) =>
    Array.from({ length: 2 * reach + 1 }, (_, step) => counts.get(difference + step - reach) ?? 0).reduce(
      (sum, count) => sum + count,
      0,
    );
  return [...counts.keys()].filter((difference) => near(difference) >= LEAST.pairs);
}

/** The pairing at a difference of the clocks, with that difference corrected by the pairs themselves. */
function settled(shots: readonly number[], rows: readonly number[], difference: number): ShotPairs {
  const first = pairsAt(shots, rows, difference);
  const clockAhead = first.length > 0 ? medianOf(first.map((pair) => lateness(pair, shots, rows))) : difference;
  return { pairs: pairsAt(shots, rows, clockAhead), clockAhead };
}

/** How unevenly late the rows of a pairing are. */
function errorOf({ pairs, clockAhead }: ShotPairs, shots: readonly number[], rows: readonly number[]): number {
  return pairs.reduce((sum, pair) => sum + (lateness(pair, shots, rows) - clockAhead) ** 2, 0);
}

function lateness(
  { shot, row }: ShotPairs['pairs'][number],
  shots: readonly number[],
  rows: readonly number[],
): number {
  return (rows[row] ?? 0) - (shots[shot] ?? 0);
}

/** Goes through both lists at once: each shot takes the row nearest to it, if that is near and has no nearer shot. */
function pairsAt(shots: readonly number[], rows: readonly number[], clockAhead: number): ShotPairs['pairs'] {
  const pairs: { shot: number; row: number }[] = [];
  let row = 0;
  for (const [shot, time] of shots.entries()) {
    const away = (index: number) => Math.abs((rows[index] ?? Number.POSITIVE_INFINITY) - time - clockAhead);
    while (row + 1 < rows.length && away(row + 1) < away(row)) row += 1;
    const last = pairs.at(-1);
    if (away(row) > WITHIN) continue;
    if (last?.row === row) {
      const before = Math.abs((rows[row] ?? 0) - (shots[last.shot] ?? 0) - clockAhead);
      if (away(row) >= before) continue;
      pairs.pop();
    }
    pairs.push({ shot, row });
  }
  return pairs;
}
