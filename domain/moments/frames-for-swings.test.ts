// Sampling for swings: sparse while nothing happens, dense where a position must lie, and no frame twice.
import { describe, expect, test } from 'vitest';
import { type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import { DRAWN_MARKS, drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { passesForSwings } from './frames-for-swings.ts';
import { handsSwings } from './hands-swings.ts';

/** The detected bodies in some frames of a track. */
function seenIn(track: BodyTrack, frames: readonly number[]): BodyTrack {
  return makeBodyTrack({ ...track, frames: frames.flatMap((frame) => track.frames[frame] ?? []) });
}

/** All sampling passes over a clip, one after the other. */
function looksAt(track: BodyTrack, keyFrames: readonly number[] = []): number[][] {
  const times = track.frames.map(({ time }) => time);
  const looks: number[][] = [];
  for (const { framesAfter } of passesForSwings(times, keyFrames))
    looks.push([...framesAfter(seenIn(track, looks.flat()))]);
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

describe('a clip of twelve seconds with a key frame a second', () => {
  const KEY_FRAMES = Array.from({ length: 12 }, (_, second) => 60 * second);
  /** The drawn swing between two golfers who stand still, `before` and after it. */
  const swingAt = (before: number, picturesPerSecond = 60) => {
    const swing = drawnSwing({}, { picturesPerSecond, seconds: 3.5 });
    const frames = Array.from({ length: 12 * picturesPerSecond }, (_, frameIndex) => {
      const at = Math.min(Math.max(0, frameIndex - before * picturesPerSecond), swing.frames.length - 1);
      return { frameIndex, time: frameIndex / picturesPerSecond, body: swing.frames[at]?.body ?? null };
    });
    return makeBodyTrack({ ...swing, frames });
  };
  const timesOf = (frames: readonly number[] = []) => frames.map((frame) => frame / 60);

  test('is sampled there first, then where the hands move, up to the positions of the swing', () => {
    for (const before of [2, 4.4, 6.7]) {
      const [key = [], likely = [], raising = [], close = [], ...later] = looksAt(swingAt(before), KEY_FRAMES);
      const strikeTime = before + DRAWN_MARKS.strikeTime;
      expect(key).toEqual(KEY_FRAMES);
      expect(Math.min(...timesOf(likely))).toBeGreaterThan(strikeTime - 4);
      expect(Math.max(...timesOf(likely))).toBeLessThan(strikeTime + 4);
      expect(raising.length).toBeGreaterThan(8);
      const near = timesOf([...likely, ...raising, ...close]).filter((time) => Math.abs(time - strikeTime) < 0.15);
      expect(near.length).toBeGreaterThanOrEqual(6);
      expect(later.flat().length).toBeLessThanOrEqual(4);
    }
  });

  test('is not sampled where the golfer stands still beside a swing that was found', () => {
    const others = timesOf(looksAt(swingAt(6), KEY_FRAMES)[3]);
    expect(others.filter((time) => time > 0.1 && time < 3.9)).toEqual([]);
    expect(others.length).toBeGreaterThan(0);
  });

  test('is sampled everywhere without a swing', () => {
    const still = { ...swingAt(6), frames: swingAt(6).frames.map((frame) => ({ ...frame, body: drawnBody() })) };
    const [, likely = [], raising = [], others = []] = looksAt(makeBodyTrack(still), KEY_FRAMES);
    expect([likely, raising]).toEqual([[], []]);
    expect(others).toHaveLength(48);
  });

  test('is sampled from the start where key frames are too far apart, too few, or very many', () => {
    const track = swingAt(4);
    const everySecond = looksAt(track).slice(0, 1);
    for (const keyFrames of [[0, 120, 240, 360, 480, 600], KEY_FRAMES.slice(0, 9)])
      expect(looksAt(track, keyFrames).slice(0, 1)).toEqual(everySecond);
    const all = track.frames.map(({ frameIndex }) => frameIndex);
    expect(looksAt(track, all)[0]?.length).toBeLessThanOrEqual(15);
  });

  test('finds two swings', () => {
    const [one, other] = [swingAt(0), swingAt(7)];
    const frames = one.frames.map((frame, at) => (at < 6 * 60 ? frame : (other.frames[at] ?? frame)));
    const track = makeBodyTrack({ ...one, frames });
    const seen = seenIn(track, looksAt(track, KEY_FRAMES).flat());
    expect(handsSwings(seen).filter(({ likeness }) => likeness > 0.5)).toHaveLength(2);
  });
});
