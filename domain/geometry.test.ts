// Even sizes and rectangles are checked when they are made.
import { expect, it } from 'vitest';
import { evenPx, evenRect, evenSize } from './geometry.ts';

it('accepts even numbers only', () => {
  expect(evenRect({ xPx: -4, yPx: 0, widthPx: 640, heightPx: 360 })).toEqual({
    xPx: -4,
    yPx: 0,
    widthPx: 640,
    heightPx: 360,
  });
  expect(() => evenSize({ widthPx: 641, heightPx: 360 })).toThrow(new RangeError('641 pixels are not an even number'));
  expect(() => evenRect({ xPx: 0.5, yPx: 0, widthPx: 640, heightPx: 360 })).toThrow(RangeError);
  expect(() => evenSize({ widthPx: Number.NaN, heightPx: 360 })).toThrow(RangeError);
});

it('rounds to the nearest even number', () => {
  expect([3.1, 4.9, 5, 6].map(evenPx)).toEqual([4, 4, 6, 6]);
});
