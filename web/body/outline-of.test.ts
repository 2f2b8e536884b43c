// Converts a mask in a turned square to an upright grid in the right place.
import { expect, test } from 'vitest';
import { LANDMARKS_SIDE_PX } from '#web/body/model/model-outputs.ts';
import type { TurnedSquare } from '#web/body/model/turned-square.ts';
import { silhouetteOf } from './outline-of.ts';

const SIDE = LANDMARKS_SIDE_PX;
const FRAME = { frameIndex: 7, time: 0.25 };

/** Logits of a rectangle of the mask. */
function maskOf(from: readonly [x: number, y: number], to: readonly [x: number, y: number]): Float32Array {
  return Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    return x >= from[0] && x < to[0] && y >= from[1] && y < to[1] ? 12 : -12;
  });
}

/** The share of covered cells, and their middle in the clip's picture. */
function covered({ cells, columns, leftPx, topPx, cellPx }: ReturnType<typeof silhouetteOf>) {
  let [count, x, y] = [0, 0, 0];
  for (const [at, value] of cells.entries()) {
    if (value < 128) continue;
    count++;
    x += leftPx + ((at % columns) + 0.5) * cellPx;
    y += topPx + (Math.floor(at / columns) + 0.5) * cellPx;
  }
  return { areaPx: count * cellPx * cellPx, xPx: x / count, yPx: y / count };
}

test.each([
  [0, 'upright'],
  [Math.PI / 6, 'turned'],
])('keeps place and area of a square turned by %s radians (%s)', (angle) => {
  // The analyzed picture has half the size: two pixels of the clip per pixel.
  const square: TurnedSquare = { center: { xPx: 300, yPx: 200 }, sidePx: 256, angle };
  const silhouette = silhouetteOf(maskOf([98, 88], [158, 168]), square, 0.5, FRAME);
  const { areaPx, xPx, yPx } = covered(silhouette);
  expect(silhouette).toMatchObject({ ...FRAME, cellPx: 2 });
  expect(areaPx / (60 * 80 * 4)).toBeCloseTo(1, 1);
  expect(xPx).toBeCloseTo(600, -0.5);
  expect(yPx).toBeCloseTo(400, -0.5);
  expect(silhouette.cells.length).toBe(silhouette.columns * silhouette.rows);
});

test('turns an empty mask into an empty grid', () => {
  const square: TurnedSquare = { center: { xPx: 300, yPx: 200 }, sidePx: 256, angle: 0 };
  const { cells } = silhouetteOf(maskOf([0, 0], [0, 0]), square, 1, FRAME);
  expect(Math.max(...cells)).toBe(0);
});
