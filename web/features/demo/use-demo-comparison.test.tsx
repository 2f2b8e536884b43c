// The demo's request to the server, and its messages when that fails.

import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { DemoVideo, GolferCard } from '#contract/golfers.ts';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { GOLFER_CARD } from '#tests/web/golfer-card.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { toastStore } from '#web/ui/toast/toast-store.ts';
import { useDemoComparison } from './use-demo-comparison.ts';

const demo: DemoVideo = { id: 'd', videoUrl: '/content/d.mp4', thumbnailUrl: null, title: 't', club: 'c', tag: 't' };
const golfer: GolferCard = { ...GOLFER_CARD, name: 'Ada Fairway' };

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
    result.current.dispatch({ type: 'golfer-chosen', golfer });
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
