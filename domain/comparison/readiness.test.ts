import { describe, expect, it } from 'vitest';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { type AnalysisState, compareProblem, isReadyToCompare, missingSteps } from './readiness.ts';

const MARKED = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const COMPLETE: AnalysisState = {
  hasUserVideo: true,
  userAnnotations: MARKED,
  useCustomPro: false,
  hasGolfer: true,
  hasProVideo: false,
  proAnnotations: NO_ANNOTATIONS,
};

describe('what is missing before a comparison', () => {
  it('is nothing once a swing is marked and a golfer chosen', () => {
    expect(missingSteps(COMPLETE)).toEqual([]);
    expect(isReadyToCompare(COMPLETE)).toBe(true);
  });

  it.each<[string, Partial<AnalysisState>, string[]]>([
    ['a video', { hasUserVideo: false }, ['user-video', 'user-positions']],
    ['a mark', { userAnnotations: { ...MARKED, restTime: null } }, ['user-positions']],
    ['marks in order', { userAnnotations: { ...MARKED, topTime: 1.7 } }, ['user-positions']],
    ['a golfer', { hasGolfer: false }, ['pro']],
    ['a pro video', { useCustomPro: true }, ['pro-video', 'pro-positions']],
    ['the pro’s marks', { useCustomPro: true, hasProVideo: true }, ['pro-positions']],
  ])('is named when it is %s', (_, change, missing) => {
    expect(missingSteps({ ...COMPLETE, ...change })).toEqual(missing);
  });
});

it('a clip that starts after the rest needs top and strike only', () => {
  const withoutRest = { ...COMPLETE, userAnnotations: { ...MARKED, restTime: null }, userStartsAfterRest: true };
  expect(missingSteps(withoutRest)).toEqual([]);
  expect(missingSteps({ ...withoutRest, userAnnotations: NO_ANNOTATIONS })).toEqual(['user-positions']);
});

describe('why a comparison is refused', () => {
  it('needs a video and a strike mark, no more [S5.3]', () => {
    const strikeOnly = { ...NO_ANNOTATIONS, strikeTime: 0 };
    expect(compareProblem({ ...COMPLETE, userAnnotations: strikeOnly })).toBeNull();
    expect(compareProblem({ ...COMPLETE, userAnnotations: NO_ANNOTATIONS })).toBe('no-swing');
    expect(compareProblem({ ...COMPLETE, hasUserVideo: false })).toBe('no-swing');
  });

  it('needs a golfer, or a custom pro with all three times', () => {
    expect(compareProblem({ ...COMPLETE, hasGolfer: false })).toBe('no-pro');
    const custom = { ...COMPLETE, useCustomPro: true, hasGolfer: false, hasProVideo: true };
    expect(compareProblem({ ...custom, proAnnotations: MARKED })).toBeNull();
    expect(compareProblem({ ...custom, proAnnotations: { ...MARKED, topTime: null } })).toBe('no-pro');
  });
});
