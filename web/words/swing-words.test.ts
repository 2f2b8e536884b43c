// The text of a mark, as precise as its clip.
import { expect, test } from 'vitest';
import { formatMark } from './swing-words.ts';

test.each([
  [null, '1.07 s'],
  [{ numerator: 30000, denominator: 1001 }, '1.07 s'],
  [{ numerator: 60, denominator: 1 }, '1.07 s'],
  [{ numerator: 240, denominator: 1 }, '1.067 s'],
])('a mark at a frame rate of %o reads %s', (frameRate, reading) => {
  expect(formatMark(1.0667, frameRate)).toBe(reading);
});
