// Starts the merge once the comparison is ready, once only, or on request; cancels and retries it.
import { useEffect, useRef, useState } from 'react';
import { cancelJob, useRunningJob } from '#web/api/use-running-job.ts';
import { TOASTS } from '#web/lib/messages.ts';
import { MAKE_VIDEOS_ON, type MakeVideosOn } from '#web/lib/site-settings.ts';
import { isThenAndNow } from '#web/swing/then-and-now.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { abandonUpload } from '#web/videos/upload/upload-video.ts';
import { agreeToUpload, runComparison } from './run-comparison.ts';
import type { MergeStage, SidesProgress } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';

const ON_REQUEST: MergeStage = { stage: 'on-request' };

/** The running merge of a comparison. */
export function useMergeRun(comparison: ReadyComparison | null, makeOn: MakeVideosOn = MAKE_VIDEOS_ON) {
  const [runStage, setStage] = useState<MergeStage>({ stage: 'preparing' });
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const toast = useToast();
  const job = useRunningJob('merge', runStage.stage === 'merging');

  // Two of the visitor's own swings are watched first: making the video at once would slow down what plays.
  const isOnRequest = comparison !== null && isThenAndNow(comparison.choices) && round === 0;
  const stage = isOnRequest ? ON_REQUEST : runStage;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the next run
  useEffect(() => {
    if (!comparison || isOnRequest) return;
    const controller = new AbortController();
    running.current = controller;
    // A turn later: React's strict mode mounts twice, and only the mount that stays may start the run.
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

  /** Takes the visitor's agreement that their clips are uploaded, and has the server make the video. */
  function uploadInstead() {
    if (comparison) agreeToUpload(comparison);
    retry();
  }

  /** Stops the run; what is half uploaded or half merged on the server goes too. */
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
