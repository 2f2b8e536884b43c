// Turns a demo's merge request into a job request.
import type { z } from 'zod';
import type { DemoMergeRequest } from '#contract/merges.ts';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import type { JobRequest } from '#server/jobs/job-queue.ts';
import type { DemoSwings } from '#server/library/demo-swings.ts';
import type { GolferStore } from '#server/library/golfer-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { golferSource, lettering, mergeOf } from './plan-merge.ts';

/** The stores of a demo's videos. */
export interface DemoMergeSources {
  readonly demos: DemoSwings;
  readonly golfers: GolferStore;
}

type DemoMergeBody = z.output<typeof DemoMergeRequest>;

/** The job of a demo's merge request. Throws an AppError when the request is invalid. */
export async function planDemoMerge(
  sources: DemoMergeSources,
  visitorId: string,
  body: DemoMergeBody,
): Promise<JobRequest> {
  const demo = await sources.demos.find(body.demoVideoUrl);
  if (!demo) throw new AppError('demo-not-found');
  const user = {
    bucket: 'content' as const,
    mediaName: demo.file,
    video: demo.video,
    annotations: {
      restTime: timeIn(body.userRestTime),
      topTime: timeIn(body.userTopTime),
      strikeTime: timeIn(body.userStrikeTime),
    },
    slowMotionFactor: 1,
  };
  const pro = await golferSource(sources.golfers, body.proGolferId);
  const choices = {
    ...AS_FILMED,
    names: { ...AS_FILMED.names, isShown: body.names != null },
    hasStrip: body.tempos != null,
  };
  return mergeOf(
    visitorId,
    { ...user, ...lettering(body, 'user') },
    { ...pro, ...lettering(body, 'pro') },
    body.alignmentType,
    choices,
  );
}

/** The empty text means "not marked"; `Number` alone would take it for 0. */
function timeIn(text: string): number | null {
  return text === '' ? null : Number(text);
}
