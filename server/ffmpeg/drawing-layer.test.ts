import { describe, expect, it } from 'vitest';
import type { Stroke } from '#domain/drawing-geometry.ts';
import { layerFrames, videoColor } from './drawing-layer.ts';

const BOUNDS = { xPx: 10, yPx: 20, widthPx: 8, heightPx: 4 };
const PIXELS = 32;
const stroke: Stroke = { from: { x: 12, y: 22 }, to: { x: 16, y: 22 }, width: 4, color: '#ff0000', order: 0 };

/** The layers as they were when they came, not as the shared memory is in the end. */
async function collect(changes: Parameters<typeof layerFrames>[0]): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for await (const bytes of layerFrames(changes, BOUNDS)) frames.push(bytes.slice());
  return frames;
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
  it('has one picture for each frame from the first change to the last', async () => {
    const frames = await collect([
      { frame: 3, strokes: [stroke] },
      { frame: 6, strokes: [{ ...stroke, from: { x: 12, y: 24 }, to: { x: 16, y: 24 }, order: 1 }] },
    ]);
    expect(frames).toHaveLength(4);
    expect(frames[1]).toEqual(frames[0]);
    expect(frames[2]).toEqual(frames[0]);
    expect(frames[3]).not.toEqual(frames[0]);
  });

  it('is brightness, blueness and redness, and cover, at their place in the bounds', async () => {
    const [bytes] = await collect([{ frame: 0, strokes: [stroke] }]);
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

  it('has the colour of a soft edge in full, so that the edge does not turn gray', async () => {
    const [bytes] = await collect([{ frame: 0, strokes: [{ ...stroke, width: 1 }] }]);
    const { red, cover } = planes(bytes ?? new Uint8Array());
    const [, , cr] = videoColor('#ff0000');
    for (let pixel = 0; pixel < PIXELS; pixel += 1) {
      if (!cover[pixel]) continue;
      const [column, row] = [(pixel % 8) >> 1, Math.floor(pixel / 8) >> 1];
      expect(red[row * 4 + column]).toBe(cr);
    }
  });

  it('lets other work of the server run while hundreds of broad strokes are drawn', async () => {
    const across = { ...stroke, from: { x: 0, y: 0 }, to: { x: 1920, y: 1080 }, width: 20 };
    const strokes = Array.from({ length: 500 }, (_, order) => ({ ...across, order }));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const picture = { xPx: 0, yPx: 0, widthPx: 1920, heightPx: 1080 };
    for await (const _ of layerFrames([{ frame: 0, strokes }], picture));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});

describe('colours of video', () => {
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
