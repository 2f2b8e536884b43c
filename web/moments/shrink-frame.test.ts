import { expect, test } from 'vitest';
import { averaged, turned } from './shrink-frame.ts';

test('averages the pixels that a small pixel covers, also with padded rows', () => {
  const bytes = Uint8Array.from([99, 10, 30, 50, 70, 0, 20, 40, 60, 80, 0]);
  expect([...averaged({ bytes, offset: 1, stride: 5, width: 4, height: 2 }, 2, 1)]).toEqual([25, 65]);
});

test.each([
  [0, [1, 2, 3, 4, 5, 6]],
  [90, [4, 1, 5, 2, 6, 3]],
  [180, [6, 5, 4, 3, 2, 1]],
  [270, [3, 6, 2, 5, 1, 4]],
])('turns a picture of two rows clockwise by %i degrees', (degrees, expected) => {
  expect([...turned(Uint8Array.from([1, 2, 3, 4, 5, 6]), 3, 2, degrees)]).toEqual(expected);
});
