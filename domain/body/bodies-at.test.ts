// The frames that are beside a marked position.
import { expect, test } from 'vitest';
import { isBesidePosition } from './bodies-at.ts';

const MARKS = { restTime: 1, topTime: 2, strikeTime: 2.3 };
const beside = (
  times: readonly number[],
  slowMotionFactor = 1,
  marks: Parameters<typeof isBesidePosition>[0] = MARKS,
) => times.filter((time) => isBesidePosition(marks, time, slowMotionFactor));

test('frames up to the rest and closely around top and strike are beside a position', () => {
  expect(beside([0.8, 0.9, 1.05, 1.1])).toEqual([0.9, 1.05]);
  expect(beside([1.9, 1.95, 2.05, 2.1])).toEqual([1.95, 2.05]);
  expect(beside([2.2, 2.25, 2.35, 2.4])).toEqual([2.25, 2.35]);
});

test('in slow motion the distances are longer, and what is not marked has no frames beside it', () => {
  expect(beside([0.3, 0.5, 1.4, 2.5, 2.6], 4)).toEqual([0.5, 2.5]);
  expect(beside([0.9, 1.95, 2.35], 1, { ...MARKS, topTime: null })).toEqual([0.9, 2.35]);
});
