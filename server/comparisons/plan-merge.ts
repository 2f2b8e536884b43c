// From what a client asks for to a piece of work: finds both videos, plans the comparison, names the work.
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { MergeRequest } from '#contract/merges.ts';
import { AS_FILMED, type ComparisonChoices, withSlowMotion } from '#domain/comparison/comparison-choices.ts';
import { type Alignment, type PlanProblem, planComparison, type Side } from '#domain/comparison/comparison-plan.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { JobRequest } from '#server/jobs/job-queue.ts';
import { workKey } from '#server/jobs/work-key.ts';
import type { GolferStore } from '#server/library/golfer-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { UploadStore } from '#server/uploads/upload-store.ts';
import type { MergeInput, MergeSource } from './merge-job.ts';

/** One side of a comparison that was asked for. */
export interface MarkedSource extends MergeSource {
  readonly annotations: SwingAnnotations;
  /** How many times slower than life it plays, where the server knows it better than the client; else null. */
  readonly slowMotionFactor: number | null;
}

/** Where videos are found. */
export interface MergeSources {
  readonly uploads: UploadStore;
  readonly golfers: GolferStore;
}

type Wish = z.output<typeof MergeRequest>;

/** Raise this when the same plan is rendered otherwise than before: stored results then count no more. */
const RENDERING = 2;

const PROBLEM_CODES: Readonly<Record<PlanProblem['problem'], ErrorCode>> = {
  'strike-not-marked': 'positions-missing',
  'top-not-marked': 'positions-missing',
  'outside-the-clip': 'position-outside-video',
  'out-of-order': 'positions-out-of-order',
};

/** The work of a visitor's merge request. Throws an AppError for a request that cannot be met. */
export async function planMerge(sources: MergeSources, visitorId: string, wish: Wish): Promise<JobRequest> {
  if (wish.proVideoId != null && wish.proVideoPath) throw new AppError('both-pros');
  if (wish.proVideoId == null && !wish.proVideoPath) throw new AppError('pro-missing');
  const user = await uploadedSource(sources.uploads, visitorId, wish.userVideoPath, {
    restTime: wish.userRestTime ?? null,
    topTime: wish.userTopTime ?? null,
    strikeTime: wish.userStrikeTime ?? null,
  });
  const pro =
    wish.proVideoId == null
      ? await uploadedSource(sources.uploads, visitorId, wish.proVideoPath ?? '', {
          restTime: wish.proRestTime ?? null,
          topTime: wish.proTopTime ?? null,
          strikeTime: wish.proStrikeTime ?? null,
        })
      : await golferSource(sources.golfers, wish.proVideoId);
  return mergeOf(visitorId, user, pro, wish.alignmentType, wish.choices ?? AS_FILMED);
}

/** The work of comparing two marked videos for a visitor. Throws an AppError when they cannot be compared. */
export function mergeOf(
  visitorId: string,
  user: MarkedSource,
  pro: MarkedSource,
  alignment: Alignment,
  choices: ComparisonChoices = AS_FILMED,
): JobRequest {
  const side = ({ video, annotations }: MarkedSource) => ({ clip: video.clip, annotations });
  const planned = planComparison(side(user), side(pro), alignment, withKnownPace(choices, { user, pro }));
  if (!planned.ok) throw new AppError(PROBLEM_CODES[planned.problem]);
  const input: MergeInput = { plan: planned.plan, user: withoutMarks(user), pro: withoutMarks(pro) };
  const key = workKey([RENDERING, visitorId, user.mediaName, pro.mediaName, planned.plan]);
  return { visitorId, kind: 'merge', key, input };
}

/** The choices with what the server itself knows of how slow a clip is. */
function withKnownPace(choices: ComparisonChoices, sources: Readonly<Record<Side, MarkedSource>>): ComparisonChoices {
  return withSlowMotion(choices, {
    user: sources.user.slowMotionFactor ?? choices.user.slowMotionFactor,
    pro: sources.pro.slowMotionFactor ?? choices.pro.slowMotionFactor,
  });
}

/** A golfer of the library as one side: the library's own marks and pace count, whatever the client sends. */
export async function golferSource(golfers: GolferStore, id: number | string): Promise<MarkedSource> {
  const golfer = await golfers.find(Number(id));
  if (!golfer) throw new AppError('golfer-not-found');
  const { restTime, topTime, strikeTime, slowMotionFactor } = golfer;
  return {
    bucket: 'golfers',
    mediaName: golfer.mediaName,
    video: golfer.video,
    annotations: { restTime, topTime, strikeTime },
    slowMotionFactor,
  };
}

async function uploadedSource(
  uploads: UploadStore,
  visitorId: string,
  handle: string,
  annotations: SwingAnnotations,
): Promise<MarkedSource> {
  const { mediaName, video } = await uploads.take(visitorId, handle);
  return { bucket: 'uploads', mediaName, video, annotations, slowMotionFactor: null };
}

function withoutMarks({ bucket, mediaName, video }: MarkedSource): MergeSource {
  return { bucket, mediaName, video };
}
