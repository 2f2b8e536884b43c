// The states of the steps as a visitor goes through them.
import { expect, test } from 'vitest';
import type { AnalysisState } from '#domain/comparison/readiness.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { scorecardCells, stepStates } from './step.tsx';

const MARKED = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const EMPTY: AnalysisState = {
  hasUserVideo: false,
  userAnnotations: NO_ANNOTATIONS,
  useCustomPro: false,
  hasGolfer: false,
  hasProVideo: false,
  proAnnotations: NO_ANNOTATIONS,
};
const SWING: AnalysisState = { ...EMPTY, hasUserVideo: true, userAnnotations: MARKED };

const STORY: [string, AnalysisState, string][] = [
  ['nothing done', EMPTY, 'now later later later'],
  ['a video', { ...EMPTY, hasUserVideo: true }, 'done now later later'],
  ['a marked swing', SWING, 'done done now later'],
  ['a golfer first of all', { ...EMPTY, hasGolfer: true }, 'now later done later'],
  ['a swing and a golfer', { ...SWING, hasGolfer: true }, 'done done done done'],
  ['custom mode without a video', { ...SWING, useCustomPro: true }, 'done done now later'],
  [
    'a custom pro that is marked',
    { ...SWING, useCustomPro: true, hasProVideo: true, proAnnotations: MARKED },
    'done done done done',
  ],
];

test.each(STORY)('with %s', (_, state, words) => {
  const cells = scorecardCells(stepStates(state));
  expect(cells.map((cell) => cell.state).join(' ')).toBe(words);
});
