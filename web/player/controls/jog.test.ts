import { expect, test } from 'vitest';
import { fingerSpeed, PX_PER_FRAME, runningOn, turnedBy } from './jog.ts';

test('moves one frame per fourteen pixels, however they arrive, and loses none', () => {
  let [frames, leftPx] = [0, 0];
  for (const byPx of [5, 5, 5, -3, 40, 0.5, -80, 27.5]) {
    const turn = turnedBy(byPx, leftPx);
    frames += turn.frames;
    leftPx = turn.leftPx;
  }
  // The movements add up to 0 pixels.
  expect(frames * PX_PER_FRAME + leftPx).toBeCloseTo(0, 9);
  expect(turnedBy(2.5 * PX_PER_FRAME, 0)).toEqual({ frames: 2, leftPx: 0.5 * PX_PER_FRAME });
  expect(turnedBy(-2.5 * PX_PER_FRAME, 0)).toEqual({ frames: -2, leftPx: -0.5 * PX_PER_FRAME });
});

test('has no speed after a rest before lifting, and limits the speed of a flick', () => {
  let speed = fingerSpeed(0, 30, 16);
  expect(speed).toBeGreaterThan(0.4);
  speed = fingerSpeed(speed, 0, 200);
  expect(speed).toBe(0);
  for (let part = 0; part < 20; part += 1) speed = fingerSpeed(speed, -500, 16);
  expect(speed).toBe(-2.5);
  expect(fingerSpeed(1, 7, 0)).toBe(1);
});

test('slows a flicked wheel to a stop, equally far in one long step or many short ones', () => {
  const inSteps = (stepMs: number) => {
    let [wayPx, speed, count] = [0, 1, 0];
    for (; speed !== 0 && count < 1000; count += 1) {
      const next = runningOn(speed, stepMs);
      expect(Math.abs(next.speed)).toBeLessThan(speed);
      wayPx += next.byPx;
      speed = next.speed;
    }
    expect(count).toBeLessThan(1000);
    return wayPx;
  };
  expect(inSteps(8)).toBeCloseTo(inSteps(16), -1);
  expect(runningOn(-1, 50).byPx).toBe(-runningOn(1, 50).byPx);
});
