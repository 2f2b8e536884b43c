import { expect, test } from 'vitest';
import { isSameGolfer } from '#domain/moments/golfer-evidence.ts';
import { drawnBody } from '#tests/fixtures/drawn-body.ts';
import { makeBodyTrack } from './body-track.ts';

/** A golfer 400 px in size, whose hips are at these places in the frames. */
const trackOf = (hipsAt: Readonly<Record<number, number | null>>) =>
  makeBodyTrack({
    widthPx: 1000,
    heightPx: 1000,
    frames: Object.entries(hipsAt).map(([frame, xPx]) => ({
      frameIndex: Number(frame),
      time: Number(frame) / 30,
      body: xPx === null ? null : drawnBody({ hips: { xPx, yPx: 500 }, sizePx: 400 }),
    })),
  });

test('two tracks of one golfer match although their frames differ and one body is wrong', () => {
  const track = trackOf({ 1: 500, 3: 510, 5: 520, 7: null });
  expect(isSameGolfer(track, trackOf({ 2: 505, 4: 515, 6: 900 }))).toBe(true);
});

test('a person beside the golfer does not match', () => {
  expect(isSameGolfer(trackOf({ 1: 500, 3: 510 }), trackOf({ 2: 600, 4: 600 }))).toBe(false);
});

test('a track without a body never shows the same golfer', () => {
  expect(isSameGolfer(trackOf({ 1: 500 }), trackOf({ 1: null }))).toBe(false);
  expect(isSameGolfer(trackOf({ 1: null }), trackOf({ 1: 500 }))).toBe(false);
});
