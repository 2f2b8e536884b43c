// The part of a pane that its picture does not cover: the server's filters and the device's painter fill it with the
// same blurred edges.
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import type { SidePlace } from '#domain/comparison/picture-place.ts';
import { type EvenRect, evenRect } from '#domain/geometry.ts';
import { edgeBands } from '#domain/rendering/edge-bands.ts';
import { edgeFilters } from '#server/ffmpeg/merge/merge-args.ts';
import { edgePainter } from '#web/render/merged-painter.ts';
import { blackPlanes, putOn } from '#web/render/planes.ts';

const RECT = evenRect({ xPx: 0, yPx: 0, widthPx: 360, heightPx: 540 });
/** Of 219 levels, for a test picture with the hardest possible edges, because both round between their steps. */
const MAX_DIFFERENCE = { mean: 0.7, worst: 24 };

const place = (to: EvenRect): SidePlace => ({
  rect: RECT,
  picture: to,
  crop: { from: to, to },
  surround: 'blurred-edges',
});

describe.each<readonly [string, EvenRect]>([
  ['on all four sides', evenRect({ xPx: 60, yPx: 40, widthPx: 240, heightPx: 400 })],
  ['above and below', evenRect({ xPx: 0, yPx: 130, widthPx: 360, heightPx: 210 })],
  ['on the right', evenRect({ xPx: 0, yPx: 0, widthPx: 250, heightPx: 540 })],
])('gaps %s', (_, to) => {
  test('are the same in ffmpeg and on the device, and never black', async () => {
    const size = `${to.widthPx}x${to.heightPx}`;
    const source = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=1:duration=1,format=yuv420p,eq=brightness=0.2`];
    const raw = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'];
    const run = async (filters: readonly string[]) => {
      const graph = filters.length > 0 ? ['-filter_complex', `[0:v]${filters.join(',')}`] : [];
      const { stdout } = await execa('ffmpeg', ['-v', 'error', ...source, ...graph, ...raw], { encoding: 'buffer' });
      return new Uint8Array(stdout);
    };
    const pane = place(to);
    const bands = edgeBands(pane);
    if (!bands) throw new Error('There are no gaps');
    const [picture, filled] = await Promise.all([run([]), run(edgeFilters('user', bands, RECT, to))]);
    const canvas = blackPlanes(RECT);
    putOn(canvas, { ...blackPlanes(to), bytes: picture }, to);
    edgePainter(pane)?.(canvas);
    expect(filled.length).toBe(canvas.bytes.length);
    const differences = Array.from(filled, (value, index) => Math.abs(value - (canvas.bytes[index] ?? 0)));
    const sum = differences.reduce((total, value) => total + value, 0);
    expect(sum / differences.length).toBeLessThanOrEqual(MAX_DIFFERENCE.mean);
    expect(differences.reduce((most, value) => Math.max(most, value), 0)).toBeLessThanOrEqual(MAX_DIFFERENCE.worst);
    const gapRows = filled.subarray(0, RECT.widthPx * RECT.heightPx);
    expect(gapRows.filter((value) => value <= 17).length / gapRows.length).toBeLessThan(0.02);
  });
});

test('a pane with a black surround, or fully covered, has no bands', () => {
  expect(edgeBands({ ...place(evenRect({ ...RECT, widthPx: 200 })), surround: 'black' })).toBeNull();
  expect(edgeBands(place(RECT))).toBeNull();
});
