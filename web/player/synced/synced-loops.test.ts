// The loops and the grid of the synced preview, on a plan made by the domain.
import { expect, test } from 'vitest';
import type { Alignment } from '#domain/comparison/comparison-choices.ts';
import { planComparison } from '#domain/comparison/comparison-plan.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { makeClip } from '#domain/video/clip.ts';
import { inRange, jointFrameStep, loopRange, onGrid, wholeRange } from './synced-loops.ts';

const MARKS = { restTime: 1, topTime: 2, strikeTime: 2.5 };

function clipOf(framesPerSecond: number) {
  const frameTimes = Array.from({ length: framesPerSecond * 6 }, (_, index) => index / framesPerSecond);
  return makeClip({ widthPx: 100, heightPx: 100, frameTimes });
}

function planOf(userRate: number, alignment: Alignment = 'strike') {
  const user = { clip: clipOf(userRate), annotations: MARKS };
  const pro = { clip: clipOf(30), annotations: MARKS };
  const result = planComparison(user, pro, alignment);
  if (!result.ok) throw new Error(result.problem);
  return { plan: result.plan, rates: { user: user.clip.frameRate, pro: pro.clip.frameRate } };
}

test('the whole comparison runs from its first to its last merged frame', () => {
  const { plan } = planOf(60);
  expect(wholeRange(plan).from).toBe(0);
  expect(wholeRange(plan).to).toBeCloseTo(plan.duration - 1 / 60, 9);
  expect(loopRange(plan, 'once', NO_ANNOTATIONS)).toEqual(wholeRange(plan));
});

test('the swing and the downswing end with the merged frame of the strike', () => {
  const { plan } = planOf(60);
  const swing = loopRange(plan, 'rest-to-strike', MARKS);
  expect(swing?.from).toBeCloseTo(plan.meetAt - 1.5, 9);
  expect(swing?.to).toBeCloseTo(plan.meetAt + 1 / 60, 9);
  expect(loopRange(plan, 'downswing', MARKS)?.from).toBeCloseTo(plan.meetAt - 0.5, 9);
});

test('offers no loop whose marks are missing', () => {
  const { plan } = planOf(60);
  expect(loopRange(plan, 'downswing', { ...MARKS, topTime: null })).toBeNull();
  expect(loopRange(plan, 'rest-to-strike', { ...MARKS, restTime: null })).toBeNull();
});

test('keeps every loop inside the comparison', () => {
  const { plan } = planOf(60, 'top');
  const swing = loopRange(plan, 'rest-to-strike', { ...MARKS, restTime: 0 });
  expect(swing?.from).toBe(0);
  expect(inRange(99, wholeRange(plan))).toBe(wholeRange(plan).to);
});

test('steps both sides by one frame of the faster clip, with the events on its grid', () => {
  const slow = planOf(240);
  expect(jointFrameStep(slow.plan, slow.rates)).toBe(1 / 240);
  const plain = planOf(25);
  expect(jointFrameStep(plain.plan, plain.rates)).toBeCloseTo(1 / 30, 9);
  expect(onGrid(slow.plan, slow.plan.meetAt + 0.0101, 1 / 240)).toBeCloseTo(slow.plan.meetAt + 2 / 240, 9);
});
