// Starts the merge once the comparison is ready, once only; cancels and retries it.
import { useEffect, useRef, useState } from 'react';
import { cancelJob, useRunningJob } from '#web/api/use-running-job.ts';
import { TOASTS } from '#web/lib/messages.ts';
import { useToast } from '#web/ui/toast/toast.tsx';
import { abandonUpload } from '#web/videos/upload/upload-video.ts';
import { type MergeStage, runMerge, type SidesProgress } from './run-merge.ts';
import type { ReadyComparison } from './use-comparison.ts';

/** The running merge of a comparison. */
export function useMergeRun(comparison: ReadyComparison | null) {
  const [stage, setStage] = useState<MergeStage>({ stage: 'preparing' });
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const toast = useToast();
  const job = useRunningJob('merge', stage.stage === 'merging');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the next run
  useEffect(() => {
    if (!comparison) return;
    const controller = new AbortController();
    running.current = controller;
    // A turn later: React's strict mode mounts twice, and only the mount that stays may start the run.
    queueMicrotask(() => {
      if (controller.signal.aborted) return;
      void runMerge(comparison, controller.signal, (next) => {
        setStage(next);
        if (next.stage === 'done') toast(TOASTS.merged);
        if (next.stage === 'failed') toast(next.toast);
      });
    });
    return () => controller.abort();
  }, [comparison, round, toast]);

  function retry() {
    setStage({ stage: 'preparing' });
    setRound((count) => count + 1);
  }

  /** Stops the run; what is half uploaded or half merged on the server goes too. */
  function cancel() {
    running.current?.abort();
    if (job) void cancelJob(job);
    if (stage.stage === 'uploading' && comparison) void abandonUnfinished(stage.progress, comparison);
    setStage({ stage: 'canceled' });
  }

  return { stage, job, retry, cancel };
}

async function abandonUnfinished(progress: SidesProgress, { user, pro }: ReadyComparison): Promise<void> {
  if (progress.user && progress.user.percent < 100) await abandonUpload(user.file);
  if (pro.golferId === null && progress.pro && progress.pro.percent < 100) await abandonUpload(pro.video.file);
}
