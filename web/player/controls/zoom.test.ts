import { describe, expect, test } from 'vitest';
import { NO_ZOOM, nextScale, panBy, zoomAround } from './zoom.ts';

const SIZE = { xPx: 400, yPx: 300 };
const point = (xPx: number, yPx: number) => ({ xPx, yPx });

describe('looking closer at the picture', () => {
  test('what is under the fingers stays under them', () => {
    expect(zoomAround(NO_ZOOM, 2, point(100, -50), SIZE)).toEqual({ scale: 2, xPx: -100, yPx: 50 });
    expect(zoomAround(zoomAround(NO_ZOOM, 2, point(100, -50), SIZE), 4, point(100, -50), SIZE)).toEqual({
      scale: 4,
      xPx: -300,
      yPx: 150,
    });
  });

  test('never shows anything beyond the edges of the picture', () => {
    expect(panBy({ scale: 2, xPx: 0, yPx: 0 }, point(1000, -1000), SIZE)).toEqual({ scale: 2, xPx: 200, yPx: -150 });
    expect(panBy(NO_ZOOM, point(50, 50), SIZE)).toEqual(NO_ZOOM);
  });

  test('reaches from the whole picture to four times', () => {
    expect(zoomAround(NO_ZOOM, 9, point(0, 0), SIZE).scale).toBe(4);
    expect(zoomAround({ scale: 2, xPx: 90, yPx: 0 }, 0.3, point(0, 0), SIZE)).toEqual(NO_ZOOM);
    expect([1, 2, 2.7, 4].map(nextScale)).toEqual([2, 4, 4, 1]);
  });
});
