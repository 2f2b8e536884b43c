// Swings are distinguished from other movements by the hands, at any rate and in slow motion.
import { describe, expect, test } from 'vitest';
import { type BodyTrack, makeBodyTrack, type SeenBody } from '#domain/body/body-track.ts';
import { DRAWN_MARKS, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { handsSwings } from './hands-swings.ts';

function firstBody({ frames }: BodyTrack): SeenBody {
  const body = frames[0]?.body;
  if (!body) throw new Error('The drawn golfer is in every frame');
  return body;
}

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

  test('is found where the picture ends above the knees and the model guesses the legs below', () => {
    const track = drawnSwing();
    const { leftKnee, leftAnkle } = firstBody(track).joints;
    const frames = track.frames.map((frame, index) => {
      const joints = Object.entries(frame.body?.joints ?? {}).map(([joint, place]) => {
        const guessed = {
          ...place,
          xPx: place.xPx + (index % 2) * 0.4 * (leftAnkle.yPx - leftKnee.yPx),
          certainty: 0.05,
        };
        return [joint, place.yPx < leftKnee.yPx - 1 ? place : guessed];
      });
      return frame.body ? { ...frame, body: { ...frame.body, joints: Object.fromEntries(joints) } } : frame;
    });
    const whole = makeBodyTrack({ ...track, frames });
    expect(handsSwings(whole)[0]?.likeness ?? 0).toBeLessThan(0.4);
    const cut = makeBodyTrack({ ...whole, heightPx: leftKnee.yPx - 1 });
    expect(handsSwings(cut)[0]?.likeness).toBe(1);
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
