// Fits the weights of a position's signs to labeled frames: those under which the labeled frames are likeliest, held small.
// Pure and deterministic.

import { frameOdds, type PositionSigns } from '#domain/moments/position-signs.ts';

/** The signs of one labeled swing's position, and which frame is right. */
export interface LabeledSigns extends PositionSigns {
  /** The labeled time, in seconds on the clip's shown timeline. */
  readonly labeled: number;
  /** Precision of the label, in seconds: the standard deviation of a Gaussian over the frames. */
  readonly spread: number;
  /** How much the swing counts beside others, above 0; 1 unless it is given. */
  readonly counts?: number;
}

/** Weight of the prior on the squared weights, per swing of the mean weight. It keeps them small. */
const HELD_SMALL = 0.05;
const STEPS = 40;

/** The weights. Newton's method on a convex function, from none. */
export function fitWeights(swings: readonly LabeledSigns[]): readonly number[] {
  const count = swings[0]?.signs[0]?.length ?? 0;
  const all = swings.reduce((sum, { counts = 1 }) => sum + counts, 0);
  let weights: number[] = Array(count).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight) => HELD_SMALL * weight);
    const curve = weights.map((_, row) => weights.map((_, column) => (row === column ? HELD_SMALL : 0)));
    for (const swing of swings) addSwing(swing, weights, slope, curve, (swing.counts ?? 1) / all);
    const change = solved(curve, slope);
    weights = weights.map((weight, index) => weight - (change[index] ?? 0));
  }
  return weights;
}

function addSwing(
  swing: LabeledSigns,
  weights: readonly number[],
  slope: number[],
  curve: number[][],
  share: number,
): void {
  const odds = frameOdds(swing, weights);
  const wanted = labeledShares(swing);
  const mean = weights.map((_, sign) => odds.reduce((sum, one, at) => sum + one * (swing.signs[at]?.[sign] ?? 0), 0));
  for (const [at, signs] of swing.signs.entries()) {
    const off = (odds[at] ?? 0) - (wanted[at] ?? 0);
    for (const [row, sign] of signs.entries()) {
      slope[row] = (slope[row] ?? 0) + share * off * sign;
      const line = curve[row] ?? [];
      for (const [column, other] of signs.entries()) {
        const spread = (sign - (mean[row] ?? 0)) * (other - (mean[column] ?? 0));
        line[column] = (line[column] ?? 0) + share * (odds[at] ?? 0) * spread;
      }
    }
  }
}

function labeledShares({ times, labeled, spread }: LabeledSigns): readonly number[] {
  const bells = times.map((time) => Math.exp(-0.5 * ((time - labeled) / spread) ** 2) + 1e-9);
  const all = bells.reduce((sum, one) => sum + one, 0);
  return bells.map((one) => one / all);
}

/** Solves a small system of linear equations by Gaussian elimination. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows.findIndex(
      (row, index) =>
        index >= at && rows.slice(at).every((other) => Math.abs(other[at] ?? 0) <= Math.abs(row[at] ?? 0)),
    );
    [rows[at], rows[pivot]] = [rows[pivot] ?? [], rows[at] ?? []];
    const line = rows[at] ?? [];
    for (const [index, row] of rows.entries()) {
      if (index === at) continue;
      const factor = (row[at] ?? 0) / (line[at] || 1);
      for (let column = at; column < row.length; column++) {
        row[column] = (row[column] ?? 0) - factor * (line[column] ?? 0);
      }
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] || 1));
}
