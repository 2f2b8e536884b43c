// Painting beside the server's own work.
import { describe, expect, it } from 'vitest';
import type { Stroke } from '#domain/drawing/drawing-geometry.ts';
import { layerFrames } from '#domain/rendering/drawing-layer.ts';
import { paintedLayer } from './drawing-painter.ts';

const PICTURE = { xPx: 0, yPx: 0, widthPx: 1920, heightPx: 1080 };
const across: Stroke = { from: { x: 0, y: 0 }, to: { x: 1920, y: 1080 }, width: 20, color: '#ff0000', order: 0 };

/** More of them on a frame than are painted without a thread. */
function manyAcross(count: number, first = 0): Stroke[] {
  return Array.from({ length: count }, (_, index) => ({ ...across, order: first + index, to: { x: index, y: 1080 } }));
}

async function takeAll(pictures: ReturnType<typeof paintedLayer>): Promise<void> {
  for await (const _ of pictures);
}

describe('the layer that a thread paints', () => {
  it('matches one painted in this thread, picture by picture', async () => {
    const changes = [0, 1, 4, 9].map((frame) => ({ frame, strokes: manyAcross(20, frame) }));
    const order = { changes, bounds: { xPx: 0, yPx: 0, widthPx: 64, heightPx: 32 }, frameCount: 20 };
    const painted: Uint8Array[] = [];
    for await (const picture of paintedLayer(order)) painted.push(picture.slice());
    expect(painted).toEqual(Array.from(layerFrames(order), (bytes) => bytes.slice()));
  });

  it('lets the server do other work while hundreds of broad strokes are drawn', async () => {
    const strokes = manyAcross(800);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    for await (const _ of paintedLayer({ changes: [{ frame: 0, strokes }], bounds: PICTURE, frameCount: 9 }));
    clearInterval(timer);
    // Painted here they would leave no turn at all.
    expect(turns).toBeGreaterThan(5);
  });

  it('stops at once when aborted', async () => {
    const stop = new AbortController();
    const strokes = manyAcross(60_000);
    const order = { changes: [{ frame: 0, strokes }], bounds: PICTURE, frameCount: 9 };
    const painting = takeAll(paintedLayer(order, stop.signal));
    setTimeout(() => stop.abort(), 50);
    await expect(painting).rejects.toThrow('abort');
  });

  it('throws when the thread exits early', async () => {
    const order = {
      changes: [{ frame: 0, strokes: manyAcross(20) }],
      bounds: { ...PICTURE, widthPx: -2 },
      frameCount: 9,
    };
    await expect(takeAll(paintedLayer(order))).rejects.toThrow();
  });

  it('needs no thread for a few strokes', () => {
    const few = { changes: [{ frame: 0, strokes: manyAcross(3) }], bounds: PICTURE, frameCount: 9 };
    expect(Symbol.iterator in paintedLayer(few)).toBe(true);
  });
});
