// From a demo's merge request to a piece of work.
import type { z } from 'zod';
import type { DemoMergeRequest } from '#contract/merges.ts';
import type { JobRequest } from '#server/jobs/job-queue.ts';
import type { DemoSwings } from '#server/library/demo-swings.ts';
import type { GolferStore } from '#server/library/golfer-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { golferSource, mergeOf } from './plan-merge.ts';

/** Where a demo's videos are found. */
export interface DemoMergeSources {
  readonly demos: DemoSwings;
  readonly golfers: GolferStore;
}

type Wish = z.output<typeof DemoMergeRequest>;

/** The work of a demo's merge request. Throws an AppError for a request that cannot be met. */
export async function planDemoMerge(sources: DemoMergeSources, visitorId: string, wish: Wish): Promise<JobRequest> {
  const demo = await sources.demos.find(wish.demoVideoUrl);
  if (!demo) throw new AppError('demo-not-found');
  const user = {
    bucket: 'content' as const,
    mediaName: demo.file,
    video: demo.video,
    annotations: {
      restTime: timeIn(wish.userRestTime),
      topTime: timeIn(wish.userTopTime),
      strikeTime: timeIn(wish.userStrikeTime),
    },
    slowMotionFactor: 1,
  };
  return mergeOf(visitorId, user, await golferSource(sources.golfers, wish.proGolferId), wish.alignmentType);
}

/** The empty text means "not marked"; `Number` alone would take it for 0. */
function timeIn(text: string): number | null {
  return text === '' ? null : Number(text);
}
