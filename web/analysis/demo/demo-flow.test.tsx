// The demo's states, its request to the server, and its messages when that fails.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { GolferCard } from '#contract/golfers.ts';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { DEMO_VIDEO } from '#tests/web/demo-video.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { toastStore } from '#web/ui/toast/toast-store.ts';
import {
  type DemoEvent,
  type DemoFlow,
  demoGolfer,
  FRESH_DEMO,
  nextDemoFlow,
  readyDemo,
  useDemoComparison,
} from './demo-flow.ts';

const demo = DEMO_VIDEO;
const golfer: GolferCard = { ...GOLFER_CARD, club: 'Driver', level: 'Model' };
const unmarked = { restTime: null, topTime: null, strikeTime: null };

const stateAfter = (...events: DemoEvent[]): DemoFlow => events.reduce(nextDemoFlow, FRESH_DEMO);
const selected: DemoEvent = { type: 'demo-selected', demo };
const chosen: DemoEvent = { type: 'golfer-chosen', golfer };
const started: DemoEvent = { type: 'compare-started' };

describe('the demo', () => {
  it('has rest 0, top 1.2 and strike 1.6 as soon as its video is selected [S4.6]', () => {
    expect(stateAfter(selected)).toMatchObject({ demo, annotations: { restTime: 0, topTime: 1.2, strikeTime: 1.6 } });
  });

  it('shows the picker again and clears the marks with Change Video, and keeps the golfer', () => {
    expect(stateAfter(selected, chosen, { type: 'change-video' })).toMatchObject({
      demo: null,
      annotations: unmarked,
      golfer,
    });
  });

  it.each<[string, DemoEvent[]]>([
    ['nothing', []],
    ['only a demo video', [selected]],
    ['only a golfer', [chosen]],
    ['a golfer and a video that was changed away', [selected, chosen, { type: 'change-video' }]],
  ])('is not ready with %s', (_, events) => {
    expect(readyDemo(stateAfter(...events))).toBeNull();
  });

  it('is ready with a demo video and a golfer', () => {
    expect(readyDemo(stateAfter(chosen, selected))).toEqual({ demo, golfer });
  });

  it('is ready as soon as a golfer is on display beside the video, and keeps one that was chosen', () => {
    const other = { ...golfer, id: 8 };
    const shown: DemoEvent = { type: 'golfer-shown', golfer: other };
    expect(readyDemo(stateAfter(selected, shown))).toEqual({ demo, golfer: other });
    expect(readyDemo(stateAfter(selected, chosen, shown))).toEqual({ demo, golfer });
    expect(stateAfter(shown)).toEqual(FRESH_DEMO);
  });

  it('shows the result once the comparison is there', () => {
    const done = stateAfter(selected, chosen, started, { type: 'compared', mergedVideoUrl: '/media/r/1' });
    expect(done).toMatchObject({ isComparing: false, mergedVideoUrl: '/media/r/1' });
  });

  it('keeps the view and shows the reason when the comparison fails', () => {
    const failed = stateAfter(selected, chosen, started, { type: 'compare-failed', problem: 'The server is busy.' });
    expect(failed).toMatchObject({ demo, golfer, isComparing: false, mergedVideoUrl: null });
    expect(failed.problem).toBe('The server is busy.');
    expect(nextDemoFlow(failed, started).problem).toBeNull();
  });

  it('forgets result, video, golfer and marks with Try Another Comparison [S4.8]', () => {
    const done = stateAfter(selected, chosen, started, { type: 'compared', mergedVideoUrl: '/media/r/1' });
    expect(nextDemoFlow(done, { type: 'try-another' })).toEqual(FRESH_DEMO);
  });
});

const ada: GolferCard = { ...GOLFER_CARD, name: 'Ada Fairway' };

afterEach(() => vi.unstubAllGlobals());

function start(answers: Parameters<typeof answerCalls>[0]) {
  const server = answerCalls({ listJobs: () => ({ jobs: [] }), ...answers });
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDemoComparison(), { wrapper, reactStrictMode: true });
  act(() => {
    result.current.dispatch({ type: 'demo-selected', demo });
    result.current.dispatch({ type: 'golfer-chosen', golfer: ada });
    result.current.dispatch({ type: 'alignment-chosen', alignment: 'top' });
  });
  return { result, server };
}

test('sends the times as text, after the call that creates a new visitor’s session', async () => {
  const { result, server } = start({ mergeDemo: () => ({ mergedVideoUrl: '/media/m.mp4' }) });
  act(() => result.current.compare());
  await waitFor(() => expect(result.current.flow.mergedVideoUrl).toBe('/media/m.mp4'));
  const names = server.asked.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['listJobs', 'mergeDemo']);
  expect(server.asked.find(({ name }) => name === 'mergeDemo')?.body).toEqual({
    userRestTime: '0',
    userTopTime: '1.2',
    userStrikeTime: '1.6',
    proGolferId: 7,
    demoVideoUrl: '/content/d.mp4',
    alignmentType: 'top',
  });
  expect(toastStore.getState().toast?.title).toBe('Video comparison complete!');
});

test('shows the server’s message for a refusal, and retries on the next press', async () => {
  const answers = [refusal(429, 'You have several comparisons waiting.', 'too-many-jobs')];
  const { result } = start({ mergeDemo: () => answers.shift() ?? { mergedVideoUrl: '/media/m' } });
  act(() => result.current.compare());
  const words = 'Failed to compare the videos: You have several comparisons waiting.';
  await waitFor(() => expect(result.current.flow.problem).toBe(words));
  expect(toastStore.getState().toast).toMatchObject({
    title: 'Comparison failed',
    description: words,
    variant: 'destructive',
  });
  act(() => result.current.compare());
  await waitFor(() => expect(result.current.flow.mergedVideoUrl).toBe('/media/m'));
});

test('shows a plain message without a network', async () => {
  const { result } = start({
    mergeDemo: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  act(() => result.current.compare());
  await waitFor(() => expect(result.current.flow.problem).toBe('Failed to compare the videos: Unknown error occurred'));
});

test('a cancelled run is not a failure, and its late response changes nothing', async () => {
  const { result } = start({ mergeDemo: () => new Promise(() => undefined) });
  act(() => result.current.compare());
  await waitFor(() => expect(result.current.flow.isComparing).toBe(true));
  act(() => result.current.cancel());
  expect(result.current.flow).toMatchObject({ isComparing: false, problem: 'You stopped this comparison.' });
  expect(toastStore.getState().toast?.description).not.toBe('You stopped this comparison.');
});

const GOLFER: GolferCard = { ...GOLFER_CARD, club: 'Driver', view: 'down-the-line', hand: 'right' };

test('compares the sample with a golfer of the same camera angle and club', () => {
  const iron: GolferCard = { ...GOLFER, id: 2, name: '7 iron, face-on', club: '7 iron', view: 'face-on' };
  const driver: GolferCard = { ...GOLFER, id: 3, name: 'Driver, face-on', view: 'face-on' };
  expect(demoGolfer([GOLFER, iron, driver])).toBe(driver);
  expect(demoGolfer([GOLFER, iron])).toBe(iron);
  expect(demoGolfer([])).toBeNull();
});
