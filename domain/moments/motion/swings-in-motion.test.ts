// The search on drawn swings, whose moments are known exactly: real speed and slow motion, sound that agrees and sound
// that does not, and things that are no swing.
import { describe, expect, test } from 'vitest';
import type { Click } from '#domain/moments/clicks.ts';
import { syntheticFrames } from '#tests/fixtures/synthetic-swing.ts';
import { type GrayFrame, motionBetween } from './frame-motion.ts';
import { type MotionSwing, swingsInMotion } from './swings-in-motion.ts';

const SWING = { rest: 1, top: 1.8, strike: 2.07, length: 4 };
const FRAME = 1 / 30;

function search(frames: readonly GrayFrame[], clicks: readonly Click[] = []): MotionSwing[] {
  const motions = frames.slice(1).map((frame, index) => motionBetween(frames[index] ?? frame, frame));
  return swingsInMotion({ motions, clicks, frameTimes: frames.map(({ time }) => time) });
}

function expectNear(found: MotionSwing | undefined, swing: typeof SWING, scale = 1): void {
  expect(Math.abs((found?.moments.strike.time ?? 0) - swing.strike)).toBeLessThan(1.5 * FRAME * scale);
  expect(Math.abs((found?.moments.top.time ?? 0) - swing.top)).toBeLessThan(2 * FRAME * scale);
  expect(Math.abs((found?.moments.rest.time ?? 0) - swing.rest)).toBeLessThan(4 * FRAME * scale);
}

describe('a swing', () => {
  test('is found in real time, on shown frames', () => {
    const frames = syntheticFrames(SWING);
    const [found, ...more] = search(frames);
    expect(more).toEqual([]);
    expectNear(found, SWING);
    const times = frames.map(({ time }) => time);
    for (const { time } of Object.values(found?.moments ?? {})) expect(times).toContain(time);
  });

  test('is found at 30 frames a second and with a camera that is not still', () => {
    expectNear(search(syntheticFrames({ ...SWING, framesPerSecond: 30 }))[0], SWING);
    expectNear(search(syntheticFrames(SWING, 2))[0], SWING);
  });

  test('is found in slow motion, four times as long', () => {
    const slow = { rest: 4, top: 7.2, strike: 8.28, length: 14 };
    expectNear(search(syntheticFrames({ ...slow, framesPerSecond: 30 }))[0], slow, 4);
  });

  test('is found twice where there are two', () => {
    const first = syntheticFrames({ ...SWING, length: 5 });
    const second = syntheticFrames(SWING).map((frame) => ({ ...frame, time: frame.time + 5 }));
    const strikes = search([...first, ...second]).map(({ moments }) => moments.strike.time);
    expect(strikes.toSorted((a, b) => a - b).map(Math.round)).toEqual([2, 7]);
  });
});

describe('sound', () => {
  const click = (time: number): Click => ({ time, energy: 1 });

  test('at the strike is reported, and raises the confidence', () => {
    const frames = syntheticFrames(SWING);
    const [silent] = search(frames);
    const [heard] = search(frames, [click(SWING.strike + 0.015)]);
    expect(heard?.isHeard).toBe(true);
    expect(heard?.confidence ?? 0).toBeGreaterThanOrEqual(silent?.confidence ?? 1);
    expectNear(heard, SWING);
  });

  test('that was dubbed elsewhere changes nothing', () => {
    const frames = syntheticFrames(SWING);
    expect(search(frames, [click(SWING.strike + 0.2)])).toEqual(search(frames));
  });
});

describe('nothing is proposed', () => {
  test('where nothing moves', () => {
    expect(search(syntheticFrames({ ...SWING, rest: 9, top: 10, strike: 11 }))).toEqual([]);
  });

  test('where every picture is noise', () => {
    let seed = 1;
    const noise = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed & 255;
    };
    const frames = syntheticFrames({ ...SWING, length: 2 }).map((frame) => ({ ...frame, gray: frame.gray.map(noise) }));
    expect(search(frames)).toEqual([]);
  });

  test('where something only goes to and fro', () => {
    const frames = syntheticFrames(SWING).map((frame, index, all) => all[90 + (index % 30)] ?? frame);
    const retimed = frames.map((frame, index) => ({ ...frame, time: index / 60 }));
    expect(search(retimed)).toEqual([]);
  });

  test('in a clip of a few frames', () => {
    expect(search(syntheticFrames({ ...SWING, length: 0.1 }))).toEqual([]);
  });
});
