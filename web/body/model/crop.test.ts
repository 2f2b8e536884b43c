// Places go from the picture to a turned crop and back.
import { expect, test } from 'vitest';
import { cropAround, cropDistance, inCrop, inPicture } from './crop.ts';

test('a crop holds a body from its hips to the rim, upright', () => {
  const crop = cropAround({ xPx: 100, yPx: 200 }, { xPx: 100, yPx: 120 });
  expect(crop).toEqual({ centre: { xPx: 100, yPx: 200 }, sidePx: 200, angle: 0 });
  expect(inPicture(crop, 0.5, 0.5)).toEqual({ xPx: 100, yPx: 200 });
  expect(inPicture(crop, 0.5, 0.1)).toEqual({ xPx: 100, yPx: 120 });
});

test('of a body that leans to the right the head is still up in the crop', () => {
  const crop = cropAround({ xPx: 100, yPx: 200 }, { xPx: 180, yPx: 200 });
  expect(crop.angle).toBeCloseTo(Math.PI / 2);
  const [x, y] = inCrop(crop, { xPx: 180, yPx: 200 });
  expect(x).toBeCloseTo(0.5);
  expect(y).toBeCloseTo(0.1);
  const back = inPicture(crop, 0.2, 0.9);
  expect(inCrop(crop, back).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([0.2, 0.9]);
});

test('crops are as far apart as the worst of place, turn and size', () => {
  const crop = { centre: { xPx: 0, yPx: 0 }, sidePx: 100, angle: 0 };
  expect(cropDistance(crop, crop)).toBe(0);
  expect(cropDistance(crop, { ...crop, centre: { xPx: 30, yPx: 40 } })).toBe(0.5);
  expect(cropDistance(crop, { ...crop, angle: 2 * Math.PI - 0.1 })).toBeCloseTo(0.1);
  expect(cropDistance(crop, { ...crop, sidePx: 200 })).toBeCloseTo(Math.LN2);
});
