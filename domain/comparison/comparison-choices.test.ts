import { expect, test } from 'vitest';
import {
  AS_FILMED,
  DEFAULT_GHOST,
  needsOutlines,
  withoutNudge,
  withSideChoices,
  withSlowMotion,
} from './comparison-choices.ts';
import { areSameChoices } from './same-choices.ts';

test('changing one side leaves the other side and the input unchanged', () => {
  const mirrored = withSideChoices(AS_FILMED, 'pro', { isMirrored: true });
  expect(mirrored).toEqual({ ...AS_FILMED, pro: { ...AS_FILMED.pro, isMirrored: true } });
  expect(AS_FILMED.pro.isMirrored).toBe(false);
});

test('replacing a clip resets its nudge, but not the mirror', () => {
  const chosen = withSideChoices(AS_FILMED, 'user', { isMirrored: true, nudgeFrames: 3 });
  expect(withoutNudge(chosen, 'user').user).toEqual({ ...AS_FILMED.user, isMirrored: true });
});

test('choices are equal only if every field is', () => {
  expect(areSameChoices(AS_FILMED, withSlowMotion(AS_FILMED, { user: 1, pro: 1 }))).toBe(true);
  expect(areSameChoices(AS_FILMED, withSlowMotion(AS_FILMED, { user: 1, pro: 4 }))).toBe(false);
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, isSwapped: true })).toBe(false);
  expect(areSameChoices(AS_FILMED, withSideChoices(AS_FILMED, 'user', { nudgeFrames: 1 }))).toBe(false);
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, hasBodyLines: true })).toBe(false);
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, layout: 'stacked' })).toBe(false);
});

test('the ghost’s choices apply only in its layout', () => {
  const weaker = { ...DEFAULT_GHOST, look: 'outline', strengthPercent: 20 } as const;
  expect(areSameChoices(AS_FILMED, { ...AS_FILMED, ghost: weaker })).toBe(true);
  expect(needsOutlines({ ...AS_FILMED, ghost: weaker })).toBe(false);
  const ghost = { ...AS_FILMED, layout: 'ghost' } as const;
  expect(areSameChoices(ghost, { ...ghost, ghost: weaker })).toBe(false);
  expect(areSameChoices(ghost, { ...ghost, ghost: { ...DEFAULT_GHOST } })).toBe(true);
  expect([needsOutlines(ghost), needsOutlines({ ...ghost, ghost: weaker })]).toEqual([false, true]);
});
