// Judges simulated golfers, whose shots spread as those of real ones do.
import { describe, expect, test } from 'vitest';
import { seeded } from '#tests/fixtures/seeded.ts';
import { type MeasuredValue, retest, usualPlusMinus } from './retest.ts';

/**
 * Standard deviations of real golfers' shots with one club, in degrees, of all sets of at least 25 shots in CaddieSet (MIT,
 * damilab/CaddieSet; 1,757 shots of eight golfers): the spine down the line at setup, top and impact, and the shoulders at setup.
 * Their shots follow each other at random: the correlation of neighbors is −0.28 to 0.27.
 */
const SPINE = [
  ...[2.8, 3.3, 2.7, 4, 3.1, 2.5, 4.3, 4.6, 3.4, 6.4, 4.2, 2.9, 4.2, 3.7, 3.2, 2.3, 2.6, 4, 3.4, 7.3, 3.4],
  ...[2.7, 4.6, 4.9, 3.6, 2.9, 3.6, 5.1, 3.9, 7.4, 3.9],
];
const SHOULDERS = [4.8, 2.2, 3.3, 2.8, 1.8, 3, 2, 2.8, 7.4, 4.5, 2.7];
/** The spreads of a measure, its ± and its normal variation. */
const MEASURES = [
  { name: 'spine', spreads: SPINE, plusMinus: 4, usualSpread: 4 },
  { name: 'shoulders', spreads: SHOULDERS, plusMinus: 6, usualSpread: 5 },
];
const TRIALS = 400;

function normalFrom(seed: number): () => number {
  const random = seeded(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Simulated {
  readonly count: number;
  /** The part of the ± that all shots of a session share; the rest is in the spread of the shots. */
  readonly shared: number;
}

/** The share of simulated golfers who are told that they changed. */
function toldChanged(
  { spreads, plusMinus, usualSpread }: (typeof MEASURES)[number],
  { count, shared }: Simulated,
  change: number,
): number {
  const normal = normalFrom(68);
  let changed = 0;
  for (const spread of spreads) {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const session = (mean: number, shots: number): readonly MeasuredValue[] => {
        const off = mean + normal() * (plusMinus / 1.96) * Math.sqrt(shared);
        return Array.from({ length: shots }, () => ({ value: off + normal() * spread, plusMinus }));
      };
      const told = retest(session(34, count), session(34 - change, 10), { goal: 20, usualSpread });
      if (told?.verdict === 'changed') changed += 1;
    }
  }
  return changed / (spreads.length * TRIALS);
}

describe.each(MEASURES)('golfers whose $name vary as in CaddieSet', (measure) => {
  test.each([
    { count: 1, shared: 1 },
    { count: 1, shared: 0 },
    { count: 10, shared: 1 },
    { count: 10, shared: 0 },
  ])(
    'are told of a change that did not happen in at most 5 % of retests ($count before, shared part $shared)',
    (simulated) => {
      expect(toldChanged(measure, simulated, 0)).toBeLessThanOrEqual(0.05);
    },
  );

  test.each([
    { count: 1, shared: 1 },
    { count: 10, shared: 1 },
  ])('are told of a change of twice the ± within ten shots in at least 90 % ($count before)', (simulated) => {
    const { plusMinus, usualSpread } = measure;
    const margin = usualPlusMinus({ value: 34, plusMinus }, usualSpread);
    expect(toldChanged(measure, simulated, 2 * margin)).toBeGreaterThanOrEqual(0.9);
  });
});
