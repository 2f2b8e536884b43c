// How far a drag on the picture moves through the swing.
import { expect, test } from 'vitest';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { scrubbedTo } from './stage-picture.tsx';

const plan = { frameRate: { numerator: 60, denominator: 1 }, frameCount: 200 } as ComparisonPlan;

test('200 pixels are one second, to the frame', () => {
  expect(scrubbedTo(plan, 50, 200)).toBe(110);
  expect(scrubbedTo(plan, 50, -100)).toBe(20);
  expect(scrubbedTo(plan, 50, 3)).toBe(51);
});

test('stops at the first and the last frame', () => {
  expect(scrubbedTo(plan, 50, -900)).toBe(0);
  expect(scrubbedTo(plan, 50, 9000)).toBe(199);
});
