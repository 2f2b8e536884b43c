import { describe, expect, it } from 'vitest';
import type { Drawing } from './drawing.ts';
import {
  byFirstFrame,
  drawingSurface,
  firstFrameWith,
  inkBounds,
  type Stroke,
  strokesOnVideo,
} from './drawing-geometry.ts';

const drawing: Drawing = { from: { x: 10, y: 20 }, to: { x: 30, y: 40 }, color: '#ff0000', width: 4, timestamp: 0 };
const stroke: Stroke = { from: { x: 50, y: 50 }, to: { x: 60, y: 70 }, width: 4, color: '#ff0000', order: 0 };
const video = { widthPx: 200, heightPx: 100 };

describe('drawings on a video of another size than the surface', () => {
  it('scales points and widths to the video’s pixels', () => {
    const [scaled] = strokesOnVideo([drawing], { widthPx: 100, heightPx: 50 }, video);
    expect(scaled).toEqual({ from: { x: 20, y: 40 }, to: { x: 60, y: 80 }, width: 8, color: '#ff0000', order: 0 });
  });

  it('stretches a surface of another shape over the whole picture', () => {
    const [scaled] = strokesOnVideo([drawing], { widthPx: 50, heightPx: 100 }, video);
    expect(scaled?.from).toEqual({ x: 40, y: 20 });
    expect(scaled?.width).toBeCloseTo(8, 10);
  });

  it('keeps the order of drawing', () => {
    expect(strokesOnVideo([drawing, drawing], video, video).map(({ order }) => order)).toEqual([0, 1]);
  });

  it('treats the segments of one pen movement as one line', () => {
    const next = { ...drawing, from: drawing.to, to: { x: 5, y: 5 } };
    const others = [
      { ...next, color: '#00ff00' },
      { ...next, from: next.to, width: 5 },
      { ...next, from: next.to, width: 5, timestamp: 1 },
    ];
    const orders = strokesOnVideo([drawing, next, drawing, ...others], video, video).map(({ order }) => order);
    expect(orders).toEqual([0, 0, 1, 2, 3, 4]);
  });

  it('treats a one-frame drawing and a permanent one as two lines, even if one continues the other', () => {
    const next = { ...drawing, from: drawing.to, to: { x: 5, y: 5 }, onlyThisFrame: true };
    const after = { ...next, from: next.to, to: { x: 9, y: 9 } };
    const stays = { ...after, from: after.to, onlyThisFrame: false };
    const strokes = strokesOnVideo([drawing, next, after, stays], video, video);
    expect(strokes.map(({ order, onlyThisFrame }) => [order, onlyThisFrame === true])).toEqual([
      [0, false],
      [1, true],
      [1, true],
      [2, false],
    ]);
  });
});

describe('the surface that visitors draw on', () => {
  it.each([
    ['two upright clips', { widthPx: 1216, heightPx: 1080 }, { widthPx: 480, heightPx: 426 }],
    ['two lying clips', { widthPx: 1920, heightPx: 540 }, { widthPx: 480, heightPx: 135 }],
    ['small clips', { widthPx: 320, heightPx: 120 }, { widthPx: 480, heightPx: 180 }],
    ['a picture of almost no height', { widthPx: 1920, heightPx: 2 }, { widthPx: 480, heightPx: 1 }],
  ])('has the shape of %s and the same width as every other surface', (_, merged, surface) => {
    expect(drawingSurface(merged)).toEqual(surface);
  });

  it('makes the default line at least 1.5 CSS pixels wide on a phone, and the same share of the video', () => {
    const merged = { widthPx: 1920, heightPx: 540 };
    const [line] = strokesOnVideo([{ ...drawing, width: 3 }], drawingSurface(merged), merged);
    expect(line?.width).toBeCloseTo(12, 6);
    expect(((line?.width ?? 0) / merged.widthPx) * 322).toBeGreaterThan(1.5);
  });
});

describe('the frame on which a drawing appears', () => {
  const thirty = Array.from({ length: 30 }, (_, frame) => frame / 30);
  it.each([
    ['on the frame at its own time', 10 / 30, 10],
    ['on the frame on screen between two frames', 10.9 / 30, 10],
    ['on the next frame when it is half a millisecond away', 11 / 30 - 0.0004, 11],
    ['on the first frame at 0', 0, 0],
    ['on the last frame when the player stands at the end', 1, 29],
    ['on the last frame when the browser rounds the duration up', 1.001, 29],
  ])('is %s', (_, timestamp, frame) => {
    expect(firstFrameWith(timestamp, thirty)).toBe(frame);
  });

  it.each([1.04, 5, 86_400])('does not exist at %d s of a video of 1 s', (timestamp) => {
    expect(firstFrameWith(timestamp, thirty)).toBeNull();
  });

  it('is the only frame of a video with one frame', () => {
    expect(firstFrameWith(0.02, [0])).toBe(0);
  });
});

describe('strokes by their first frame', () => {
  it('are ordered by frame, and within a frame by drawing', () => {
    const strokes = [0, 1, 2, 3].map((order) => ({ ...stroke, order }));
    const groups = byFirstFrame(strokes, [7, 2, 7, 2]);
    expect(groups.map(({ frame, strokes: group }) => [frame, group.map(({ order }) => order)])).toEqual([
      [2, [1, 3]],
      [7, [0, 2]],
    ]);
  });
});

describe('the rectangle that holds the ink', () => {
  it('is even and a little larger than the stroke', () => {
    expect(inkBounds([stroke], video)).toEqual({ xPx: 46, yPx: 46, widthPx: 18, heightPx: 28 });
  });

  it('ends at the edges of the picture', () => {
    const across = { ...stroke, from: { x: -1e6, y: -50 }, to: { x: 1e6, y: 500 } };
    expect(inkBounds([across], video)).toEqual({ xPx: 0, yPx: 0, ...video });
  });

  it('ignores strokes outside the picture', () => {
    const beside = { ...stroke, from: { x: 400, y: 0 }, to: { x: 500, y: 10 } };
    expect(inkBounds([beside], video)).toBeNull();
    expect(inkBounds([beside, stroke], video)).toEqual(inkBounds([stroke], video));
  });
});
