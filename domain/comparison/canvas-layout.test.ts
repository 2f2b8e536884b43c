// The places of pictures on the canvas: stacked, alone, and overlaid with and without known bodies.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rect } from '#domain/geometry.ts';
import { layOutCanvas } from './canvas-layout.ts';
import { AS_FILMED, DEFAULT_GHOST, NO_FIT } from './comparison-choices.ts';
import type { SidePicture } from './golfer-room.ts';

const PORTRAIT: SidePicture = { widthPx: 1080, heightPx: 1920, body: null, room: null };
const LANDSCAPE: SidePicture = { widthPx: 1920, heightPx: 1080, body: null, room: null };
const GHOST = { ...AS_FILMED, layout: 'ghost' } as const;
const withFit = (fit: Partial<typeof NO_FIT>) => ({
  ...GHOST,
  ghost: { ...DEFAULT_GHOST, fit: { ...NO_FIT, ...fit } },
});

describe('stacked', () => {
  const choices = { ...AS_FILMED, layout: 'stacked' } as const;

  it('puts the visitor above the pro, with the same height and the narrower one centered', () => {
    const { canvas, user, pro } = layOutCanvas(PORTRAIT, LANDSCAPE, choices);
    expect(canvas).toEqual({ widthPx: 960, heightPx: 1080 });
    expect(pro.rect).toEqual({ xPx: 0, yPx: 540, widthPx: 960, heightPx: 540 });
    expect(user.rect).toEqual({ xPx: 328, yPx: 0, widthPx: 304, heightPx: 540 });
    expect(user.picture).toEqual(user.rect);
  });

  it('puts the pro above when swapped', () => {
    const { user, pro } = layOutCanvas(PORTRAIT, LANDSCAPE, { ...choices, isSwapped: true });
    expect([user.rect.yPx, pro.rect.yPx]).toEqual([540, 0]);
  });
});

describe('alone', () => {
  it.each([
    ['the visitor', false, PORTRAIT, { widthPx: 608, heightPx: 1080 }],
    ['the pro when swapped', true, LANDSCAPE, { widthPx: 1920, heightPx: 1080 }],
  ] as const)('gives the whole canvas to %s', (_, isSwapped, shown, canvas) => {
    const laidOut = layOutCanvas(PORTRAIT, LANDSCAPE, { ...AS_FILMED, layout: 'alone', isSwapped });
    expect(laidOut.canvas).toEqual(canvas);
    expect(laidOut[isSwapped ? 'pro' : 'user'].picture).toMatchObject({ xPx: 0, yPx: 0, ...canvas });
    expect(Math.abs(shown.widthPx / shown.heightPx - canvas.widthPx / canvas.heightPx)).toBeLessThan(0.01);
  });

  it('fills the given shape', () => {
    const choices = { ...AS_FILMED, layout: 'alone', framing: 'golfers' } as const;
    const { canvas, user } = layOutCanvas(PORTRAIT, LANDSCAPE, choices, undefined, 0.7);
    expect(canvas.widthPx / canvas.heightPx).toBeCloseTo(0.7, 1);
    expect(user.rect).toMatchObject({ xPx: 0, yPx: 0, ...canvas });
  });
});

describe('a ghost without known bodies', () => {
  it('shows both pictures whole, with the same height and center', () => {
    const { canvas, user, pro, isFitted } = layOutCanvas(PORTRAIT, LANDSCAPE, GHOST);
    expect(isFitted).toBe(false);
    expect(canvas.widthPx).toBe(pro.picture.widthPx);
    expect(user.picture.heightPx).toBe(pro.picture.heightPx);
    expect(Math.abs(2 * user.picture.xPx + user.picture.widthPx - canvas.widthPx)).toBeLessThanOrEqual(2);
  });

  it('scales around the center and moves in shares of the canvas', () => {
    const { canvas, pro } = layOutCanvas(
      LANDSCAPE,
      LANDSCAPE,
      withFit({ sizePercent: 50, rightPercent: 25, upPercent: 10 }),
    );
    const { xPx, yPx, widthPx, heightPx } = pro.picture;
    expect(widthPx).toBe(canvas.widthPx / 2);
    expect(xPx + widthPx / 2).toBe(canvas.widthPx * 0.75);
    expect(yPx + heightPx / 2).toBeCloseTo(canvas.heightPx * 0.4, -1);
  });
});

/** The place of a body on the canvas. */
function onCanvas(picture: Rect, side: SidePicture) {
  const body = side.body ?? { headTopPx: Number.NaN, solesPx: Number.NaN, middlePx: Number.NaN };
  const scale = picture.heightPx / side.heightPx;
  return {
    head: picture.yPx + body.headTopPx * scale,
    soles: picture.yPx + body.solesPx * scale,
    middle: picture.xPx + (body.middlePx * picture.widthPx) / side.widthPx,
  };
}

