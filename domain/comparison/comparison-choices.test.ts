import { expect, test } from 'vitest';
import { AS_FILMED, areSameChoices, withoutNudge, withSideChoices, withSlowMotion } from './comparison-choices.ts';

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
});
