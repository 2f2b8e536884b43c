import { describe, expect, it } from 'vitest';
import { InkPlane, type InkStroke } from './drawing-ink.ts';

const SIZE = { widthPx: 40, heightPx: 30 };

function plane(rimPx = 0): InkPlane {
  const pixels = SIZE.widthPx * SIZE.heightPx;
  return new InkPlane({ ...SIZE, rimPx }, { cover: new Uint8Array(pixels), colors: [new Uint8Array(pixels)] });
}

function stroke(change: Partial<InkStroke> = {}): InkStroke {
  return { from: { x: 10, y: 15 }, to: { x: 30, y: 15 }, width: 6, values: [200], order: 0, ...change };
}

function at(
  { cover, colors }: InkPlane,
  x: number,
  y: number,
): { cover: number | undefined; color: number | undefined } {
  const index = y * SIZE.widthPx + x;
  return { cover: cover[index], color: colors[0]?.[index] };
}

/** The amount of ink in whole pixels. */
function ink({ cover }: InkPlane): number {
  return cover.reduce((sum, value) => sum + value / 255, 0);
}

describe('a stroke with round ends', () => {
  it('covers its width and no more', () => {
    const drawn = plane();
    drawn.draw(stroke());
    expect([11, 12, 17, 18].map((y) => at(drawn, 20, y).cover)).toEqual([0, 255, 255, 0]);
  });

  it('shares the edge pixels between ink and picture', () => {
    const drawn = plane();
    drawn.draw(stroke({ width: 5 }));
    expect([12, 13, 16, 17].map((y) => at(drawn, 20, y).cover)).toEqual([128, 255, 255, 128]);
  });

  it.each([
    ['lying', { x: 10, y: 15 }, { x: 30, y: 15 }],
    ['standing', { x: 20, y: 8 }, { x: 20, y: 22 }],
    ['slanting', { x: 8.3, y: 7.1 }, { x: 29.8, y: 22.6 }],
    ['falling the other way', { x: 29.8, y: 7.1 }, { x: 8.3, y: 22.6 }],
    ['no more than a dot', { x: 20, y: 15 }, { x: 20, y: 15 }],
  ])('has the area of a line with two half circles when it is %s', (_, from, to) => {
    const drawn = plane();
    drawn.draw(stroke({ from, to, width: 6 }));
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    expect(ink(drawn)).toBeCloseTo(length * 6 + Math.PI * 9, -0.3);
    expect(Math.abs(ink(drawn) / (length * 6 + Math.PI * 9) - 1)).toBeLessThan(0.02);
  });

  it('fades with its width below one pixel', () => {
    const drawn = plane();
    drawn.draw(stroke({ from: { x: 10, y: 15.5 }, to: { x: 30, y: 15.5 }, width: 0.25 }));
    expect(at(drawn, 20, 15)).toEqual({ cover: 64, color: 200 });
    expect(at(drawn, 20, 14).cover).toBe(0);
  });

  it('is cut off at the edges of the plane', () => {
    const drawn = plane();
    drawn.draw(stroke({ from: { x: -1e6, y: 15 }, to: { x: 1e6, y: 15 } }));
    expect(ink(drawn)).toBeCloseTo(SIZE.widthPx * 6, 0);
  });

  it('sets its color without coverage up to the rim', () => {
    const drawn = plane(1);
    drawn.draw(stroke());
    expect(at(drawn, 20, 11)).toEqual({ cover: 0, color: 200 });
    expect(at(drawn, 20, 9)).toEqual({ cover: 0, color: 0 });
  });

  it.each([
    ['off the plane', { from: { x: 100, y: 100 }, to: { x: 200, y: 100 } }],
    ['above it', { from: { x: 10, y: -50 }, to: { x: 30, y: -50 } }],
  ])('draws nothing when it lies %s', (_, change) => {
    const drawn = plane();
    drawn.draw(stroke(change));
    expect(ink(drawn)).toBe(0);
  });
});

describe('a line of many segments', () => {
  it('looks like a single line, however short its segments are', () => {
    const [whole, pieces] = [plane(), plane()];
    whole.draw(stroke({ from: { x: 8, y: 10 }, to: { x: 30, y: 20 }, width: 5 }));
    const at = (share: number) => ({ x: 8 + 22 * share, y: 10 + 10 * share });
    for (let n = 0; n < 50; n += 1) pieces.draw(stroke({ from: at(n / 50), to: at((n + 1) / 50), width: 5 }));
    const off = whole.cover.map((value, index) => Math.abs(value - (pieces.cover[index] ?? 0)));
    expect(Math.max(...off)).toBeLessThanOrEqual(2);
  });
});

describe('two strokes that cross', () => {
  const lower = stroke({ values: [100], order: 0 });
  const upper = stroke({ from: { x: 20, y: 5 }, to: { x: 20, y: 25 }, width: 5, values: [200], order: 1 });

  it('show the one that was drawn later on top', () => {
    const drawn = plane();
    drawn.draw(lower);
    drawn.draw(upper);
    expect(at(drawn, 20, 15)).toEqual({ cover: 255, color: 200 });
    expect(at(drawn, 14, 15)).toEqual({ cover: 255, color: 100 });
  });

  it('look the same when the lower one is drawn later', () => {
    const [inOrder, reversed] = [plane(), plane()];
    for (const each of [lower, upper]) inOrder.draw(each);
    for (const each of [upper, lower]) reversed.draw(each);
    expect(reversed.cover).toEqual(inOrder.cover);
    const off = inOrder.colors[0]?.map((color, index) => Math.abs(color - (reversed.colors[0]?.[index] ?? 0)));
    expect(Math.max(...(off ?? []))).toBeLessThanOrEqual(1);
  });

  it('mix their colors where the upper one’s edge is soft', () => {
    const drawn = plane();
    drawn.draw(lower);
    drawn.draw(upper);
    // Half a pixel of the upper one.
    expect(at(drawn, 17, 15)).toEqual({ cover: 255, color: 150 });
  });
});

describe('restored rows', () => {
  it('have their previous colors, coverage and order', () => {
    const lower = stroke({ values: [100], order: 0 });
    const upper = stroke({ from: { x: 20, y: 5 }, to: { x: 20, y: 25 }, values: [200], order: 2 });
    const later = stroke({ from: { x: 12, y: 5 }, to: { x: 28, y: 25 }, values: [50], order: 1 });
    const [drawn, never] = [plane(), plane()];
    drawn.draw(lower);
    const before = drawn.copyRows(0, SIZE.heightPx);
    drawn.draw(upper);
    drawn.restore(before);
    for (const each of [lower, later]) never.draw(each);
    drawn.draw(later);
    expect([drawn.cover, drawn.colors]).toEqual([never.cover, never.colors]);
  });
});
