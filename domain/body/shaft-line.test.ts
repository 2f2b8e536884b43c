// Drawn pictures of a golfer's lower half: grass with grain, trousers, and a thin line for the shaft.
import { describe, expect, test } from 'vitest';
import { seeded } from '#tests/fixtures/seeded.ts';
import type { GrayPicture } from './gray-picture.ts';
import { findShaft, type ShaftSearch } from './shaft-line.ts';

const [WIDTH, HEIGHT] = [500, 460];
const SEARCH: ShaftSearch = { hands: { xPx: 200, yPx: 180 }, groundYPx: 400, legPx: 240, toes: 1 };

interface Line {
  readonly from: { readonly x: number; readonly y: number };
  /** From the vertical, to the right. */
  readonly degrees: number;
  readonly widthPx: number;
  readonly luma: number;
}

/** Grass of brightness 110, dark trousers left of the hands, and lines. */
function picture(lines: readonly Line[]): GrayPicture {
  const random = seeded(5);
  const luma = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      let value = x > 120 && x < 190 ? 40 : 110;
      for (const { from, degrees, widthPx, luma: lineLuma } of lines) {
        const angle = (degrees * Math.PI) / 180;
        const off = Math.abs((x - from.x) * Math.cos(angle) - (y - from.y) * Math.sin(angle));
        if (y > from.y && off < widthPx / 2) value = lineLuma;
      }
      luma[y * WIDTH + x] = value + 16 * (random() - 0.5);
    }
  }
  return { widthPx: WIDTH, heightPx: HEIGHT, luma };
}

const shaft = (degrees: number, luma: number): Line => ({ from: { x: 206, y: 185 }, degrees, widthPx: 3, luma });

function degreesOf(found: ReturnType<typeof findShaft>): number {
  if (!found) throw new Error('There is no shaft');
  const { grip, end } = found;
  return (Math.atan2(end.xPx - grip.xPx, end.yPx - grip.yPx) * 180) / Math.PI;
}

describe('the shaft', () => {
  test.each([
    [25, 190],
    [38.5, 60],
    [50, 150],
  ])('leans by %d° and is found within a degree, brighter or darker than the grass (%d)', (degrees, luma) => {
    const found = findShaft(picture([shaft(degrees, luma)]), SEARCH);
    expect(Math.abs(degreesOf(found) - degrees)).toBeLessThan(1);
    expect(found?.end.yPx).toBeCloseTo(400, 0);
  });

  test('is expected on the side of the toes down the line, and near the vertical face-on', () => {
    const left = picture([shaft(-40, 190)]);
    expect(findShaft(left, SEARCH)).toBeNull();
    expect(degreesOf(findShaft(left, { ...SEARCH, toes: -1 }))).toBeCloseTo(-40, 0);
    expect(degreesOf(findShaft(picture([shaft(6, 190)]), { ...SEARCH, toes: 0 }))).toBeCloseTo(6, 0);
  });

  test('is not confused with an edge or a wide band, and not found in plain grass', () => {
    expect(findShaft(picture([]), SEARCH)).toBeNull();
    expect(findShaft(picture([{ ...shaft(40, 190), widthPx: 40 }]), SEARCH)).toBeNull();
  });

  test('is not chosen between two equal lines', () => {
    expect(findShaft(picture([shaft(25, 190), shaft(50, 190)]), SEARCH)).toBeNull();
  });

  test('is not found where the picture ends just below the hands', () => {
    expect(findShaft(picture([shaft(40, 190)]), { ...SEARCH, hands: { xPx: 200, yPx: 420 } })).toBeNull();
  });
});
