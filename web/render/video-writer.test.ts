// The timescale of files made on the device: downloads at other speeds are re-timed without encoding.
import { expect, test } from 'vitest';
import { clockFor } from './video-writer.ts';

test.each([
  [[30, 1], undefined],
  [[30_000, 1001], 30_000 / 1001],
  // 117,652 ticks per second, 4,000 per frame.
  [[29_413, 1000], (32 * 29_413) / 1000],
] as const)('the timescale of %j frames per second', ([numerator, denominator], wanted) => {
  expect(clockFor({ numerator, denominator }).frameRate).toBe(wanted);
});
