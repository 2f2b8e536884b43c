// Starts the merge once the comparison is ready, or on request; cancels and retries it.
import { useEffect, useRef, useState } from 'react';
import { cancelJob, useRunningJob } from '#web/api/use-running-job.ts';
import { TOASTS } from '#web/lib/messages.ts';
import { MAKE_VIDEOS_ON, type MakeVideosOn } from '#web/lib/site-settings.ts';
import { readVideoShape, type VideoShape } from '#web/player/engine/video-shape.ts';
import { isThenAndNow } from '#web/swing/then-and-now.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { abandonUpload } from '#web/videos/upload/upload-video.ts';
import { agreeToUpload, runComparison } from './run-comparison.ts';
import type { MergeStage, SidesProgress } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';

const ON_REQUEST: MergeStage = { stage: 'on-request' };

export function useMergeRun(comparison: ReadyComparison | null, makeOn: MakeVideosOn = MAKE_VIDEOS_ON) {
  const [runStage, setStage] = useState<MergeStage>({ stage: 'preparing' });
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const toast = useToast();
  const job = useRunningJob('merge', runStage.stage === 'merging');

  // Two of the visitor's own swings are watched first: making the video at the same time would slow down playback.
  const isOnRequest = comparison !== null && isThenAndNow(comparison.choices) && round === 0;
  const stage = isOnRequest ? ON_REQUEST : runStage;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the next run
  useEffect(() => {
    if (!comparison || isOnRequest) return;
    const controller = new AbortController();
    running.current = controller;
    // One task later: React's strict mode mounts twice, and only the final mount may start the run.
    queueMicrotask(() => {
      if (controller.signal.aborted) return;
      const report = (next: MergeStage) => {
        setStage(next);
        if (next.stage === 'done') toast(TOASTS.merged);
        if (next.stage === 'failed') toast(next.toast);
      };
      void runComparison(comparison, { makeOn, signal: controller.signal, report });
    });
    return () => controller.abort();
  }, [comparison, isOnRequest, round, makeOn, toast]);

  function retry() {
    setStage({ stage: 'preparing' });
    setRound((count) => count + 1);
  }

  /** Records the visitor's agreement to upload their clips, and lets the server make the video. */
  function uploadInstead() {
    if (comparison) agreeToUpload(comparison);
    retry();
  }

  /** Cancels the run and deletes partial uploads and results on the server. */
  function cancel() {
    running.current?.abort();
    if (job) void cancelJob(job);
    if (stage.stage === 'uploading' && comparison) void abandonUnfinished(stage.progress, comparison);
    setStage({ stage: 'canceled' });
  }

  return { stage, job, retry, uploadInstead, cancel };
}

async function abandonUnfinished(progress: SidesProgress, { user, pro }: ReadyComparison): Promise<void> {
  if (progress.user && progress.user.percent < 100) await abandonUpload(user.file);
  if (pro.golferId === null && progress.pro && progress.pro.percent < 100) await abandonUpload(pro.video.file);
}

export interface ShownStage {
  readonly stage: MergeStage;
  /** The aspect ratio of the merged video; null while unknown or without one. */
  readonly shape: VideoShape | null;
}

export function useShownStage(stage: MergeStage): ShownStage {
  const [shown, setShown] = useState<ShownStage>({ stage, shape: null });
  useEffect(() => {
    if (stage.stage !== 'done') {
      setShown({ stage, shape: null });
      return;
    }
    const left = new AbortController();
    void readVideoShape(stage.mergedVideoUrl, left.signal).then(
      (shape) => !left.signal.aborted && setShown({ stage, shape }),
    );
    return () => left.abort();
  }, [stage]);
  return shown;
}
