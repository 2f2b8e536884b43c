import { expect, test } from 'vitest';
import {
  AS_FILMED,
  areSameChoices,
  DEFAULT_GHOST,
  needsOutlines,
  withoutNudge,
  withSideChoices,
  withSlowMotion,
} from './comparison-choices.ts';

test('one side’s choice leaves the other side and the given choices as they were', () => {
  const mirrored = withSideChoices(AS_FILMED, 'pro', { isMirrored: true });
  expect(mirrored).toEqual({ ...AS_FILMED, pro: { ...AS_FILMED.pro, isMirrored: true } });
  expect(AS_FILMED.pro.isMirrored).toBe(false);
});

test('another clip takes its nudge with it, but not the mirror', () => {
  const chosen = withSideChoices(AS_FILMED, 'user', { isMirrored: true, nudgeFrames: 3 });
  expect(withoutNudge(chosen, 'user').user).toEqual({ ...AS_FILMED.user, isMirrored: true });
});

test('choices are the same when every one of them is', () => {
  expect(areSameChoices(AS_FILMED, withSlowMotion(AS_FILMED, { user: 1, pro: 1 }))).toBe(true);
  expect(areSameChoices(AS_FILMED, withSlowMotion(AS_FILMED, { user: 1, pro: 4 }))).toBe(false);
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, isSwapped: true })).toBe(false);
  expect(areSameChoices(AS_FILMED, withSideChoices(AS_FILMED, 'user', { nudgeFrames: 1 }))).toBe(false);
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, hasBodyLines: true })).toBe(false);
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, layout: 'stacked' })).toBe(false);
});

test('what is chosen of the ghost counts in its own layout only', () => {
  const weaker = { ...DEFAULT_GHOST, look: 'outline', strengthPercent: 20 } as const;
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, ghost: weaker })).toBe(true);
  expect(needsOutlines({ ...AS_FILMED, ghost: weaker })).toBe(false);
  const ghost = { ...AS_FILMED, layout: 'ghost' } as const;
  expect(areSameChoices(ghost, { ...ghost, ghost: weaker })).toBe(false);
  expect(areSameChoices(ghost, { ...ghost, ghost: { ...DEFAULT_GHOST } })).toBe(true);
  expect([needsOutlines(ghost), needsOutlines({ ...ghost, ghost: weaker })]).toEqual([false, true]);
});
