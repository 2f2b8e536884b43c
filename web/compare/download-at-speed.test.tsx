// Downloads at another speed: the file's name, the messages for failures, and cancelling.
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { TOASTS } from '#web/ui/toast/messages.ts';
import { toastStore } from '#web/ui/toast/toast-store.ts';
import { useSpeedDownload } from './download-at-speed.tsx';

const TEXTS = {
  fileName: (speed: number) => `swing_${speed}x.mp4`,
  done: () => TOASTS.downloaded,
  failed: TOASTS.downloadFailed,
};

afterEach(() => vi.unstubAllGlobals());

test('shows a toast for a failed download, and keeps the server’s sentence on the page [S8.6]', async () => {
  const gone = 'This video is no longer available. Please compare again.';
  const server = answerCalls({ downloadSpeed: () => refusal(404, gone, 'result-not-found') });
  vi.stubGlobal('fetch', server.fetch);
  const { result } = renderHook(() => useSpeedDownload('/media/m.mp4', TEXTS));
  await act(() => result.current.downloadAt(0.5));
  expect(server.asked[0]?.body).toEqual({ videoUrl: '/media/m.mp4', speed: 0.5, filename: 'swing_0.5x.mp4' });
  expect(toastStore.getState().toast).toMatchObject({
    title: 'Download failed',
    description: 'Failed to process video at custom speed',
    variant: 'destructive',
  });
  expect(result.current).toMatchObject({ isProcessing: false, problem: gone });
});

test('shows the product’s own sentence without a network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { result } = renderHook(() => useSpeedDownload('/media/m.mp4', TEXTS));
  await act(() => result.current.downloadAt(2));
  expect(result.current.problem).toBe('Failed to process video at custom speed');
});
