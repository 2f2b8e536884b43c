// The clock of the files that are made on the device: they are re-timed for every download speed.
import { expect, test } from 'vitest';
import { clockFor } from './video-writer.ts';

test.each([
  [[30, 1], undefined],
  [[30_000, 1001], 30_000 / 1001],
  // 117,652 ticks a second, 4,000 of them a frame.
  [[29_413, 1000], (32 * 29_413) / 1000],
] as const)('the clock of %j frames per second', ([numerator, denominator], wanted) => {
  expect(clockFor({ numerator, denominator }).frameRate).toBe(wanted);
});
