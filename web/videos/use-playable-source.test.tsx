// Claims that 'The video stays in this browser' only while no part of the video was sent.
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { clearSession } from '#web/swing/comparison-session.ts';
import { NOTHING_KNOWN } from './playable-file.ts';
import { abandonUpload, uploadVideo } from './upload/upload-video.ts';
import { useIsLocal } from './use-playable-source.ts';

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
