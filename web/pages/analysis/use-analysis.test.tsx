// The button is disabled until the comparison is complete, so no press on the page triggers these toasts: the test
// calls its handler directly.
import { act, render, renderHook, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { AnalysisState } from '#domain/comparison/readiness.ts';
import { NO_ANNOTATIONS } from '#domain/swing/swing.ts';
import { readSession } from '#web/swing/comparison-session.ts';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { useCompare } from './use-analysis.ts';

const MARKED = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const COMPLETE: AnalysisState = {
  ...{ hasUserVideo: true, userAnnotations: MARKED, useCustomPro: false, hasGolfer: true },
  ...{ hasProVideo: false, proAnnotations: NO_ANNOTATIONS },
};

beforeEach(() => {
  history.replaceState(null, '', '/');
  render(<Toaster />);
});

function compare(change: Partial<AnalysisState>): void {
  const { result } = renderHook(() => useCompare({ state: { ...COMPLETE, ...change }, alignment: 'top' }));
  act(() => result.current());
}

test.each([
  ['without a video', { hasUserVideo: false }, 'Please upload a video and mark all positions'],
  ['without a strike', { userAnnotations: NO_ANNOTATIONS }, 'Please upload a video and mark all positions'],
  ['without a golfer', { hasGolfer: false }, 'Please select a pro golfer or upload a custom pro video'],
  ['without a pro video', { useCustomPro: true }, 'Please select a pro golfer or upload a custom pro video'],
])('refuses a comparison %s with a toast that names what is missing [S5.3]', async (_, change, sentence) => {
  compare(change);
  const toast = await screen.findByRole('listitem');
  expect(toast.textContent).toContain('Cannot compare swing');
  expect(toast.textContent).toContain(sentence);
  expect(location.pathname).toBe('/');
});

test('opens a complete comparison, and keeps its alignment', () => {
  compare({});
  expect(location.pathname).toBe('/compare');
  expect(readSession().alignmentType).toBe('top');
});
