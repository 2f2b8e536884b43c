import { describe, expect, it } from 'vitest';
import type { Stroke, StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import { layerFrames, videoColor } from './drawing-layer.ts';

const BOUNDS = { xPx: 10, yPx: 20, widthPx: 8, heightPx: 4 };
const PIXELS = 32;
const FRAMES = 9;
const stroke: Stroke = { from: { x: 12, y: 22 }, to: { x: 16, y: 22 }, width: 4, color: '#ff0000', order: 0 };

/** Copies of the layers as they arrived, because they share memory. */
function collect(changes: readonly StrokesFromFrame[]): Uint8Array[] {
  return Array.from(layerFrames({ changes, bounds: BOUNDS, frameCount: FRAMES }), (bytes) => bytes.slice());
}

function planes(bytes: Uint8Array) {
  const quarter = PIXELS / 4;
  return {
    bright: bytes.subarray(0, PIXELS),
    blue: bytes.subarray(PIXELS, PIXELS + quarter),
    red: bytes.subarray(PIXELS + quarter, PIXELS + 2 * quarter),
    cover: bytes.subarray(PIXELS + 2 * quarter),
  };
}

describe('the layer of drawings', () => {
  it('has one picture for each frame from the first change to the last', () => {
    const frames = collect([
      { frame: 3, strokes: [stroke] },
      { frame: 6, strokes: [{ ...stroke, from: { x: 12, y: 24 }, to: { x: 16, y: 24 }, order: 1 }] },
    ]);
    expect(frames).toHaveLength(4);
    expect(frames[1]).toEqual(frames[0]);
    expect(frames[2]).toEqual(frames[0]);
    expect(frames[3]).not.toEqual(frames[0]);
  });

  it('places luma, chroma and alpha inside the bounds', () => {
    const [bytes] = collect([{ frame: 0, strokes: [stroke] }]);
    expect(bytes).toHaveLength(PIXELS * 2.5);
    const { bright, blue, red, cover } = planes(bytes ?? new Uint8Array());
    const [y, cb, cr] = videoColor('#ff0000');
    // The stroke's middle, from edge to edge: column 4 of rows 0 to 3.
    expect([0, 1, 2, 3].map((row) => [bright[row * 8 + 4], cover[row * 8 + 4]])).toEqual([
      [y, 255],
      [y, 255],
      [y, 255],
      [y, 255],
    ]);
    expect([blue[2], red[2], blue[6], red[6]]).toEqual([cb, cr, cb, cr]);
    // The corner beside the round end.
    expect(cover[24 + 7]).toBeLessThan(128);
  });

  it('keeps the full color on soft edges, so that they do not turn gray', () => {
    const [bytes] = collect([{ frame: 0, strokes: [{ ...stroke, width: 1 }] }]);
    const { red, cover } = planes(bytes ?? new Uint8Array());
    const [, , cr] = videoColor('#ff0000');
    for (let pixel = 0; pixel < PIXELS; pixel += 1) {
      if (!cover[pixel]) continue;
      const [column, row] = [(pixel % 8) >> 1, Math.floor(pixel / 8) >> 1];
      expect(red[row * 4 + column]).toBe(cr);
    }
  });
});

describe('strokes on one frame only', () => {
  const passing = { ...stroke, from: { x: 12, y: 24 }, to: { x: 16, y: 24 }, color: '#0000ff', order: 1 };
  const only = { ...passing, onlyThisFrame: true };

  it('are gone again on the next frame', () => {
    const frames = collect([
      { frame: 3, strokes: [stroke] },
      { frame: 5, strokes: [only] },
    ]);
    const [bare] = collect([{ frame: 3, strokes: [stroke] }]);
    const [, together] = collect([
      { frame: 4, strokes: [stroke] },
      { frame: 5, strokes: [passing] },
    ]);
    expect(frames).toEqual([bare, bare, together, bare]);
  });

  it('lie above and below those that stay, in the order of drawing', () => {
    const above = { ...stroke, order: 2 };
    const [shown] = collect([{ frame: 0, strokes: [{ ...only, from: stroke.from, to: stroke.to }, above] }]);
    const { bright } = planes(shown ?? new Uint8Array());
    expect(bright[8 + 4]).toBe(videoColor('#ff0000')[0]);
  });

  it('may follow each other frame by frame', () => {
    const frames = collect([3, 4, 5].map((frame) => ({ frame, strokes: [only] })));
    expect(frames).toHaveLength(4);
    expect(frames[1]).toEqual(frames[0]);
    expect(frames[3]?.every((byte) => byte === 0)).toBe(true);
  });

  it('need no picture after the last frame of the video', () => {
    expect(collect([{ frame: FRAMES - 1, strokes: [only] }])).toHaveLength(1);
  });
});

describe('colors of video', () => {
  it.each([
    ['#000000', [16, 128, 128]],
    ['#ffffff', [235, 128, 128]],
    ['#ff0000', [63, 102, 240]],
    ['#00ff00', [173, 42, 26]],
    ['#0000ff', [32, 240, 118]],
  ])('%s is %j', (color, values) => {
    expect(videoColor(color)).toEqual(values);
  });
});
