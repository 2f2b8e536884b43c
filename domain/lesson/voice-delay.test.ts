import { expect, test } from 'vitest';
import { delayOfClaps } from './voice-delay.ts';

const BEATS = [1, 2, 3, 4, 5, 6, 7, 8];

test('the delay is the median of the claps', () => {
  const claps = BEATS.map((beat, index) => beat + 0.18 + (index % 3) * 0.01);
  expect(delayOfClaps(BEATS, claps)?.delay).toBeCloseTo(0.19);
});

test('a missed clap, a door and an early hand do not change it', () => {
  const claps = [0.3, 1.2, 2.2, 3.2, 4.05, 5.2, 6.2, 7.21].toSorted((a, b) => a - b);
  expect(delayOfClaps(BEATS, claps)?.delay).toBeCloseTo(0.2);
});

test('claps ahead of the beat mean no delay', () => {
  expect(
    delayOfClaps(
      BEATS,
      BEATS.map((beat) => beat - 0.03),
    )?.delay,
  ).toBe(0);
});

test('too few claps, or claps that do not follow the beat, say nothing', () => {
  expect(delayOfClaps(BEATS, [1.2, 2.2, 3.2, 4.2])).toBeNull();
  expect(
    delayOfClaps(
      BEATS,
      BEATS.map((beat, index) => beat + ((index * 7) % 5) * 0.11),
    ),
  ).toBeNull();
});
