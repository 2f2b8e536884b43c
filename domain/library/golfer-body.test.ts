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

const CLIP = makeClip({
  widthPx: 320,
  heightPx: 180,
  frameTimes: Array.from({ length: 30 }, (_, frame) => frame / 30),
});
const STORED = drawnGolferBody(CLIP);
/** The stored body after a trip through JSON, with its first frame and first silhouette changed. */
const changed = (frame: object, outline: object = {}, rest: object = {}) => ({
  ...STORED,
  track: { ...STORED.track, frames: STORED.track.frames.map((each, order) => (order ? each : { ...each, ...frame })) },
  outlines: { ...STORED.outlines, outlines: STORED.outlines?.outlines.map((each) => ({ ...each, ...outline })) },
  ...rest,
});
const read = (value: unknown) => readStoredGolferBody(JSON.parse(JSON.stringify(value)));

describe('a stored body', () => {
  it('is read back unchanged', () => {
    const body = read(STORED);
    expect(body && storedGolferBody(body)).toEqual(STORED);
    expect(body && isBodyOfClip(body, CLIP)).toBe(true);
    expect(read({ ...STORED, outlines: null })?.outlines).toBeNull();
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['another version', changed({}, {}, { version: 2 })],
    ['no track', changed({}, {}, { track: null })],
    ['no outlines', changed({}, {}, { outlines: {} })],
    ['outlines of another picture', changed({}, {}, { outlines: { ...STORED.outlines, widthPx: 322 } })],
    ['a joint far outside of the picture', changed({ body: STORED.track.frames[1]?.body?.map(() => 90_000) })],
    ['an outline that is none', changed({}, { rings: [[1, 2]] })],
  ])('is rejected with %s', (_, value) => {
    expect(read(value)).toBeNull();
  });

  it.each<[string, unknown]>([
    ['another picture', changed({}, {}, { track: { ...STORED.track, widthPx: 322 }, outlines: null })],
    ['a time between two frames', changed({ time: 0.01 })],
    ['an outline between two frames', changed({}, { time: 0.01 })],
    ['a frame after the last', changed({}, {}, { track: { ...STORED.track, frames: lateFrame() } })],
    [
      'nobody in it',
      changed({}, {}, { track: { ...STORED.track, frames: [{ ...STORED.track.frames[0], body: null }] } }),
    ],
  ])('does not match the clip with %s', (_, value) => {
    const body = read(value);
    expect(body && isBodyOfClip(body, CLIP)).toBe(false);
  });

  function lateFrame() {
    return [...STORED.track.frames, { ...STORED.track.frames.at(-1), frameIndex: 30, time: 1 }];
  }
});

test.each(library.golfers)('the body of $slug has the view and the hand listed in the library', async (golfer) => {
  const content = join(import.meta.dirname, '..', '..', 'content');
  const body = readStoredGolferBody(JSON.parse(await readFile(join(content, golfer.body), 'utf8')));
  if (!body) throw new Error('Not a body');
  const { track, outlines } = body;
  expect(bodyAngles(track, golfer)).toMatchObject({ view: golfer.view, hand: golfer.hand });
  expect(outlines?.outlines.map(({ frameIndex }) => frameIndex)).toEqual(
    track.frames.map(({ frameIndex }) => frameIndex),
  );
  // Joints and outline were made in different ways: the box from the joints is that of the outline at rest.
  const box = bodyBox(bodiesAt(track, golfer, 'rest'));
  const heights = outlines?.outlines[0]?.rings.flat().filter((_, index) => index % 2 === 1);
  if (!box || !heights) throw new Error('Nobody at rest');
  const heightPx = box.solesPx - box.headTopPx;
  expect(Math.abs(Math.min(...heights) - box.headTopPx)).toBeLessThan(0.06 * heightPx);
  expect(Math.abs(Math.max(...heights) - box.solesPx)).toBeLessThan(0.06 * heightPx);
});
