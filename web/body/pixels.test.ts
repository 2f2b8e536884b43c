import { describe, expect, it } from 'vitest';
import { mirrored, type Pixels, paintOver, type QuarterTurn, squarePixels, uprightPixels } from './pixels.ts';

/** Red encodes the column, green the row. */
function ramp(widthPx: number, heightPx: number): Pixels {
  const bytes = new Uint8ClampedArray(4 * widthPx * heightPx);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    bytes.set([10 * (at % widthPx), 10 * Math.floor(at / widthPx), 0, 255], 4 * at);
  }
  return { widthPx, heightPx, bytes };
}

const color = ({ widthPx, bytes }: Pixels, x: number, y: number) => [
  ...bytes.slice(4 * (y * widthPx + x), 4 * (y * widthPx + x) + 2),
];
const upright = (from: Pixels, turn: QuarterTurn, widthPx: number, heightPx: number) =>
  uprightPixels(from, turn, { widthPx, heightPx }, new Uint8ClampedArray(4 * widthPx * heightPx));

describe('an upright picture', () => {
  it('is unchanged at its own size', () => {
    const picture = ramp(5, 3);
    expect(upright(picture, 0, 5, 3).bytes).toEqual(picture.bytes);
  });

  it('averages four pixels at half size', () => {
    expect(color(upright(ramp(8, 4), 0, 4, 2), 1, 1)).toEqual([25, 25]);
  });

  it.each([
    [90, [0, 20], [0, 0]],
    [180, [40, 20], [0, 20]],
    [270, [40, 0], [40, 20]],
  ] as const)('is turned clockwise by %d degrees', (turn, topLeft, topRight) => {
    const [widthPx, heightPx] = turn === 180 ? [5, 3] : [3, 5];
    const picture = upright(ramp(5, 3), turn, widthPx, heightPx);
    expect(color(picture, 0, 0)).toEqual(topLeft);
    expect(color(picture, widthPx - 1, 0)).toEqual(topRight);
  });
});

describe('a square of a picture', () => {
  it('contains the picture’s pixels as 0 to 1', () => {
    const rgb = squarePixels(ramp(6, 6), { center: { xPx: 3, yPx: 3 }, sidePx: 2, angle: 0 }, 2);
    expect([...rgb].map((share) => Math.round(share * 255))).toEqual([20, 20, 0, 30, 20, 0, 20, 30, 0, 30, 30, 0]);
  });

  it('is turned clockwise', () => {
    const rgb = squarePixels(ramp(6, 6), { center: { xPx: 3, yPx: 3 }, sidePx: 2, angle: Math.PI / 2 }, 2);
    expect([...rgb.slice(0, 3)].map((share) => Math.round(share * 255))).toEqual([30, 20, 0]);
  });

  it('is turned left to right, row by row', () => {
    const rgb = squarePixels(ramp(6, 6), { center: { xPx: 3, yPx: 3 }, sidePx: 2, angle: 0 }, 2);
    const turned = [...mirrored(rgb)].map((share) => Math.round(share * 255));
    expect(turned).toEqual([30, 20, 0, 20, 20, 0, 30, 30, 0, 20, 30, 0]);
  });

  it('is black outside the picture', () => {
    const rgb = squarePixels(ramp(6, 6), { center: { xPx: -20, yPx: 3 }, sidePx: 4, angle: 0 }, 4);
    expect(Math.max(...rgb)).toBe(0);
  });
});

it('clears a part, clipped to the picture', () => {
  const picture = ramp(6, 6);
  paintOver(picture, { leftPx: 4, topPx: -3, widthPx: 10, heightPx: 4 });
  expect([color(picture, 4, 0), color(picture, 3, 0), color(picture, 4, 1)]).toEqual([
    [128, 128],
    [30, 0],
    [40, 10],
  ]);
});
