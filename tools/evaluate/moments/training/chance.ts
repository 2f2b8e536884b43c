// Seeded draws: the same seed gives the same training set. Pure.
import { seededRandom } from '#content/studio/course/seeded-random.ts';

export interface Chance {
  /** A uniformly distributed number from `from` to `to`. */
  readonly between: (from: number, to: number) => number;
  /** As {@link Chance.between}, with equal chances for equal ratios. Both above 0. */
  readonly ratio: (from: number, to: number) => number;
  /** A normally distributed number around 0. */
  readonly normal: (spread: number) => number;
  /** True in `share` of all draws. */
  readonly happens: (share: number) => boolean;
  readonly pick: <T>(from: readonly [T, ...T[]]) => T;
}

export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed);
  // The generator's first numbers are similar for neighboring seeds.
  for (let skipped = 0; skipped < 8; skipped++) next();
  const between = (from: number, to: number) => from + (to - from) * next();
  return {
    between,
    ratio: (from, to) => from * (to / from) ** next(),
    normal: (spread) => spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    happens: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
