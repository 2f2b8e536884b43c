// The merge starts automatically and once only, is joined after a lost connection, and can be canceled.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { JobStatus } from '#contract/merges.ts';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { answerCalls, refusal } from '#tests/web/answer-calls.ts';
import { createQueryClient, QueryClientProvider } from '#web/api/query.tsx';
import { clearSession } from '#web/clip/comparison-session.ts';
import type { SwingVideo } from '#web/clip/swing-video.ts';
import { toastStore } from '#web/ui/toast/toast-store.ts';
import { ownSide, type ReadyComparison } from './use-comparison.ts';
import { useMergeRun } from './use-merge-run.ts';

const swingVideo = (fileName: string, annotations: SwingAnnotations, slowMotionFactor: number | null): SwingVideo => ({
  clipId: fileName,
  file: new File([fileName], fileName),
  annotations,
  slowMotionFactor,
  proposedFactor: null,
});

const USER_MARKS = { restTime: 0, topTime: 1.2, strikeTime: 1.6 };
const PRO_MARKS = { restTime: 0.5, topTime: 1.3, strikeTime: 1.6 };
const USER = swingVideo('mine.mp4', USER_MARKS, 4);
const OWN_PRO = swingVideo('pro.mp4', PRO_MARKS, null);
const WITH_GOLFER: ReadyComparison = {
  user: USER,
  pro: { golferId: 3 },
  alignment: 'strike',
  choices: { ...AS_FILMED, isSwapped: true },
  drawn: [],
  golferName: 'Ada Fairway',
  sides: { user: ownSide(USER), pro: { ...ownSide(OWN_PRO), video: null, source: '/media/golfers/3' } },
};
const WITH_OWN_PRO: ReadyComparison = {
  ...WITH_GOLFER,
  pro: { golferId: null, video: OWN_PRO },
  sides: { user: ownSide(USER), pro: ownSide(OWN_PRO) },
};
const RUNNING: JobStatus = { id: 'j1', kind: 'merge', state: 'running', queuePlace: 0, percent: 40 };

const uploads = {
  getUpload: () => refusal(404, 'There is no such upload', 'upload-not-found'),
  uploadChunk: ({ fileName, totalChunks }: { fileName: string; totalChunks: number }) => ({
    receivedChunks: totalChunks,
    totalChunks,
    filePath: `handle of ${fileName}`,
  }),
};

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

function run(comparison: ReadyComparison, answers: Parameters<typeof answerCalls>[0]) {
  const server = answerCalls({ ...uploads, ...answers });
  vi.stubGlobal('fetch', server.fetch);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMergeRun(comparison, 'server'), { wrapper, reactStrictMode: true });
  const merges = () => server.asked.filter(({ name }) => name === 'mergeVideos');
  return { result, server, merges };
}

test('requests one merge, also in React’s strict mode, with all times of both swings [S3.8 S4.3 S7.5]', async () => {
  const { result, merges } = run(WITH_GOLFER, { mergeVideos: () => ({ mergedVideoUrl: '/media/m' }) });
  await waitFor(() => expect(result.current.stage).toEqual({ stage: 'done', mergedVideoUrl: '/media/m' }));
  expect(merges().map(({ body }) => body)).toEqual([
    {
      userVideoPath: 'handle of mine.mp4',
      proVideoPath: null,
      proVideoId: 3,
      userRestTime: 0,
      userTopTime: 1.2,
      userStrikeTime: 1.6,
      proRestTime: 0.5,
      proTopTime: 1.3,
      proStrikeTime: 1.6,
      alignmentType: 'strike',
      choices: { ...AS_FILMED, isSwapped: true, user: { ...AS_FILMED.user, slowMotionFactor: 4 } },
    },
  ]);
  expect(toastStore.getState().toast).toMatchObject({ title: 'Videos merged successfully!' });
});

test('omits choices that need a body which this browser cannot track, and says so', async () => {
  const choices = { ...AS_FILMED, hasBodyLines: true };
  const { result, merges } = run({ ...WITH_GOLFER, choices }, { mergeVideos: () => ({ mergedVideoUrl: '/media/m' }) });
  await waitFor(() => expect(result.current.stage.stage).toBe('done'));
  expect(result.current.stage).toEqual({ stage: 'done', mergedVideoUrl: '/media/m', isWithoutBodies: true });
  expect(merges()[0]?.body).toMatchObject({ choices: { hasBodyLines: true }, bodies: { user: null, pro: null } });
});

test('needs no bodies for a ghost of whole pictures', async () => {
  const choices = { ...AS_FILMED, layout: 'ghost' } as const;
  const { result } = run({ ...WITH_GOLFER, choices }, { mergeVideos: () => ({ mergedVideoUrl: '/media/m' }) });
  await waitFor(() => expect(result.current.stage.stage).toBe('done'));
  expect(result.current.stage).toEqual({ stage: 'done', mergedVideoUrl: '/media/m' });
});

