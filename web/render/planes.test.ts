// Composes pictures plane by plane.
import { expect, test } from 'vitest';
import { blackPlanes, coverOn, enlarged, layOn, mixOn, type Planes, putOn } from './planes.ts';

const filled = (widthPx: number, heightPx: number, bright: number, color: number): Planes => {
  const planes = blackPlanes({ widthPx, heightPx });
  planes.bytes.fill(bright, 0, widthPx * heightPx);
  planes.bytes.fill(color, widthPx * heightPx);
  return planes;
};
const at = ({ bytes, widthPx }: Planes, x: number, y: number) => bytes[y * widthPx + x];
const blueAt = ({ bytes, widthPx, heightPx }: Planes, x: number, y: number) =>
  bytes[widthPx * heightPx + ((y / 2) * widthPx) / 2 + x / 2];

test('places a picture, clipped to the target', () => {
  const canvas = blackPlanes({ widthPx: 8, heightPx: 8 });
  putOn(canvas, filled(4, 4, 200, 90), { xPx: 6, yPx: -2 });
  expect([at(canvas, 6, 0), at(canvas, 7, 1), at(canvas, 5, 0), at(canvas, 6, 2)]).toEqual([200, 200, 16, 16]);
  expect([blueAt(canvas, 6, 0), blueAt(canvas, 4, 0), blueAt(canvas, 6, 2)]).toEqual([90, 128, 128]);
});

test('blends brightness and color by a strength', () => {
  const canvas = filled(4, 4, 100, 100);
  mixOn(canvas, filled(4, 4, 200, 50), { xPx: 0, yPx: 0 }, 128);
  expect([at(canvas, 3, 3), blueAt(canvas, 2, 2)]).toEqual([150, 75]);
});

test('masks brightness per pixel, and color by the mean of four pixels', () => {
  const canvas = filled(4, 2, 100, 100);
  coverOn(canvas, filled(4, 2, 200, 200), { xPx: 0, yPx: 0 }, Uint8Array.from([255, 0, 255, 255, 0, 0, 255, 255]));
  expect([...canvas.bytes.subarray(0, 8)]).toEqual([200, 100, 200, 200, 100, 100, 200, 200]);
  expect([...canvas.bytes.subarray(8, 10)]).toEqual([125, 200]);
});

test('blends a layer through its mask', () => {
  const canvas = filled(4, 4, 100, 100);
  const layer = Uint8Array.from([9, 9, 9, 9, 7, 5, 255, 255, 255, 255]);
  layOn(canvas, layer, { xPx: 2, yPx: 2, widthPx: 2, heightPx: 2 });
  expect([at(canvas, 2, 2), at(canvas, 1, 2), blueAt(canvas, 2, 2)]).toEqual([9, 100, 7]);
});

test('enlarges a mask smoothly', () => {
  const large = enlarged(Uint8Array.from([0, 255]), { widthPx: 2, heightPx: 1 }, { widthPx: 4, heightPx: 2 });
  expect([...large]).toEqual([0, 64, 191, 255, 0, 64, 191, 255]);
});
