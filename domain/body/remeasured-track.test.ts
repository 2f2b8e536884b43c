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

const MARKS = { restTime: 0.5, topTime: 2, strikeTime: 3 };
const shafts = [
  { at: 'top', time: 0.1, frameInterval: 0, grip: { xPx: 1, yPx: 1 }, end: { xPx: 2, yPx: 2 }, certainty: 1 },
] as const;

test('the measured frames beside the positions replace the ones sampled there, and everything else stays', () => {
  const track = trackOf({ 10: 500, 13: 500, 15: 500, 17: 500, 20: null, 58: 500 });
  const both = remeasuredTrack(
    makeBodyTrack({ ...track, shafts }),
    trackOf({ 12: 510, 14: 510, 17: 510, 60: null }),
    MARKS,
  );
  const [hips = 0] = hipsOf(track);
  const measured = Number(hips) + 10;
  expect(both.frames.map(({ frameIndex }) => frameIndex)).toEqual([10, 12, 14, 17, 20, 58]);
  expect(hipsOf(both)).toEqual([hips, measured, measured, measured, null, hips]);
  expect(both.shafts).toEqual(shafts);
});

test('another person’s body is not taken, and what was sampled there stays', () => {
  const track = trackOf({ 13: 500, 15: 500, 59: 500 });
  const both = remeasuredTrack(track, trackOf({ 12: 800, 14: 800, 60: 510 }), MARKS);
  expect(both.frames.map(({ frameIndex }) => frameIndex)).toEqual([13, 15, 60]);
});

test('in slow motion, frames farther away count as beside a position', () => {
  const slow = { restTime: 2, topTime: 8, strikeTime: 12 };
  const track = trackOf({ 50: 500, 60: 500 });
  expect(remeasuredTrack(track, trackOf({ 55: 510 }), slow, 4).frames.map(({ frameIndex }) => frameIndex)).toEqual([
    55,
  ]);
});
