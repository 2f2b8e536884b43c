// Places go from the picture to a turned square and back.
import { expect, test } from 'vitest';
import { inPicture, inSquare, squareAround, squareDistance } from './turned-square.ts';

test('a square contains a body, upright, with the hips at its center', () => {
  const square = squareAround({ xPx: 100, yPx: 200 }, { xPx: 100, yPx: 120 });
  expect(square).toEqual({ center: { xPx: 100, yPx: 200 }, sidePx: 200, angle: 0 });
  expect(inPicture(square, 0.5, 0.5)).toEqual({ xPx: 100, yPx: 200 });
  expect(inPicture(square, 0.5, 0.1)).toEqual({ xPx: 100, yPx: 120 });
});

test('a body that leans to the right is upright in the square', () => {
  const square = squareAround({ xPx: 100, yPx: 200 }, { xPx: 180, yPx: 200 });
  expect(square.angle).toBeCloseTo(Math.PI / 2);
  const [x, y] = inSquare(square, { xPx: 180, yPx: 200 });
  expect(x).toBeCloseTo(0.5);
  expect(y).toBeCloseTo(0.1);
  const back = inPicture(square, 0.2, 0.9);
  expect(inSquare(square, back).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([0.2, 0.9]);
});

test('a point of a mirrored square is where its pixel was before it was turned', () => {
  const square = squareAround({ xPx: 100, yPx: 200 }, { xPx: 130, yPx: 140 });
  expect(inPicture({ ...square, isMirrored: true }, 0.2, 0.9)).toEqual(inPicture(square, 0.8, 0.9));
});

test('the distance of two squares is the largest of their differences in place, turn and size', () => {
  const square = { center: { xPx: 0, yPx: 0 }, sidePx: 100, angle: 0 };
  expect(squareDistance(square, square)).toBe(0);
  expect(squareDistance(square, { ...square, center: { xPx: 30, yPx: 40 } })).toBe(0.5);
  expect(squareDistance(square, { ...square, angle: 2 * Math.PI - 0.1 })).toBeCloseTo(0.1);
  expect(squareDistance(square, { ...square, sidePx: 200 })).toBeCloseTo(Math.LN2);
});
