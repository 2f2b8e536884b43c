// Claims that 'The video stays in this browser' only while no part of the video was sent.
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { makeClip } from '#domain/video/clip.ts';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { clearSession } from './comparison-session.ts';
import { framesIn, NOTHING_KNOWN, useIsLocal } from './playable-file.ts';
import { abandonUpload, uploadVideo } from './upload-video.ts';

const SILENT = { onProgress: () => undefined, onWaiting: () => undefined };

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

function isLocal(file: File, work: (typeof NOTHING_KNOWN)['work'] = NOTHING_KNOWN.work) {
  const state = { ...NOTHING_KNOWN, work };
  return renderHook(() => useIsLocal(file, state)).result;
}

test('a file is local until an upload begins, even one that fails halfway', async () => {
  const file = new File(['a swing'], 'swing.mp4');
  const before = isLocal(file);
  await waitFor(() => expect(before.current).toBe(true));
  const server = answerCalls({
    getUpload: () => refusal(404, 'There is no such upload', 'upload-not-found'),
    uploadChunk: () => refusal(422, 'The file has no video', 'no-picture'),
    cancelUpload: () => ({ success: true }),
  });
  vi.stubGlobal('fetch', server.fetch);
  await expect(uploadVideo(file, { ...SILENT, signal: new AbortController().signal })).rejects.toThrow();
  const result = isLocal(file);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(result.current).toBe(false);
  await abandonUpload(file);
  const after = isLocal(file);
  await waitFor(() => expect(after.current).toBe(true));
});

test('a file being sent for a preview is not local', async () => {
  const file = new File(['a swing'], 'swing.avi');
  const result = isLocal(file, { stage: 'uploading', progress: null, waiting: null });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(result.current).toBe(false);
});

const clipOf = (frameTimes: readonly number[]) => makeClip({ widthPx: 160, heightPx: 120, frameTimes });
const ORIGINAL = clipOf([0, 0.033333, 0.066667, 0.1, 0.133333]);

test('a preview with every frame has exactly the original’s times', () => {
  expect(framesIn(clipOf([0, 0.03334, 0.06667, 0.10001, 0.13334]), ORIGINAL)).toBe(ORIGINAL);
});

test('does not count frames that the preview lacks', () => {
  expect(framesIn(clipOf([0.06667, 0.1, 0.13334]), ORIGINAL).frameTimes).toEqual([0.066667, 0.1, 0.133333]);
});

test('ignores a preview with other frames than the original', () => {
  expect(framesIn(clipOf([0, 0.05, 0.1]), ORIGINAL)).toBe(ORIGINAL);
});
