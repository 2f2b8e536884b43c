import { expect, test } from 'vitest';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { makeBodyTrack } from './body-track.ts';
import { remeasuredTrack } from './remeasured-track.ts';

const trackOf = (hipsAt: Readonly<Record<number, number | null>>) =>
  makeBodyTrack({
    ...{ widthPx: 1000, heightPx: 1000 },
    frames: Object.entries(hipsAt).map(([frame, xPx]) => ({
      ...{ frameIndex: Number(frame), time: Number(frame) / 30 },
      body: xPx === null ? null : drawnBody({ hips: { xPx, yPx: 500 }, sizePx: 400 }),
    })),
  });

const hipsOf = (track: ReturnType<typeof trackOf>) => track.frames.map(({ body }) => body?.joints.leftHip.xPx ?? null);

test('replaces a body only with the same person’s, in the frames that both tracks have', () => {
  const track = trackOf({ 1: 500, 2: 500, 3: 500, 4: null, 5: 500 });
  const again = trackOf({ 2: 510, 3: 700, 4: 500, 5: null, 6: 500 });
  const shafts = [
    { at: 'top', time: 0.1, frameInterval: 0, grip: { xPx: 1, yPx: 1 }, end: { xPx: 2, yPx: 2 }, certainty: 1 },
  ] as const;
  const both = remeasuredTrack(makeBodyTrack({ ...track, shafts }), again);
  const [hips = 0] = hipsOf(track);
  expect(hipsOf(both)).toEqual([hips, Number(hips) + 10, hips, null, hips]);
  expect(both.shafts).toEqual(shafts);
});
