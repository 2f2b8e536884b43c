// Short strokes are told from waggles, bending and full swings by the hands, at any rate, for either hand, in slow motion.
import { describe, expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import chipDownTheLine from '#content/swings/chip-down-the-line-18-9.body.json' with { type: 'json' };
import chipFaceOn from '#content/swings/chip-face-on-18-9.body.json' with { type: 'json' };
import { type BodyTrack, makeBodyTrack } from '#domain/body/body-track.ts';
import { readStoredGolferBody } from '#domain/library/golfer-body.ts';
import { type DrawnBody, drawnBody, drawnSwing } from '#tests/fixtures/drawn-body.ts';
import { passesForSwings } from './frames-for-swings.ts';
import { handsSwings } from './hands-swings.ts';
import { shortStrokes } from './short-strokes.ts';
import { swingsInBody } from './swings-in-body.ts';

const MARKS = { rest: 1, top: 1.6, strike: 1.9 };

/** The hands' way from rest (0) to the top (1) and through the ball (negative), in seconds of real time. */
function chipAt(time: number): number {
  const ease = (part: number) => (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, part)))) / 2;
  if (time <= MARKS.top) return ease((time - MARKS.rest) / (MARKS.top - MARKS.rest));
  // The hands pass their place at rest a little before the strike.
  return 1 - 2 * ease((time - MARKS.top) / (2 * 0.87 * (MARKS.strike - MARKS.top)));
}

interface Drawing {
  readonly picturesPerSecond?: number;
  readonly slowMotionFactor?: number;
  readonly body?: DrawnBody;
  readonly at?: (way: number, time: number) => DrawnBody;
}

/** A chip that the hands make to one side, rising a little at both ends. */
function drawnStroke({ picturesPerSecond = 30, slowMotionFactor = 1, body, at = swungHands }: Drawing = {}): BodyTrack {
  const frames = Array.from({ length: 3 * picturesPerSecond }, (_, frameIndex) => {
    const time = frameIndex / picturesPerSecond;
    return { frameIndex, time: time * slowMotionFactor, body: drawnBody({ ...body, ...at(chipAt(time), time) }) };
  });
  return makeBodyTrack({ widthPx: 1000, heightPx: 1000, frames });
}

function swungHands(way: number): DrawnBody {
  return { hands: { right: -0.2 * way, up: -0.12 + 0.05 * way * way } };
}

function clipOf(track: BodyTrack) {
  return { track, motions: [], clicks: [], frameTimes: track.frames.map(({ time }) => time) };
}

