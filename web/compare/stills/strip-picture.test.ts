// The dimensions of a still strip.
import { expect, test } from 'vitest';
import { layOutStrip } from './strip-picture.tsx';

const PORTRAIT = { widthPx: 1080, heightPx: 1920 };
const LANDSCAPE = { widthPx: 1920, heightPx: 1080 };

test('places two rows of three stills inside the picture, without overlap', () => {
  for (const [user, pro] of [
    [PORTRAIT, LANDSCAPE],
    [PORTRAIT, PORTRAIT],
    [LANDSCAPE, LANDSCAPE],
  ] as const) {
    const { size, stills } = layOutStrip(['user', 'pro'], { user, pro });
    expect(stills).toHaveLength(6);
    for (const [index, { rect }] of stills.entries()) {
      expect(rect.xPx).toBeGreaterThanOrEqual(0);
      expect(rect.xPx + rect.widthPx).toBeLessThanOrEqual(size.widthPx);
      expect(rect.yPx + rect.heightPx).toBeLessThan(size.heightPx);
      for (const { rect: other } of stills.slice(index + 1)) {
        const apart = other.xPx >= rect.xPx + rect.widthPx || other.yPx >= rect.yPx + rect.heightPx;
        expect(apart).toBe(true);
      }
    }
  }
});

test('keeps the stills’ aspect ratio, and the order of the comparison', () => {
  const { stills, rows } = layOutStrip(['pro', 'user'], { user: PORTRAIT, pro: LANDSCAPE });
  expect(stills.map(({ side, checkpoint }) => `${side} ${checkpoint}`)).toEqual([
    ...['pro rest', 'pro top', 'pro strike'],
    ...['user rest', 'user top', 'user strike'],
  ]);
  expect(rows.map(({ side }) => side)).toEqual(['pro', 'user']);
  for (const { side, rect } of stills) {
    expect(rect.widthPx / rect.heightPx).toBeCloseTo(side === 'user' ? 9 / 16 : 16 / 9, 1);
  }
});
