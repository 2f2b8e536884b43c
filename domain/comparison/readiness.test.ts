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

describe('the missing steps before a comparison', () => {
  it('are empty once a swing is marked and a golfer chosen', () => {
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
  ])('include %s', (_, change, missing) => {
    expect(missingSteps({ ...COMPLETE, ...change })).toEqual(missing);
  });
});

it('requires only top and strike for a clip that starts after the rest', () => {
  const withoutRest = { ...COMPLETE, userAnnotations: { ...MARKED, restTime: null }, userStartsAfterRest: true };
  expect(missingSteps(withoutRest)).toEqual([]);
  expect(missingSteps({ ...withoutRest, userAnnotations: NO_ANNOTATIONS })).toEqual(['user-positions']);
});

describe('the reason to refuse a comparison', () => {
  it('is null with a video and a strike mark [S5.3]', () => {
    const strikeOnly = { ...NO_ANNOTATIONS, strikeTime: 0 };
    expect(compareProblem({ ...COMPLETE, userAnnotations: strikeOnly })).toBeNull();
    expect(compareProblem({ ...COMPLETE, userAnnotations: NO_ANNOTATIONS })).toBe('no-swing');
    expect(compareProblem({ ...COMPLETE, hasUserVideo: false })).toBe('no-swing');
  });

  it('is null with a golfer, or with a custom pro with all three times', () => {
    expect(compareProblem({ ...COMPLETE, hasGolfer: false })).toBe('no-pro');
    const custom = { ...COMPLETE, useCustomPro: true, hasGolfer: false, hasProVideo: true };
    expect(compareProblem({ ...custom, proAnnotations: MARKED })).toBeNull();
    expect(compareProblem({ ...custom, proAnnotations: { ...MARKED, topTime: null } })).toBe('no-pro');
  });
});