describe('a short stroke', () => {
  test.each([
    [15, 1],
    [30, 1],
    [120, 1],
    [30, 4],
  ])('is found at %i frames per second and %i times slower', (picturesPerSecond, slowMotionFactor) => {
    const [found] = shortStrokes(drawnStroke({ picturesPerSecond, slowMotionFactor }));
    const seconds = (time = Number.NaN) => time / slowMotionFactor;
    expect(Math.abs(seconds(found?.strikeTime) - MARKS.strike)).toBeLessThan(0.04);
    expect(Math.abs(seconds(found?.topTime) - MARKS.top)).toBeLessThan(0.07);
    expect(Math.abs(seconds(found?.restTime) - MARKS.rest)).toBeLessThan(0.15);
  });

  test.each([
    [0.06, 1],
    [0.3, 0],
  ])('with hands that are seen far below for %d s after the strike is found %i times', (seconds, count) => {
    const at = (way: number, time: number): DrawnBody =>
      time > MARKS.strike && time < MARKS.strike + seconds ? { hands: { right: 0, up: -0.35 } } : swungHands(way);
    expect(shortStrokes(drawnStroke({ picturesPerSecond: 60, at }))).toHaveLength(count);
  });

  test.each([
    [0.45, 1],
    [1, 0],
  ])(
    'whose far leg is seen in the club around the strike, with a certainty of %d, is found %i times',
    (certainty, count) => {
      const track = drawnStroke({ picturesPerSecond: 60 });
      const frames = track.frames.map(({ body, ...frame }) => {
        const isFooled = body !== null && Math.abs(frame.time - MARKS.strike) < 0.06;
        const { leftAnkle } = drawnBody().joints;
        const strayed = { ...leftAnkle, yPx: leftAnkle.yPx - 200, certainty };
        return { ...frame, body: isFooled ? { ...body, joints: { ...body.joints, leftAnkle: strayed } } : body };
      });
      expect(shortStrokes(makeBodyTrack({ ...track, frames }))).toHaveLength(count);
    },
  );

  test('of a left-handed golfer is found', () => {
    const mirrored = (way: number): DrawnBody => ({ hands: { right: 0.2 * way, up: -0.12 + 0.05 * way * way } });
    expect(shortStrokes(drawnStroke({ at: mirrored }))).toHaveLength(1);
  });

  test.each([
    ['chip-face-on-18-9', chipFaceOn],
    ['chip-down-the-line-18-9', chipDownTheLine],
  ])('%s of the library is found, and is no full swing', (slug, stored) => {
    const track = readStoredGolferBody(stored)?.track;
    if (!track) throw new Error('The body is not readable');
    expect(handsSwings(track)).toEqual([]);
    const [found] = swingsInBody(clipOf(track));
    const marks = library.golfers.find((golfer) => golfer.slug === slug);
    expect(found?.isShort).toBe(true);
    // The body is stored in fewer frames than the clip has.
    expect(Math.abs((found?.moments.strike.time ?? 0) - (marks?.strikeTime ?? 9))).toBeLessThan(0.06);
    expect(Math.abs((found?.moments.top.time ?? 0) - (marks?.topTime ?? 9))).toBeLessThan(0.1);
  });

  test('always has to be checked, within ranges that contain its positions', () => {
    const [found] = swingsInBody(clipOf(drawnStroke()));
    for (const position of ['rest', 'top', 'strike'] as const) {
      const moment = found?.moments[position];
      expect(moment?.certainty).toBe('check');
      expect(moment?.range?.from).toBeLessThanOrEqual(MARKS[position] + 0.02);
      expect(moment?.range?.to).toBeGreaterThanOrEqual(MARKS[position] - 0.02);
    }
  });

  test('is placed midway between its hands and a click near its strike', () => {
    // The sound takes 12 ms to the camera.
    const click = { time: MARKS.strike + 0.045, energy: 1 };
    const [found] = swingsInBody({ ...clipOf(drawnStroke({ picturesPerSecond: 120 })), clicks: [click] });
    expect(found?.moments.strike.time).toBeCloseTo(MARKS.strike + 0.033 / 2, 2);
  });

  test('is found in the frames that the product samples', () => {
    const track = drawnStroke();
    const times = track.frames.map(({ time }) => time);
    const seen = new Set<number>();
    const soFar = () => makeBodyTrack({ ...track, frames: track.frames.filter((_, frame) => seen.has(frame)) });
    for (const { framesAfter } of passesForSwings(times, [])) for (const frame of framesAfter(soFar())) seen.add(frame);
    expect(seen.size).toBeLessThan(0.7 * track.frames.length);
    expect(Math.abs((shortStrokes(soFar())[0]?.strikeTime ?? 0) - MARKS.strike)).toBeLessThan(0.04);
  });
});

describe('no short stroke', () => {
  test('is a waggle, which does not go on through the ball', () => {
    const waggle = (way: number) => swungHands(Math.max(0, way));
    expect(shortStrokes(drawnStroke({ at: waggle }))).toEqual([]);
  });

  test('is made by someone who bends down, walks, or moves the hands apart', () => {
    const bending = (way: number): DrawnBody => ({
      lean: 0.2 * way,
      hands: { right: 0.2 * way, up: -0.12 + 0.3 * way },
    });
    expect(shortStrokes(drawnStroke({ at: bending }))).toEqual([]);
    const walking = (way: number): DrawnBody => ({ ...swungHands(way), hips: { xPx: 500 + 100 * way, yPx: 500 } });
    expect(shortStrokes(drawnStroke({ at: walking }))).toEqual([]);
  });

  test('is proposed in a clip with a full swing', () => {
    expect(swingsInBody(clipOf(drawnSwing())).map(({ isShort }) => isShort)).toEqual([false]);
  });
});
