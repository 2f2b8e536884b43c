import { describe, expect, test } from 'vitest';
import { NO_ZOOM, nextScale, panBy, zoomAround, zoomTransform } from './use-zoom.ts';

const point = (x: number, y: number) => ({ x, y });

describe('looking closer at the picture', () => {
  test('keeps the point under the fingers in place', () => {
    const twice = zoomAround(NO_ZOOM, 2, point(0.25, -0.125));
    expect(twice).toEqual({ scale: 2, x: -0.25, y: 0.125 });
    expect(zoomAround(twice, 4, point(0.25, -0.125))).toEqual({ scale: 4, x: -0.75, y: 0.375 });
  });

  test('never shows anything outside the picture', () => {
    expect(panBy({ scale: 2, x: 0, y: 0 }, point(3, -3))).toEqual({ scale: 2, x: 0.5, y: -0.5 });
    expect(panBy(NO_ZOOM, point(0.1, 0.1))).toEqual(NO_ZOOM);
  });

  test('ranges from the whole picture to four times', () => {
    expect(zoomAround(NO_ZOOM, 9, point(0, 0)).scale).toBe(4);
    expect(zoomAround({ scale: 2, x: 0.2, y: 0 }, 0.3, point(0, 0))).toEqual(NO_ZOOM);
    expect([1, 2, 2.7, 4].map(nextScale)).toEqual([2, 4, 4, 1]);
  });

  test('is a transform relative to the element, and none for the whole picture', () => {
    expect(zoomTransform({ scale: 2, x: 0.1, y: -0.25 })).toBe('translate(10%, -25%) scale(2)');
    expect(zoomTransform(NO_ZOOM)).toBeUndefined();
  });
});
