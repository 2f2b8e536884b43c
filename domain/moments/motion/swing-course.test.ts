import { expect, test } from 'vitest';
import type { Course } from './motion-course.ts';
import { restInMotion, topInMotion } from './positions-in-motion.ts';
import { likeSwings } from './swing-course.ts';

const STEP = 1 / 120;

/** A swing as three smooth humps of motion: back, down through the ball, and out; still before and after. */
function motionOf(rest: number, top: number, strike: number, length: number): Course {
  const downswing = strike - top;
  const values = Float32Array.from({ length: Math.round(length / STEP) }, (_, index) => {
    const time = index * STEP;
    const back = hump(time, rest, top) * 0.4;
    const down = hump(time, top, strike + 0.8 * downswing);
    return 0.01 + back + down + 0.45 * hump(time, strike, strike + 2.4 * downswing);
  });
  return { from: 0, step: STEP, values };
}

function hump(time: number, from: number, to: number): number {
  return time > from && time < to ? Math.sin((Math.PI * (time - from)) / (to - from)) ** 2 : 0;
}

test.each([
  ['real time', 1],
  ['slow motion, four times as long', 4],
])('the course of a swing is found in %s', (_, scale) => {
  const [swing] = likeSwings(motionOf(scale, 1.8 * scale, 2.05 * scale, 4 * scale), 3);
  expect(swing?.likeness ?? 0).toBeGreaterThan(0.85);
  expect(Math.abs((swing?.strike ?? 0) - 2.05 * scale)).toBeLessThan(0.1 * scale);
  expect(Math.abs((swing?.top ?? 0) - 1.8 * scale)).toBeLessThan(0.15 * scale);
});

test('only the sought swings are found', () => {
  const real = { maxDownswing: 0.65, strikeFrom: 1.8, strikeTo: 2.3 };
  const [swing] = likeSwings(motionOf(1, 1.8, 2.05, 4), 3, real);
  expect(Math.abs((swing?.strike ?? 0) - 2.05)).toBeLessThan(0.1);
  expect(likeSwings(motionOf(1, 1.8, 2.05, 4), 9, { ...real, strikeFrom: 3.4, strikeTo: 3.9 })).toEqual([]);
  const slow = likeSwings(motionOf(4, 7.2, 8.2, 16), 9, { ...real, strikeFrom: 0, strikeTo: 16 });
  expect(slow.every(({ top, strike }) => strike - top < 0.66)).toBe(true);
});

test('motion that only rises and falls once is not like a swing', () => {
  const values = Float32Array.from({ length: 480 }, (_, index) => hump(index * STEP, 0.5, 3.5));
  expect(likeSwings({ from: 0, step: STEP, values }, 3).every(({ likeness }) => likeness < 0.9)).toBe(true);
});

test('the top is where least moves before the strike, and the rest where the takeaway grows from', () => {
  const motion = motionOf(1, 1.8, 2.05, 4);
  const top = topInMotion(motion, 2.05, 0.25);
  const rest = restInMotion(motion, 0.9, top.time);
  expect(Math.abs(top.time - 1.8)).toBeLessThan(0.04);
  expect(Math.abs(rest.time - 1)).toBeLessThan(0.1);
  expect(top.leftMotion).toBeLessThan(0.1);
  expect(rest.leftMotion).toBeLessThan(0.1);
});

test('a clip that begins with the takeaway has its rest at the first frame', () => {
  const whole = motionOf(0, 0.8, 1.05, 3);
  expect(restInMotion(whole, 0, 0.8).time).toBeLessThan(0.1);
});