describe('a ghost of known bodies', () => {
  const user: SidePicture = { ...PORTRAIT, body: { headTopPx: 700, solesPx: 1500, middlePx: 500 }, room: null };
  const pro: SidePicture = { ...LANDSCAPE, body: { headTopPx: 200, solesPx: 900, middlePx: 1200 }, room: null };

  it('fits the pro onto the visitor’s body, with the feet aligned', () => {
    const layout = layOutCanvas(user, pro, GHOST);
    expect(layout.isFitted).toBe(true);
    expect(layout.canvas.heightPx).toBe(1080);
    expect(layout.user.picture).toEqual({ xPx: 0, yPx: 0, ...layout.canvas });
    const [you, they] = [onCanvas(layout.user.picture, user), onCanvas(layout.pro.picture, pro)];
    // Pictures lie on even pixels.
    expect(Math.abs(you.head - they.head)).toBeLessThan(3);
    expect(Math.abs(you.soles - they.soles)).toBeLessThan(3);
    expect(Math.abs(you.middle - they.middle)).toBeLessThan(3);
  });

  it('keeps the feet in place when the visitor enlarges the pro', () => {
    const [plain, larger] = [GHOST, withFit({ sizePercent: 150 })].map((choices) => layOutCanvas(user, pro, choices));
    if (!plain || !larger) throw new Error('No layout');
    const [before, after] = [onCanvas(plain.pro.picture, pro), onCanvas(larger.pro.picture, pro)];
    expect(after.soles).toBeCloseTo(before.soles, -0.7);
    expect(after.middle).toBeCloseTo(before.middle, -0.7);
    expect((after.soles - after.head) / (before.soles - before.head)).toBeCloseTo(1.5, 1);
  });

  it('enlarges a very small golfer at most four times', () => {
    const far: SidePicture = { ...LANDSCAPE, body: { headTopPx: 500, solesPx: 520, middlePx: 900 }, room: null };
    const { canvas, pro: placed } = layOutCanvas(user, far, GHOST);
    expect(placed.picture.heightPx).toBe(4 * canvas.heightPx);
  });

  it('has even places for pictures of any size', () => {
    const side = fc
      .record({ widthPx: fc.integer({ min: 16, max: 8000 }), heightPx: fc.integer({ min: 16, max: 8000 }) })
      .map(
        (size): SidePicture => ({
          ...size,
          body: { headTopPx: size.heightPx * 0.2, solesPx: size.heightPx * 0.9, middlePx: size.widthPx / 3 },
          room: null,
        }),
      );
    fc.assert(
      fc.property(side, side, (one, other) => {
        const { canvas, user: left, pro: right } = layOutCanvas(one, other, GHOST);
        for (const { picture } of [left, right]) {
          for (const px of [picture.xPx, picture.yPx, picture.widthPx, picture.heightPx])
            expect(px % 2 === 0).toBe(true);
          expect(Math.min(picture.widthPx, picture.heightPx)).toBeGreaterThan(0);
        }
        expect(canvas.widthPx).toBeLessThanOrEqual(1920);
        expect(canvas.heightPx).toBeLessThanOrEqual(1080);
      }),
      { seed: 20261122, numRuns: 200 },
    );
  });
});

describe('pictures in which no golfer is known, in a given shape', () => {
  const unknown = (widthPx: number, heightPx: number) => ({ widthPx, heightPx, body: null, room: null });
  const choices = { ...AS_FILMED, framing: 'golfers' } as const;

  it.each([390 / 515, 1000 / 760])('fill two panes of one size, without losing much of their height: %s', (aspect) => {
    const [one, other] = [unknown(1080, 1920), unknown(1920, 1080)];
    const { canvas, user, pro, isFramed } = layOutCanvas(one, other, choices, undefined, aspect);
    expect(isFramed).toBe(false);
    expect(canvas.widthPx / canvas.heightPx).toBeCloseTo(aspect, 1);
    expect([pro.rect.widthPx, pro.rect.heightPx]).toEqual([user.rect.widthPx, user.rect.heightPx]);
    for (const { rect, picture } of [user, pro]) {
      const below = picture.yPx + picture.heightPx - (rect.yPx + rect.heightPx);
      expect(below / picture.heightPx).toBeLessThan(0.03);
      expect(Math.min(rect.heightPx, picture.heightPx) / picture.heightPx).toBeGreaterThan(0.87);
    }
  });

  it('are cropped in the file too, and shown whole where full pictures are chosen', () => {
    const [one, other] = [unknown(1080, 1920), unknown(1920, 1080)];
    const { canvas, user, pro } = layOutCanvas(one, other, choices);
    expect([canvas.widthPx / canvas.heightPx, user.rect.widthPx]).toEqual([expect.closeTo(1.44, 1), pro.rect.widthPx]);
    expect(pro.crop?.from.widthPx).toBeLessThan(1000);
    expect(layOutCanvas(one, other, AS_FILMED, undefined, 0.75).user.crop).toBeNull();
  });

  it('keep their whole height in the file where both are upright, and are not enlarged', () => {
    const [one, other] = [unknown(540, 960), unknown(480, 848)];
    const { canvas, user, pro } = layOutCanvas(one, other, choices);
    expect(canvas.heightPx).toBe(960);
    expect(user.crop?.from.widthPx).toBe(540);
    expect(user.crop?.from.heightPx).toBeGreaterThan(950);
    expect(pro.crop?.from.heightPx).toBeGreaterThan(840);
  });
});
