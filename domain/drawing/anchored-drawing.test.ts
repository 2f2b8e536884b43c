// A drawing stays on the same point of the golfer's picture, and on the same moment, in every layout.

import { expect, test } from 'vitest';
import {
  ALIGNMENTS,
  type Alignment,
  type ComparisonChoices,
  FIRST_CHOICES,
} from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, planComparison } from '#domain/comparison/comparison-plan.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { isThereAt, onOtherSide, shownFrom, sideAt, toCanvas, toClipTime, toPicture } from './anchored-drawing.ts';

const clip = (widthPx: number, heightPx: number, fps: number, frames: number) => ({
  widthPx,
  heightPx,
  frameRate: { numerator: fps, denominator: 1 },
  isVariable: false,
  frameTimes: Array.from({ length: frames }, (_, frame) => frame / fps),
});

function plan(choices: Partial<ComparisonChoices> = {}, alignment: Alignment = 'strike'): ComparisonPlan {
  const user = { clip: clip(1080, 1920, 30, 90), annotations: { restTime: 0.5, topTime: 1.4, strikeTime: 1.7 } };
  const pro = { clip: clip(1920, 1080, 60, 240), annotations: { restTime: 1, topTime: 2, strikeTime: 2.3 } };
  const planned = planComparison(user, pro, alignment, { ...FIRST_CHOICES, framing: 'full', ...choices });
  if (!planned.ok) throw new Error(planned.problem);
  return planned.plan;
}

const mirrored = { ...FIRST_CHOICES.user, isMirrored: true };
const LAYOUTS: Partial<ComparisonChoices>[] = [
  {},
  { isSwapped: true, pro: mirrored },
  { layout: 'stacked', user: mirrored },
  { layout: 'ghost' },
  { layout: 'wipe', wipePercent: 30 },
  { framing: 'golfers', user: { ...mirrored, fit: { sizePercent: 150, rightPercent: 10, upPercent: 0 } } },
];

test.each(LAYOUTS)('maps a point of the picture to the canvas and back: %o', (choices) => {
  const there = plan(choices);
  for (const side of SIDES) {
    const point = { x: 0.3, y: 0.7 };
    const back = toPicture(there, side, toCanvas(there, side, point));
    expect(back.x).toBeCloseTo(point.x, 9);
    expect(back.y).toBeCloseTo(point.y, 9);
  }
});

test.each(ALIGNMENTS)('maps a time of the clip to the plan and back in the alignment %s', (alignment) => {
  const there = plan({}, alignment);
  for (const side of SIDES) {
    const at = toClipTime(there, side, 0.9);
    expect(shownFrom(there, side, at)).toBeCloseTo(0.9, 9);
  }
});

test('shows a drawing made before the plan’s beginning on its first frame, and never one made after its end', () => {
  const there = plan();
  expect(shownFrom(there, 'pro', -5)).toBe(0);
  expect(shownFrom(there, 'pro', 99)).toBeNull();
  expect([0.4, 0.5, 0.6].map((at) => isThereAt(there, 0.5, false, at))).toEqual([false, true, true]);
  expect([0.4, 0.5, 0.6].map((at) => isThereAt(there, 0.5, true, at))).toEqual([false, true, false]);
});

test('assigns a drawing to the side that contains all of it', () => {
  const there = plan();
  const { user, pro } = there.panes;
  const middle = (side: Side) => {
    const { rect } = there.panes[side];
    return { x: rect.xPx + rect.widthPx / 2, y: rect.yPx + rect.heightPx / 2 };
  };
  expect(sideAt(there, [middle('user')])).toBe('user');
  expect(sideAt(there, [middle('pro')])).toBe('pro');
  expect(sideAt(there, [middle('user'), middle('pro')])).toBeNull();
  expect(onOtherSide(there, 'user', middle('user')).x).toBeCloseTo(pro.rect.xPx + pro.rect.widthPx / 2, 6);
  expect(onOtherSide(there, 'user', { x: 4, y: user.rect.heightPx }).y).toBeCloseTo(pro.rect.heightPx, 6);
  expect(sideAt(plan({ layout: 'ghost' }), [{ x: 1, y: 1 }])).toBe('user');
});
