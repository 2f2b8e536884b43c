// The analysis page's state: marks build on the newest marks, and every change is stored in the session.
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalysisState } from '#domain/comparison/readiness.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { NO_ANNOTATIONS, type Position, withPosition } from '#domain/swing/swing.ts';
import { clearClips, storeClip } from '#web/clip/clip-storage.ts';
import { clearSession, readSession, type SessionVideo, writeSession } from '#web/clip/comparison-session.ts';
import { openSwingVideo } from '#web/clip/swing-video.ts';
import { Toaster } from '#web/ui/toast/toaster.tsx';
import { createAnalysisStore, useAnalysis, useCompare } from './analysis-store.ts';

const CLIP = new File(['a swing'], 'swing.mp4', { type: 'video/mp4' });
const MARKS = { restTime: 1, topTime: 2, strikeTime: 3 };

beforeEach(async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:swing', revokeObjectURL: () => undefined }));
  await clearClips();
  clearSession();
});
afterEach(() => vi.unstubAllGlobals());

function mark(
  store: Pick<ReturnType<typeof createAnalysisStore>, 'getState' | 'annotate'>,
  at: Position,
  time: number,
) {
  store.annotate('user', withPosition(store.getState().user?.annotations ?? NO_ANNOTATIONS, at, time));
}

test('bases a mark on the newest marks while the page still renders older ones', async () => {
  const { result } = renderHook(useAnalysis);
  const clip = await storeClip(CLIP);
  act(() => result.current.load('user', clip));
  const page = result.current;
  await act(async () => {
    mark(page, 'rest', 1);
    mark(page, 'top', 2);
    mark(page, 'strike', 3);
    expect(page.user?.annotations).toEqual(NO_ANNOTATIONS);
  });
  expect(result.current.user?.annotations).toEqual(MARKS);
  expect(readSession().userVideo).toMatchObject({ url: 'blob:swing', annotations: MARKS });
});

test('starts a new video without marks, and restores marks after a reload', async () => {
  const store = createAnalysisStore();
  store.load('user', await storeClip(CLIP));
  mark(store, 'rest', 1);
  expect(createAnalysisStore().getState().user).toEqual(store.getState().user);
  store.load('user', await storeClip(CLIP));
  expect(store.getState().user?.annotations).toEqual(NO_ANNOTATIONS);
});

test('clears the custom video and its marks when custom mode ends', async () => {
  const store = createAnalysisStore();
  store.setCustomPro(true);
  store.load('pro', await storeClip(CLIP));
  store.setCustomPro(false);
  expect(store.getState().pro).toBeNull();
  expect(readSession()).toMatchObject({ customProVideo: null, useCustomPro: false });
});

test('names a video that the browser lost, and removes it from the session', async () => {
  const lost = {
    url: 'blob:gone',
    annotations: MARKS,
    clipId: 'lost',
    fileName: 'swing.mp4',
    slowMotionFactor: null,
    proposedFactor: null,
  };
  writeSession({ userVideo: lost });
  const { result } = renderHook(useAnalysis);
  expect(result.current.restoring).toEqual(['user']);
  await waitFor(() => expect(result.current.problems.user).toBe('lost'));
  expect(result.current.restoring).toEqual([]);
  expect(readSession().userVideo).toBeNull();
});

test('uses a proposed slow-motion factor until the visitor answers, also on the next page', async () => {
  const store = createAnalysisStore();
  store.load('user', await storeClip(CLIP));
  store.proposeSlowMotion('user', 4);
  const stored = () => readSession().userVideo as SessionVideo;
  expect(factorInUse(stored())).toBe(4);
  store.answerSlowMotion('user', 1);
  expect(factorInUse(stored())).toBe(1);
  expect((await openSwingVideo(stored()))?.proposedFactor).toBe(4);
});

test('a clip that starts after the rest has no rest mark, through a reload, until one is set', async () => {
  const store = createAnalysisStore();
  store.load('user', await storeClip(CLIP));
  store.annotate('user', MARKS);
  store.setStartsAfterRest('user', true);
  expect(store.getState().user).toMatchObject({ annotations: { ...MARKS, restTime: null }, startsAfterRest: true });
  expect(createAnalysisStore().getState().user).toEqual(store.getState().user);
  store.annotate('user', MARKS);
  expect(store.getState().user?.startsAfterRest).toBeUndefined();
});

test('keeps accepted proposals through a reload, and drops invalid ones', async () => {
  const store = createAnalysisStore();
  store.load('user', await storeClip(CLIP));
  const rest = { time: 1, confidence: 0.4, certainty: 'check', range: { from: 0.5, to: 1.5 } } as const;
  store.take('user', { rest, top: { ...rest, certainty: 'perhaps' } as never });
  expect((readSession().userVideo as SessionVideo).taken).toEqual({ rest });
});

const MARKED = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const COMPLETE: AnalysisState = {
  hasUserVideo: true,
  userAnnotations: MARKED,
  useCustomPro: false,
  hasGolfer: true,
  hasProVideo: false,
  proAnnotations: NO_ANNOTATIONS,
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
