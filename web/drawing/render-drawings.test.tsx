// Rendering drawings: the request, the messages for failures, and canceling.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { toastStore } from '#web/ui/toast/toast-store.ts';
import type { DrawnStroke } from './placed-stroke.ts';
import { type RenderHere, useRenderDrawings } from './render-drawings.tsx';

const VIDEO = { widthPx: 1216, heightPx: 1080 };
const PEN = { color: '#ff0000', width: 3, timestamp: 1.2 };
const LINE: DrawnStroke = {
  id: 1,
  tool: 'line',
  points: [
    { x: 304, y: 540 },
    { x: 608, y: 216 },
  ],
  ...PEN,
};

afterEach(() => vi.unstubAllGlobals());

function start(answers: Parameters<typeof answerCalls>[0], renderHere: RenderHere | null = null) {
  const server = answerCalls({ listJobs: () => ({ jobs: [] }), ...answers });
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...renderHook(() => useRenderDrawings('/media/merged.mp4', renderHere), { wrapper }), server };
}

test('sends the drawings in pixels of the shared surface, and returns the rendered video [S3.6]', async () => {
  const { result, server } = start({ renderDrawings: () => ({ videoUrl: '/media/drawn.mp4' }) });
  await act(() => result.current.render([LINE], VIDEO));
  expect(result.current.rendering).toMatchObject({ stage: 'done', videoUrl: '/media/drawn.mp4' });
  expect(toastStore.getState().toast?.title).toBe('Video rendered successfully!');
  expect(server.asked.find(({ name }) => name === 'renderDrawings')?.body).toEqual({
    videoUrl: '/media/merged.mp4',
    drawings: [{ from: { x: 120, y: 213 }, to: { x: 240, y: 85.2 }, ...PEN }],
    videoWidth: 480,
    videoHeight: 426,
  });
});

test('sends nothing without drawings, and explains why in a toast [S8.7]', async () => {
  const { result, server } = start({});
  await act(() => result.current.render([], VIDEO));
  expect(toastStore.getState().toast).toMatchObject({
    title: 'Video rendering failed',
    description: 'No video or drawings to render',
    variant: 'destructive',
  });
  expect(server.asked).toEqual([]);
});

test('shows a refusal in a toast, and the server’s message beside the button [S8.7]', async () => {
  const sentence = 'There are too many drawings. Please clear some and try again.';
  const { result } = start({ renderDrawings: () => refusal(413, sentence, 'too-many-drawings') });
  await act(() => result.current.render([LINE], VIDEO));
  expect(result.current.rendering).toEqual({ stage: 'failed', problem: sentence });
  expect(toastStore.getState().toast?.description).toBe('Failed to render video with drawings');
});

test('cancelling stops the job on the server and shows no failure', async () => {
  const running = { id: 'd1', kind: 'drawings', state: 'running', queuePlace: 0, percent: 40 } as const;
  const { result, server } = start({
    listJobs: () => ({ jobs: [{ ...running, id: 'm1', kind: 'merge' }, running] }),
    renderDrawings: () => new Promise(() => undefined),
    cancelJob: () => ({ success: true }),
  });
  act(() => void result.current.render([LINE], VIDEO));
  await waitFor(() => expect(result.current.job?.percent).toBe(40));
  act(() => result.current.cancel());
  await waitFor(() => expect(server.asked.find(({ name }) => name === 'cancelJob')?.path).toBe('/api/jobs/d1'));
  expect(result.current.rendering).toEqual({ stage: 'idle' });
});

test('keeps only the video on screen in memory, out of fifty drawn on this device', async () => {
  const live = new Set<string>();
  vi.stubGlobal('URL', Object.assign(URL, { revokeObjectURL: (address: string) => void live.delete(address) }));
  let made = 0;
  const { result, unmount } = start({}, async () => {
    made += 1;
    live.add(`blob:${made}`);
    return `blob:${made}`;
  });
  for (let count = 0; count < 50; count++) {
    await act(() => result.current.render([LINE], VIDEO));
    expect([...live]).toEqual([`blob:${made}`]);
  }
  unmount();
  expect(live.size).toBe(0);
});
