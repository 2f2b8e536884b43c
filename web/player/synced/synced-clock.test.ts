import { expect, test } from 'vitest';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { planTime } from '#domain/time.ts';
import { makeClip } from '#domain/video/clip.ts';
import { startPlanClock } from './synced-clock.ts';

const swing = {
  clip: makeClip({ widthPx: 64, heightPx: 48, frameTimes: Array.from({ length: 90 }, (_, frame) => frame / 30) }),
  annotations: { restTime: 0.5, topTime: 1, strikeTime: 1.5 },
};

function clockFrom(at: number) {
  const result = planComparison(swing, swing, 'strike');
  if (!result.ok) throw new Error(result.problem);
  return startPlanClock(result.plan, planTime(at), 0.5);
}

test('the clock runs at its rate, and never before its start', () => {
  const clock = clockFrom(1);
  const nowMs = performance.now();
  expect(clock.at(nowMs + 1000)).toBeCloseTo(1.5, 1);
  expect(clock.at(nowMs - 1000)).toBe(1);
  clock.adjust(-10);
  expect(clock.at(nowMs + 1000)).toBe(1);
});

test('a led clock has the time it is given, also one before its start', () => {
  const clock = clockFrom(1);
  const nowMs = performance.now();
  for (const at of [0.95, 0.99, 1.2, 1.1]) {
    clock.lead(at, nowMs);
    expect(clock.at(nowMs)).toBeCloseTo(at, 9);
  }
  expect(clock.at(nowMs + 200)).toBeCloseTo(1.2, 9);
});
