import { describe, expect, it } from 'vitest';
import { layOutPanes } from './picture-place.ts';

const PORTRAIT = { widthPx: 1080, heightPx: 1920 };
const LANDSCAPE = { widthPx: 1920, heightPx: 1080 };

describe('layOutPanes', () => {
  it('sets two portrait phone clips side by side at full height', () => {
    const { canvas, user, pro } = layOutPanes(PORTRAIT, PORTRAIT);
    expect(canvas).toEqual({ widthPx: 1216, heightPx: 1080 });
    expect(user).toEqual({ xPx: 0, yPx: 0, widthPx: 608, heightPx: 1080 });
    expect(pro.xPx).toBe(608);
  });

  it('keeps two landscape clips within 1920 pixels of width', () => {
    expect(layOutPanes(LANDSCAPE, LANDSCAPE).canvas).toEqual({ widthPx: 1920, heightPx: 540 });
  });

  it('gives both panels the same height', () => {
    const { user, pro } = layOutPanes(PORTRAIT, LANDSCAPE);
    expect(user.heightPx).toBe(pro.heightPx);
    expect(user.widthPx / user.heightPx).toBeCloseTo(1080 / 1920, 2);
  });

  it('never exceeds the height of the taller source', () => {
    const small = { widthPx: 240, heightPx: 384 };
    expect(layOutPanes(small, small).canvas.heightPx).toBe(384);
    expect(layOutPanes(small, { widthPx: 360, heightPx: 664 }).canvas.heightPx).toBe(664);
  });

  it.each([
    [
      { widthPx: 1079, heightPx: 1921 },
      { widthPx: 333, heightPx: 777 },
    ],
    [
      { widthPx: 16, heightPx: 9000 },
      { widthPx: 9000, heightPx: 16 },
    ],
    [
      { widthPx: 17, heightPx: 17 },
      { widthPx: 3026, heightPx: 1386 },
    ],
  ])('makes even panels inside the canvas for %o beside %o', (user, pro) => {
    const layout = layOutPanes(user, pro);
    for (const px of [layout.user.widthPx, layout.pro.widthPx, layout.canvas.widthPx, layout.canvas.heightPx]) {
      expect(px % 2).toBe(0);
      expect(px).toBeGreaterThanOrEqual(16);
    }
    expect(layout.user.widthPx + layout.pro.widthPx).toBe(layout.canvas.widthPx);
    expect(layout.canvas.widthPx).toBeLessThanOrEqual(1920);
    expect(layout.canvas.heightPx).toBeLessThanOrEqual(1080);
  });
});
