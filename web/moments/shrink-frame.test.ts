import { expect, test } from 'vitest';
import { averaged, brightnessOfColours, turned } from './shrink-frame.ts';

test('averages the pixels that a small pixel covers, also with padded rows', () => {
  const bytes = Uint8Array.from([99, 10, 30, 50, 70, 0, 20, 40, 60, 80, 0]);
  expect([...averaged({ bytes, offset: 1, stride: 5, step: 1, width: 4, height: 2 }, 2, 1)]).toEqual([25, 65]);
});

test('shrinks colours to the grey of the plane that they come from', () => {
  const plane = Uint8Array.from({ length: 64 }, (_, at) => 16 + ((at * 37) % 220));
  const rgba = Uint8ClampedArray.from({ length: 256 }, (_, at) =>
    at % 4 === 3 ? 255 : (((plane[at >> 2] ?? 0) - 16) * 255) / 219,
  );
  const expected = averaged({ bytes: plane, offset: 0, stride: 8, step: 1, width: 8, height: 8 }, 4, 4);
  const grey = brightnessOfColours({ widthPx: 8, heightPx: 8, bytes: rgba }, 4, 4);
  for (const [at, value] of grey.entries()) {
    const fromPlane = ((Math.floor(expected[at] ?? 0) - 16) * 255) / 219;
    expect(Math.abs(value - fromPlane)).toBeLessThan(2);
  }
  const green = Uint8ClampedArray.from([0, 255, 0, 255]);
  expect([...brightnessOfColours({ widthPx: 1, heightPx: 1, bytes: green }, 1, 1)]).toEqual([181]);
});

test.each([
  [0, [1, 2, 3, 4, 5, 6]],
  [90, [4, 1, 5, 2, 6, 3]],
  [180, [6, 5, 4, 3, 2, 1]],
  [270, [3, 6, 2, 5, 1, 4]],
])('turns a picture of two rows clockwise by %i degrees', (degrees, expected) => {
  expect([...turned(Uint8Array.from([1, 2, 3, 4, 5, 6]), 3, 2, degrees)]).toEqual(expected);
});
