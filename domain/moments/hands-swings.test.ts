// A swing is told from other movements by the hands, at any rate and in slow motion.
import { describe, expect, test } from 'vitest';
import { makeBodyTrack } from '#domain/body/body-track.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { handsSwings } from './hands-swings.ts';

describe('a swing', () => {
  test.each([
    [15, 1],
    [30, 1],
    [120, 1],
    [30, 8],
  ])('is found at %i frames per second and %i times slower', (picturesPerSecond, slowMotionFactor) => {
    const found = handsSwings(drawnSwing({}, { picturesPerSecond, slowMotionFactor }))[0];
    const seconds = (time = Number.NaN) => time / slowMotionFactor;
    expect(Math.abs(seconds(found?.strikeTime) - DRAWN_MARKS.strikeTime)).toBeLessThan(0.02);
    expect(Math.abs(seconds(found?.topTime) - DRAWN_MARKS.topTime)).toBeLessThan(0.07);
    expect(Math.abs(seconds(found?.restTime) - DRAWN_MARKS.restTime)).toBeLessThan(0.2);
  });

  test('is found despite frames without a detected body', () => {
    const track = drawnSwing();
    const frames = track.frames.map((frame, index) => (index % 7 === 0 ? { ...frame, body: null } : frame));
    expect(handsSwings(makeBodyTrack({ ...track, frames }))[0]?.strikeTime).toBeCloseTo(DRAWN_MARKS.strikeTime, 1);
  });
});

describe('no swing', () => {
  test('is found for still hands, hands that only rise, or without a body', () => {
    const track = drawnSwing();
    const part = (from: number, to: number) =>
      makeBodyTrack({ ...track, frames: track.frames.filter(({ time }) => time >= from && time <= to) });
    expect(handsSwings(part(0, 1))).toEqual([]);
    expect(handsSwings(part(0, 1.8))).toEqual([]);
    expect(handsSwings(makeBodyTrack({ ...track, frames: [] }))).toEqual([]);
  });

  test('is found for a walking person', () => {
    expect(handsSwings(drawnSwing({}, { hipsPx: (time) => 300 * time }))).toEqual([]);
  });

  test('is found for hands that are far apart', () => {
    const track = drawnSwing();
    const frames = track.frames.map((frame) => {
      if (!frame.body) return frame;
      const { leftWrist } = frame.body.joints;
      const apart = { ...leftWrist, xPx: leftWrist.xPx + 120 };
      return { ...frame, body: { ...frame.body, joints: { ...frame.body.joints, leftWrist: apart } } };
    });
    expect(handsSwings(makeBodyTrack({ ...track, frames }))).toEqual([]);
  });
});
