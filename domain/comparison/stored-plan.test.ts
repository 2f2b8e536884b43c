// Plans of older versions.
import { expect, it } from 'vitest';
import { makeClip } from '#domain/video/clip.ts';
import { AS_FILMED } from './comparison-choices.ts';
import { type PlannedPane, planComparison } from './comparison-plan.ts';
import { completePlan, type StoredPlan } from './stored-choices.ts';

const CLIP = makeClip({ widthPx: 320, heightPx: 240, frameTimes: Array.from({ length: 90 }, (_, at) => at / 30) });
const SIDE = { clip: CLIP, annotations: { restTime: 0.5, topTime: 1.2, strikeTime: 1.5 } };

function planOf(alignment: 'strike' | 'all') {
  const result = planComparison(SIDE, SIDE, alignment, AS_FILMED);
  if (!result.ok) throw new Error(result.problem);
  return result.plan;
}

it('reads a plan without knots, layouts and crops as the same side-by-side comparison', () => {
  const plan = planOf('strike');
  const old = ({
    knots: _,
    picture: __,
    crop: ___,
    golfer: ______,
    bodyLines: ____,
    name: _____,
    ...pane
  }: PlannedPane) => pane;
  const { layout: _, ghost: __, isFramed: ___, strip: ____, positions: _____, ...rest } = plan;
  const stored = { ...rest, panes: { user: old(plan.panes.user), pro: old(plan.panes.pro) } };
  expect(completePlan(JSON.parse(JSON.stringify(stored)) as StoredPlan)).toEqual({ ...plan, positions: [] });
});

it('leaves a plan of this version unchanged', () => {
  const plan = planOf('all');
  expect(completePlan(JSON.parse(JSON.stringify(plan)) as StoredPlan)).toEqual(plan);
});
