// The merged file with names and the strip: ticks stand where the plan has them, the play position moves with every merged frame,
// and the pictures above show the planned frames all the same.
import { expect, test } from 'vitest';
import { AS_FILMED, type ComparisonChoices } from '#domain/comparison/comparison-choices.ts';
import { pictureArea } from '#domain/comparison/strip-place.ts';
import { type MarkedClip, type MergeOutcome, mergeAndCompare } from './merge-case.ts';

const USER: MarkedClip = { make: { fps: [30, 1], frames: 120, gop: 30 }, rest: 20, top: 55, strike: 70 };
const PRO: MarkedClip = { make: { fps: [60, 1], frames: 200 }, rest: 40, top: 95, strike: 120 };
const CHOICES: ComparisonChoices = { ...AS_FILMED, names: { ...AS_FILMED.names, isShown: true }, hasStrip: true };

function expectStrip({ strip }: MergeOutcome): void {
  expect(strip?.tickErrors.length).toBeGreaterThan(3);
  for (const error of strip?.tickErrors ?? []) expect(Math.abs(error)).toBeLessThan(1);
  for (const error of strip?.playErrors ?? []) expect(Math.abs(error)).toBeLessThan(1);
}

test('shows ticks, tempos and a moving play position below both pictures, frame by frame [S2.35]', async () => {
  const outcome = await mergeAndCompare(USER, PRO, 'strike', CHOICES);
  expect(outcome.mismatches).toEqual([]);
  expectStrip(outcome);
  const { plan, strip } = outcome;
  expect(pictureArea(plan)).toEqual({ widthPx: 320, heightPx: 120 });
  expect(plan.canvas).toEqual({ widthPx: 320, heightPx: 152 });
  // Both strikes are at one place, and their ticks between those of rest and the end.
  const [userStrike, proStrike] = plan.positions.filter(({ position }) => position === 'strike');
  expect(userStrike?.at).toBe(plan.meetAt);
  expect(proStrike?.at).toBe(plan.meetAt);
  expect(strip?.playErrors).toHaveLength(plan.frameCount);
  expect(strip?.tempos).toHaveLength(2);
  for (const bright of strip?.tempos ?? []) expect(bright).toBeGreaterThan(150);
});
