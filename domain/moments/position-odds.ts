// Chooses a position's frame and its confidence: the odds of each frame are the exponential of its weighted signs.
import type { PositionSigns } from './position-signs.ts';

/** The chosen frame. */
export interface ChosenFrame {
  readonly time: number;
  /** The probability that the position is within the tolerance of this frame, 0 to 1. */
  readonly odds: number;
  /**
   * The first and last frame of the range that contains the position with probability 0.95, given that the clip does, in
   * seconds.
   */
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

/** The part of the tolerance over which a soft window falls from most to little. */
const SOFT_EDGE = 1 / 8;

/** How a frame's distance from the chosen one counts, in tolerances: 1 inside, 0 outside, or falling softly from one to the other. */
function weightWithin(edge: ChoiceWindow['edge']): (distance: number) => number {
  return edge === 'hard'
    ? (distance) => (distance <= 1 ? 1 : 0)
    : (distance) => 1 / (1 + Math.exp((distance - 1) / SOFT_EDGE));
}

/** The window around a frame in which probability is summed. */
export interface ChoiceWindow {
  /** In seconds to either side, above 0. */
  readonly tolerance: number;
  /**
   * With a hard edge, a position at a clip's beginning moves inwards by nearly the tolerance, because every frame up to
   * there holds all of the probability.
   */
  readonly edge: 'hard' | 'soft';
}

/**
 * The frame with the highest total probability in the window around it; of equal ones the likeliest frame. Never a time
 * before the clip: its probability counts for the frames near it, and where all is far from them, nothing is likely.
 */
export function chooseFrame(
  signs: PositionSigns,
  weights: readonly number[],
  { tolerance, edge }: ChoiceWindow,
): ChosenFrame {
  const odds = frameOdds(signs, weights);
  const { times, beforeClip = 0 } = signs;
  const within = (time: number, weight: (distance: number) => number) =>
    odds.reduce((sum, one, index) => {
      const away = Math.max(0, Math.abs((times[index] ?? 0) - time) - ROUNDING);
      return sum + one * weight(away / tolerance);
    }, 0);
  const near = (time: number) => within(time, weightWithin('hard'));
  let [best, most] = [beforeClip, -1];
  for (const [index, time] of times.entries()) {
    if (index < beforeClip) continue;
    const score = within(time, weightWithin(edge)) + ROUNDING * (odds[index] ?? 0);
    if (score > most) [best, most] = [index, score];
  }
  const time = times[best] ?? 0;
  const inClip = odds.slice(beforeClip).reduce((sum, one) => sum + one, 0);
  let [first, last, sum] = [best, best, odds[best] ?? 0];
  while (sum < RANGE_ODDS * inClip && (first > beforeClip || last < odds.length - 1)) {
    const before = first > beforeClip ? (odds[first - 1] ?? -1) : -1;
    sum += (before >= (odds[last + 1] ?? -1) ? odds[--first] : odds[++last]) ?? 0;
  }
  return { time, odds: Math.min(1, near(time)), from: times[first] ?? time, to: times[last] ?? time };
}
