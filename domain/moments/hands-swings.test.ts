// Swings are distinguished from other movements by the hands, at any rate and in slow motion.
import { describe, expect, test } from 'vitest';
import { type BodyTrack, makeBodyTrack, type SeenBody } from '#domain/body/body-track.ts';
import { DRAWN_MARKS, drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { seeded } from '#tests/fixtures/seeded.ts';
import { handsSwings, LEAST_LIKENESS } from './hands-swings.ts';

function firstBody({ frames }: BodyTrack): SeenBody {
  const body = frames[0]?.body;
  if (!body) throw new Error('The drawn golfer is in every frame');
  return body;
}

/**
 * The tracked hands of a small copy of the sample, which begins in the takeaway, 15 times a second: to the right of the hips and
 * above them, in body sizes.
 */
const FROM_THE_TAKEAWAY = {
  right: [
    -0.005, -0.024, -0.049, -0.133, -0.226, -0.302, -0.339, -0.376, -0.347, -0.422, -0.409, -0.392, -0.373, -0.366,
    -0.33, -0.331, -0.324, -0.315, -0.315, -0.324, -0.356, -0.421, -0.406, -0.286, -0.052, 0.21, 0.233, 0.178, 0.099,
    0.056,
  ],
  up: [
    -0.07, -0.057, -0.073, -0.046, -0.016, 0.055, 0.129, 0.215, 0.265, 0.35, 0.407, 0.447, 0.465, 0.479, 0.486, 0.494,
    0.497, 0.494, 0.499, 0.509, 0.498, 0.43, 0.244, 0.097, 0.015, 0.169, 0.349, 0.516, 0.581, 0.568,
  ],
};

/** The clip as it is, or with additional errors in a tracked wrist. */
function fromTheTakeaway(seed: number | null): BodyTrack {
  const next = seeded(seed ?? 0);
  const error = () => (seed === null ? 0 : 0.04 * (next() - 0.5));
  const frames = FROM_THE_TAKEAWAY.right.map((right, frameIndex) => {
    const hands = { right: right + error(), up: (FROM_THE_TAKEAWAY.up[frameIndex] ?? 0) + error() };
    return { frameIndex, time: frameIndex / 15, body: drawnBody({ hands }) };
  });
  return makeBodyTrack({ widthPx: 1000, heightPx: 1000, frames });
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

  test('has its top in the middle of the hands\u2019 stay there, also where one frame shows them a little lower', () => {
    const steady = drawnSwing({}, { slowMotionFactor: 8 });
    const highest = steady.frames.findIndex(({ time }) => time >= 8 * DRAWN_MARKS.topTime);
    const frames = steady.frames.map((frame, index) =>
      index === highest - 1 || index === highest + 1
        ? { ...frame, body: drawnBody({ hands: { right: -0.4, up: 0.44 } }) }
        : frame,
    );
    const [found] = handsSwings(makeBodyTrack({ ...steady, frames }));
    const away = (found?.topTime ?? 0) - (handsSwings(steady)[0]?.topTime ?? 0);
    expect(Math.abs(away) / 8).toBeLessThan(0.02);
  });

  test('is found despite frames without a detected body', () => {
    const track = drawnSwing();
    const frames = track.frames.map((frame, index) => (index % 7 === 0 ? { ...frame, body: null } : frame));
    expect(handsSwings(makeBodyTrack({ ...track, frames }))[0]?.strikeTime).toBeCloseTo(DRAWN_MARKS.strikeTime, 1);
  });

  test.each([null, ...Array.from({ length: 20 }, (_, seed) => seed)])(
    'is found in a clip that begins in the takeaway, with errors of the seed %s',
    (seed) => {
      const [found] = handsSwings(fromTheTakeaway(seed));
      expect(found?.likeness).toBeGreaterThan(LEAST_LIKENESS);
      expect(found?.restTime).toBeLessThan(0.45);
    },
  );

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
