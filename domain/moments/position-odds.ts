// Chooses a position's frame and its confidence: the odds of each frame are the exponential of its weighted signs.
import type { PositionSigns } from './position-signs.ts';

/** The chosen frame. */
export interface ChosenFrame {
  readonly time: number;
  /** The probability that the position is within the tolerance of this frame, 0 to 1. */
  readonly odds: number;
  /** The first and last frame of the range that contains the position with probability 0.95, in seconds. */
  readonly from: number;
  readonly to: number;
}

/** The probability of each frame, by the weights of its signs; the sum is 1. */
export function frameOdds({ signs }: PositionSigns, weights: readonly number[]): readonly number[] {
  const sums = signs.map((one) => one.reduce((sum, sign, index) => sum + sign * (weights[index] ?? 0), 0));
  const most = Math.max(...sums);
  const odds = sums.map((sum) => Math.exp(sum - most));
  const all = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / all);
}

const RANGE_ODDS = 0.95;
/** Tolerance for rounded frame times. */
const ROUNDING = 1e-3;

/** The frame with the highest total probability within a tolerance in seconds; of equal ones the likeliest frame. */
export function chooseFrame(signs: PositionSigns, weights: readonly number[], tolerance: number): ChosenFrame {
  const odds = frameOdds(signs, weights);
  const { times } = signs;
  const near = (time: number) =>
    odds.reduce((sum, one, index) => sum + (Math.abs((times[index] ?? 0) - time) <= tolerance + ROUNDING ? one : 0), 0);
  let [best, most] = [0, -1];
  for (const [index, time] of times.entries()) {
    const score = near(time) + ROUNDING * (odds[index] ?? 0);
    if (score > most) [best, most] = [index, score];
  }
  const time = times[best] ?? 0;
  let [first, last, sum] = [best, best, odds[best] ?? 0];
  while (sum < RANGE_ODDS && (first > 0 || last < odds.length - 1)) {
    const takesFirst = (odds[first - 1] ?? -1) >= (odds[last + 1] ?? -1);
    sum += (takesFirst ? odds[--first] : odds[++last]) ?? 0;
  }
  return { time, odds: Math.min(1, near(time)), from: times[first] ?? time, to: times[last] ?? time };
}
