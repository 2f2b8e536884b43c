// Sampling for swings: sparse while nothing happens, dense where a position must lie, and no frame twice.
import { expect, test } from 'vitest';
import { type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { firstFrames, LATER_PASSES } from './looked-at-for-swings.ts';

/** The detected bodies in some frames of a track. */
function seenIn(track: BodyTrack, frames: readonly number[]): BodyTrack {
  return makeBodyTrack({ ...track, frames: frames.flatMap((frame) => track.frames[frame] ?? []) });
}

/** All sampling passes over a clip, one after the other. */
function looksAt(track: BodyTrack): number[][] {
  const times = track.frames.map(({ time }) => time);
  const looks = [[...firstFrames(times)]];
  for (const next of LATER_PASSES) {
    looks.push([...next(times, seenIn(track, looks.flat()))]);
  }
  return looks;
}

test('samples five frames per second first, more where the hands are raised, and most around the strike', () => {
  const track = drawnSwing({}, { picturesPerSecond: 60 });
  const [first = [], raising = [], ...others] = looksAt(track);
  expect(first).toHaveLength(18);
  expect(raising.length).toBeGreaterThan(8);
  const all = [...first, ...raising, ...others.flat()];
  expect(new Set(all).size).toBe(all.length);
  const strike = DRAWN_MARKS.strikeTime * 60;
  const near = all.filter((frame) => Math.abs(frame - strike) <= 6).length;
  const still = all.filter((frame) => frame < 0.5 * 60).length;
  expect(near).toBeGreaterThanOrEqual(6);
  expect(still).toBeLessThanOrEqual(4);
});

test('samples slow motion no more densely than its downswing needs', () => {
  const track = drawnSwing({}, { picturesPerSecond: 240, slowMotionFactor: 8 });
  const [first = [], raising = [], lowHands = [], close = []] = looksAt(track);
  expect(first.length).toBe(140);
  expect([...raising, ...lowHands]).toEqual([]);
  expect(close.length).toBeLessThan(30);
});

test('samples a clip without raised hands only once', () => {
  const still = drawnSwing();
  const frames = still.frames.filter(({ time }) => time < 1);
  expect(
    looksAt(makeBodyTrack({ ...still, frames }))
      .slice(1)
      .flat(),
  ).toEqual([]);
});