test('uploads the user’s video first, then the custom pro’s [S7.9]', async () => {
  const { result, server, merges } = run(WITH_OWN_PRO, { mergeVideos: () => ({ mergedVideoUrl: '/media/m' }) });
  await waitFor(() => expect(result.current.stage.stage).toBe('done'));
  const sent = server.asked.filter(({ name }) => name === 'uploadChunk').map(({ body }) => body);
  expect(sent).toMatchObject([{ fileName: 'mine.mp4' }, { fileName: 'pro.mp4' }]);
  expect(merges()[0]?.body).toMatchObject({ proVideoPath: 'handle of pro.mp4', proVideoId: null });
});

test('uploads a video once, whatever the alignment or pro', async () => {
  const answers = { mergeVideos: () => ({ mergedVideoUrl: '/media/m' }) };
  const first = run(WITH_OWN_PRO, answers);
  await waitFor(() => expect(first.result.current.stage.stage).toBe('done'));
  for (const next of [
    { ...WITH_OWN_PRO, alignment: 'top' as const },
    { ...WITH_GOLFER, user: WITH_OWN_PRO.user },
  ]) {
    const { result, server } = run(next, answers);
    await waitFor(() => expect(result.current.stage.stage).toBe('done'));
    expect(server.asked.map(({ name }) => name).filter((name) => name !== 'listJobs')).toEqual(['mergeVideos']);
    expect(server.asked[0]?.body).toMatchObject({ userVideoPath: 'handle of mine.mp4' });
  }
});

test('repeats an upload that has expired on the server, once', async () => {
  const kept = run(WITH_GOLFER, { mergeVideos: () => ({ mergedVideoUrl: '/media/m' }) });
  await waitFor(() => expect(kept.result.current.stage.stage).toBe('done'));
  const gone = refusal(404, 'Video not found. Please upload it again.', 'video-not-found');
  const answers = [gone, { mergedVideoUrl: '/media/n' }];
  const { result, server } = run(WITH_GOLFER, { mergeVideos: () => answers.shift() ?? gone });
  await waitFor(() => expect(result.current.stage).toEqual({ stage: 'done', mergedVideoUrl: '/media/n' }));
  const names = server.asked.map(({ name }) => name).filter((name) => name !== 'listJobs');
  expect(names).toEqual(['mergeVideos', 'getUpload', 'uploadChunk', 'mergeVideos']);
});

test('repeats the same request when the connection is lost while merging', async () => {
  let tries = 0;
  const { result, merges } = run(WITH_GOLFER, {
    mergeVideos: () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return { mergedVideoUrl: '/media/m' };
    },
  });
  await waitFor(() => expect(result.current.stage.stage).toBe('done'));
  const [first, second] = merges();
  expect(second?.body).toEqual(first?.body);
});

test.each([
  ['not-checked', 'The video was received, but it could not be checked. Please try again in a moment.'],
  ['storage-failed', 'The server cannot use its storage at the moment. Please try again later.'],
])('retries a merge that the server could not start (%s)', async (code, sentence) => {
  const answers = [refusal(503, sentence, code), { mergedVideoUrl: '/media/m' }];
  const { result, merges } = run(WITH_GOLFER, { mergeVideos: () => answers.shift() ?? { mergedVideoUrl: '' } });
  await waitFor(() => expect(result.current.stage.stage).toBe('done'));
  expect(merges()).toHaveLength(2);
});

test('shows the server’s sentence for a failed merge, and retries only on request', async () => {
  const answers = [refusal(500, 'Failed to merge videos', 'merge-failed'), { mergedVideoUrl: '/media/m' }];
  const { result, merges } = run(WITH_GOLFER, { mergeVideos: () => answers.shift() ?? { mergedVideoUrl: '' } });
  await waitFor(() => expect(result.current.stage.stage).toBe('failed'));
  expect(toastStore.getState().toast).toMatchObject({
    title: 'Video merging failed',
    description: 'Failed to merge videos',
    variant: 'destructive',
  });
  expect(merges()).toHaveLength(1);
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.stage.stage).toBe('done'));
});

test('stopping a merge also cancels the server’s job', async () => {
  const { result, server } = run(WITH_GOLFER, {
    mergeVideos: () => new Promise(() => undefined),
    listJobs: () => ({ jobs: [RUNNING] }),
    cancelJob: () => ({ success: true }),
  });
  await waitFor(() => expect(result.current.job?.percent).toBe(40));
  act(() => result.current.cancel());
  expect(result.current.stage.stage).toBe('canceled');
  await waitFor(() => expect(server.asked.at(-1)).toMatchObject({ name: 'cancelJob', path: '/api/jobs/j1' }));
});
