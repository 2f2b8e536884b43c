// Outlines: strict reading, lookup by time, and filling.
import { describe, expect, it, test } from 'vitest';
import {
  MAX_CORNERS,
  MAX_OUTLINES,
  makeOutlineTrack,
  type Outline,
  outlineMask,
  outlineOverTime,
  readOutlineTrack,
} from './outline.ts';

const SQUARE = [10, 10, 30, 10, 30, 30, 10, 30];
const outline = (frameIndex: number, time: number): Outline => ({ frameIndex, time, rings: [SQUARE] });
const track = (times: readonly number[]) =>
  makeOutlineTrack({ widthPx: 100, heightPx: 80, outlines: times.map((time, frame) => outline(frame, time)) });

describe('a track from JSON', () => {
  const good = track([0, 0.5]);
  const withOutline = (change: object) => ({ ...good, outlines: [{ ...good.outlines[0], ...change }] });

  it('is read back, rounded to half a pixel', () => {
    expect(readOutlineTrack(JSON.parse(JSON.stringify(good)))).toEqual(good);
    expect(readOutlineTrack(withOutline({ rings: [[0.2, 0.3, 9.9, 0, 5, 5]] }))?.outlines[0]?.rings).toEqual([
      [0, 0.5, 10, 0, 5, 5],
    ]);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['no size', { ...good, widthPx: 0 }],
    ['too many outlines', { ...good, outlines: Array.from({ length: MAX_OUTLINES + 1 }, (_, at) => outline(at, at)) }],
    ['frames out of order', { ...good, outlines: good.outlines.toReversed() }],
    ['a negative time', withOutline({ time: -1 })],
    ['a frame that is no whole number', withOutline({ frameIndex: 0.5 })],
    ['two corners', withOutline({ rings: [[0, 0, 1, 1]] })],
    ['half a corner', withOutline({ rings: [[...SQUARE, 1]] })],
    ['a corner far outside', withOutline({ rings: [[0, 0, 1, 1, 201, 1]] })],
    ['a corner that is no number', withOutline({ rings: [[0, 0, 1, 1, '2', 1]] })],
    ['too many corners', withOutline({ rings: [Array.from({ length: 2 * MAX_CORNERS + 2 }, () => 1)] })],
    ['too many in several rings', withOutline({ rings: [1, 2].map(() => Array.from({ length: 1500 }, () => 1)) })],
    ['too many rings', withOutline({ rings: Array.from({ length: 21 }, () => SQUARE) })],
  ])('with %s is refused', (_, value) => {
    expect(readOutlineTrack(value)).toBeNull();
  });
});

test('uses the nearest outline for a time, and the first and last one outside the track', () => {
  const at = outlineOverTime(track([1, 1.1, 1.2, 1.3]));
  expect([0, 1.04, 1.06, 1.29, 9].map((time) => at(time)?.frameIndex)).toEqual([0, 0, 1, 3, 3]);
});

test('has no outline in a gap, and densely sampled parts do not turn the rest into gaps', () => {
  const at = outlineOverTime(track([0, 0.1, 0.2, 0.21, 0.22, 0.32, 0.42, 0.52, 0.62, 0.72, 0.82, 1.5]));
  expect([0.07, 0.16, 0.77].map((time) => at(time)?.frameIndex)).toEqual([1, 2, 10]);
  expect(at(1.1)).toBeNull();
  expect(outlineOverTime(track([]))(1)).toBeNull();
});

describe('a mask', () => {
  const frame = { widthPx: 20, heightPx: 20, scaleX: 0.5, scaleY: 0.5, offsetX: 0, offsetY: 0 };
  const areaOf = (mask: Uint8Array) => mask.reduce((sum, cover) => sum + cover, 0) / 255;

  it('covers exactly the inside of a ring, scaled', () => {
    const mask = outlineMask([SQUARE], frame);
    expect(areaOf(mask)).toBeCloseTo(100, 5);
    expect([mask[5 * 20 + 5], mask[14 * 20 + 14], mask[4 * 20 + 5], mask[5 * 20 + 15]]).toEqual([255, 255, 0, 0]);
  });

  it('leaves a hole for a ring inside a ring', () => {
    expect(areaOf(outlineMask([SQUARE, [16, 16, 24, 16, 24, 24, 16, 24]], frame))).toBeCloseTo(84, 5);
  });

  it('covers a share of the pixels along an edge', () => {
    const mask = outlineMask([[0, 0, 40, 0, 0, 40]], frame);
    expect(areaOf(mask)).toBeCloseTo(200, 0);
    expect(mask[10 * 20 + 9]).toBeGreaterThan(100);
    expect(mask[10 * 20 + 9]).toBeLessThan(155);
  });

  it('is mirrored, and clipped at its edges', () => {
    const turned = outlineMask([SQUARE], { ...frame, scaleX: -0.5, offsetX: 20 });
    expect([turned[5 * 20 + 5], turned[5 * 20 + 14], turned[5 * 20 + 15]]).toEqual([255, 255, 0]);
    expect(areaOf(outlineMask([[-50, -50, 90, -50, 90, 90, -50, 90]], frame))).toBe(400);
  });
});
