// Which of the frames in which a position may lie it is, and how sure that is: the odds of each frame are the exponential of
// its weighted signs.
import type { PositionSigns } from './position-signs.ts';

/** The chosen frame. */
export interface ChosenFrame {
  readonly time: number;
  /** The odds that the position is no farther from it than the tolerance, 0 to 1. */
  readonly odds: number;
  /** The frames between which it lies with odds of 0.95, first and last, in seconds. */
  readonly from: number;
  readonly to: number;
}

/** How likely each frame is, by the weights of its signs; together 1. */
export function frameOdds({ signs }: PositionSigns, weights: readonly number[]): readonly number[] {
  const sums = signs.map((one) => one.reduce((sum, sign, index) => sum + sign * (weights[index] ?? 0), 0));
  const most = Math.max(...sums);
  const odds = sums.map((sum) => Math.exp(sum - most));
  const all = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / all);
}

const RANGE_ODDS = 0.95;
/** Frame times are rounded. */
const ROUNDING = 1e-3;

/** The frame around which most of the odds lie within a tolerance in seconds; of several the likeliest. */
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
