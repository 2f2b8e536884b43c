// Drawn pictures of a shaft that points anywhere: noise, a thin line from the hands, and lines of the background.
import { describe, expect, test } from 'vitest';
import { seeded } from '#tests/fixtures/seeded.ts';
import type { GrayPicture } from './gray-picture.ts';
import { apart } from './shaft-line.ts';
import { findSwungShaft, type SwungSearch } from './shaft-search.ts';

const SIZE = 600;
const HANDS = { xPx: 300, yPx: 300 };
const SEARCH: SwungSearch = { hands: HANDS, legPx: 240, directions: [-180, 180], avoided: [] };

interface Line {
  /** In degrees from straight down, to the right. */
  readonly degrees: number;
  readonly from?: number;
  readonly to?: number;
}

/** Grass with grain, and bright lines that begin and end so far from the hands. */
function picture(lines: readonly Line[]): GrayPicture {
  const random = seeded(7);
  const luma = new Uint8Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const isOn = lines.some(({ degrees, from = 10, to = 260 }) => {
        const angle = (degrees * Math.PI) / 180;
        const [right, down] = [x - HANDS.xPx, y - HANDS.yPx];
        const along = right * Math.sin(angle) + down * Math.cos(angle);
        return Math.abs(right * Math.cos(angle) - down * Math.sin(angle)) < 1.5 && along > from && along < to;
      });
      luma[y * SIZE + x] = (isOn ? 180 : 110) + 16 * (random() - 0.5);
    }
  }
  return { widthPx: SIZE, heightPx: SIZE, luma };
}

function degreesOf(found: ReturnType<typeof findSwungShaft>): number {
  if (!found) throw new Error('There is no shaft');
  return (Math.atan2(found.end.xPx - found.grip.xPx, found.end.yPx - found.grip.yPx) * 180) / Math.PI;
}

describe('a swung shaft', () => {
  test.each([100, -75, 150, -140])('is found at %d° within two degrees', (degrees) => {
    expect(apart(degreesOf(findSwungShaft(picture([{ degrees }]), null, SEARCH)), degrees)).toBeLessThan(2);
  });

  test('is found where the head hides its first half', () => {
    const found = findSwungShaft(picture([{ degrees: 100, from: 110 }]), null, SEARCH);
    expect(apart(degreesOf(found), 100)).toBeLessThan(1);
  });

  test('is not a line that passes the hands or is there without the club', () => {
    expect(findSwungShaft(picture([{ degrees: 100, from: -260 }]), null, SEARCH)).toBeNull();
    const fence = { degrees: -60 };
    expect(findSwungShaft(picture([fence]), picture([fence]), SEARCH)).toBeNull();
    const found = findSwungShaft(picture([fence, { degrees: 100 }]), picture([fence]), SEARCH);
    expect(apart(degreesOf(found), 100)).toBeLessThan(1);
  });

  test('is neither a forearm nor outside of the directions that are possible', () => {
    const line = picture([{ degrees: 100 }]);
    expect(findSwungShaft(line, null, { ...SEARCH, avoided: [110] })).toBeNull();
    expect(findSwungShaft(line, null, { ...SEARCH, directions: [-145, -30] })).toBeNull();
  });

  test('is not chosen between two equal lines, and not seen in plain grass or at the picture’s edge', () => {
    expect(findSwungShaft(picture([{ degrees: 100 }, { degrees: -80 }]), null, SEARCH)).toBeNull();
    expect(findSwungShaft(picture([]), null, SEARCH)).toBeNull();
    const atEdge = { ...SEARCH, hands: { xPx: 580, yPx: 300 }, directions: [60, 120] } as const;
    expect(findSwungShaft(picture([{ degrees: 90, from: 280, to: 600 }]), null, atEdge)).toBeNull();
  });
});
