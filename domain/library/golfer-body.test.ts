// What a golfer carries of its body: stored, read back, refused when it is anything else; and that of our own golfers.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { bodiesAt } from '#domain/body/bodies-at.ts';
import { bodyAngles } from '#domain/body/body-angles.ts';
import { bodyBox } from '#domain/body/body-box.ts';
import { makeClip } from '#domain/video/clip.ts';
import { drawnGolferBody } from '#tests/fixtures/drawn-body.ts';
import { isBodyOfClip, readStoredGolferBody, storedGolferBody } from './golfer-body.ts';
import { silhouetteOf, storedSilhouette } from './stored-silhouette.ts';

const CLIP = makeClip({
  widthPx: 320,
  heightPx: 180,
  frameTimes: Array.from({ length: 30 }, (_, frame) => frame / 30),
});
const STORED = drawnGolferBody(CLIP);
/** The stored body after a trip through JSON, with its first frame and first silhouette changed. */
const changed = (frame: object, silhouette: object = {}, rest: object = {}) => ({
  ...STORED,
  track: { ...STORED.track, frames: STORED.track.frames.map((each, order) => (order ? each : { ...each, ...frame })) },
  silhouettes: STORED.silhouettes.map((each) => ({ ...each, ...silhouette })),
  ...rest,
});
const read = (value: unknown) => readStoredGolferBody(JSON.parse(JSON.stringify(value)));

describe('a stored body', () => {
  it('comes back as it was', () => {
    const body = read(STORED);
    expect(body && storedGolferBody(body)).toEqual(STORED);
    expect(body && isBodyOfClip(body, CLIP)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['another version', changed({}, {}, { version: 2 })],
    ['no track', changed({}, {}, { track: null })],
    ['no list of silhouettes', changed({}, {}, { silhouettes: {} })],
    ['a joint far outside of the picture', changed({ body: STORED.track.frames[1]?.body?.map(() => 90_000) })],
    ['a silhouette of a frame that was not looked at', changed({}, { frameIndex: 1 })],
    ['one silhouette twice', changed({}, {}, { silhouettes: [...STORED.silhouettes, ...STORED.silhouettes] })],
    ['runs that do not fill the grid', changed({}, { runs: [5, 2, 4] })],
    ['runs of nothing', changed({}, { runs: [5, 0, 0, 7] })],
    ['runs that are no whole numbers', changed({}, { runs: [5.5, 1.5, 5] })],
    ['a grid of too many cells', changed({}, { columns: 385, rows: 1, runs: [385] })],
    ['cells of no size', changed({}, { grid: [0, 0, 0] })],
    ['a grid elsewhere', changed({}, { grid: [4_000_000, 0, 100] })],
  ])('with %s is refused', (_, value) => {
    expect(read(value)).toBeNull();
  });

  it.each<[string, unknown]>([
    ['another picture', changed({}, {}, { track: { ...STORED.track, widthPx: 322 } })],
    ['a time between two frames', changed({ time: 0.01 })],
    ['a frame after the last', changed({}, {}, { track: { ...STORED.track, frames: lateFrame() } })],
    [
      'nobody in it',
      changed({}, {}, { track: { ...STORED.track, frames: [{ ...STORED.track.frames[0], body: null }] } }),
    ],
  ])('with %s is not of the clip', (_, value) => {
    const body = read(value);
    expect(body && isBodyOfClip(body, CLIP)).toBe(false);
  });

  function lateFrame() {
    return [...STORED.track.frames, { ...STORED.track.frames.at(-1), frameIndex: 30, time: 1 }];
  }
});

test('a silhouette keeps its place and its area, with a soft edge', () => {
  const [columns, rows] = [9, 8];
  const isCovered = (at: number) => at % columns > 1 && at % columns < 7 && at >= 2 * columns && at < 6 * columns;
  const cells = Uint8Array.from({ length: columns * rows }, (_, at) => (isCovered(at) ? 255 : 100));
  const whole = { frameIndex: 3, time: 0.1, leftPx: -3.25, topPx: 10.5, cellPx: 2.73, columns, rows, cells };
  const stored = storedSilhouette(whole);
  expect(stored.runs.slice(0, 3)).toEqual([2 * columns + 2, 5, 4]);
  const back = silhouetteOf(stored, 0.1);
  expect(back).toMatchObject({ ...whole, cells: back.cells });
  expect([back.cells[4 * columns + 4], back.cells[4 * columns + 1], back.cells[0]]).toEqual([255, 64, 0]);
  const area = back.cells.reduce((sum, cell) => sum + cell, 0) / 255;
  expect(area).toBeCloseTo(20, 0);
});

test.each(library.golfers)('the body of $slug shows the view and hand that the library names', async (golfer) => {
  const content = join(import.meta.dirname, '..', '..', 'content');
  const body = readStoredGolferBody(JSON.parse(await readFile(join(content, golfer.body), 'utf8')));
  if (!body) throw new Error('Not a body');
  const { track, silhouettes } = body;
  expect(bodyAngles(track, golfer)).toMatchObject({ view: golfer.view, hand: golfer.hand });
  expect(silhouettes.map(({ frameIndex }) => frameIndex)).toEqual(track.frames.map(({ frameIndex }) => frameIndex));
  // Joints and outline were made in different ways: the box from the joints is that of the outline at rest.
  const box = bodyBox(bodiesAt(track, golfer, 'rest'));
  const [atRest] = silhouettes;
  if (!box || !atRest) throw new Error('Nobody at rest');
  const [, top, cell] = atRest.grid.map((hundredths) => hundredths / 100) as [number, number, number];
  const heightPx = box.solesPx - box.headTopPx;
  expect(Math.abs(top + cell - box.headTopPx)).toBeLessThan(0.06 * heightPx);
  expect(Math.abs(top + (atRest.rows - 1) * cell - box.solesPx)).toBeLessThan(0.06 * heightPx);
});
