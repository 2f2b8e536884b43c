// Turns a merge request, or that of a demo, into a job request: finds both videos and plans the comparison.
import type { z } from 'zod';
import { PLAN_PROBLEM_CODES } from '#contract/errors.ts';
import type { DemoMergeRequest, MergeRequest } from '#contract/merges.ts';
import { timeIn } from '#contract/wire.ts';
import {
  type Alignment,
  AS_FILMED,
  type ComparisonChoices,
  withSlowMotion,
} from '#domain/comparison/comparison-choices.ts';
import { type AnnotatedClip, planComparison } from '#domain/comparison/comparison-plan.ts';
import { RENDERING } from '#domain/rendering/rendering-versions.ts';
import type { Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import { type JobRequest, jobKey } from '#server/jobs/job-queue.ts';
import type { DemoSwings } from '#server/library/content.ts';
import type { GolferStore } from '#server/library/golfer-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { UploadStore } from '#server/uploads/upload-store.ts';
import type { MergeInput, MergeSource } from './result-jobs.ts';

/** A side's video with its marks, and the body, evidence and lettering that the client sent. */
interface MarkedSource extends MergeSource, Omit<AnnotatedClip, 'clip'> {
  /** The slow-motion factor, where the server's value overrides the client's; else null. */
  readonly slowMotionFactor: number | null;
}

interface MergeSources {
  readonly uploadStore: UploadStore;
  readonly golfers: GolferStore;
}

type MergeBody = z.output<typeof MergeRequest>;

/** The job of a visitor's merge request. Throws an AppError when the request is invalid. */
export async function planMerge(sources: MergeSources, visitorId: string, body: MergeBody): Promise<JobRequest> {
  if (body.proVideoId != null && body.proVideoPath) throw new AppError('both-pros');
  if (body.proVideoId == null && !body.proVideoPath) throw new AppError('pro-missing');
  const user = await uploadedSource(sources.uploadStore, visitorId, body.userVideoPath, {
    restTime: body.userRestTime ?? null,
    topTime: body.userTopTime ?? null,
    strikeTime: body.userStrikeTime ?? null,
  });
  const pro =
    body.proVideoId == null
      ? await uploadedSource(sources.uploadStore, visitorId, body.proVideoPath ?? '', {
          restTime: body.proRestTime ?? null,
          topTime: body.proTopTime ?? null,
          strikeTime: body.proStrikeTime ?? null,
        })
      : await golferSource(sources.golfers, body.proVideoId);
  const { choices, bodies } = body;
  const evidence = choices?.hasEvidence ? body.evidence : null;
  const withSeen = (source: MarkedSource, side: Side): MarkedSource => {
    const seen = bodies?.[side];
    const facts = seen ? { track: seen.track, outlines: seen.outlines ?? null } : null;
    return { ...source, body: facts, ...lettering(body, side), evidence: evidence?.[side] ?? [] };
  };
  return mergeOf(visitorId, withSeen(user, 'user'), withSeen(pro, 'pro'), body.alignmentType, choices ?? AS_FILMED);
}

/** The client's lettering of one side; null where it sent none. */
function lettering(
  { names, tempos }: Pick<MergeBody, 'names' | 'tempos'>,
  side: Side,
): Required<Pick<MarkedSource, 'name' | 'tempo'>> {
  return { name: names?.[side] ?? null, tempo: tempos?.[side] ?? null };
}

/** The job that merges two marked videos for a visitor. Throws an AppError when they cannot be compared. */
function mergeOf(
  visitorId: string,
  user: MarkedSource,
  pro: MarkedSource,
  alignment: Alignment,
  choices: ComparisonChoices,
): JobRequest {
  const side = ({ video, annotations, body = null, evidence = [], name = null, tempo = null }: MarkedSource) => ({
    clip: video.clip,
    annotations,
    body,
    evidence,
    name,
    tempo,
  });
  const planned = planComparison(side(user), side(pro), alignment, withKnownPace(choices, { user, pro }));
  if (!planned.ok) throw new AppError(PLAN_PROBLEM_CODES[planned.problem]);
  const input: MergeInput = { plan: planned.plan, user: withoutMarks(user), pro: withoutMarks(pro) };
  // Without a strip, the picture shows no positions: a different mark alone does not change the video.
  const { positions, ...plan } = planned.plan;
  const shown = plan.strip ? { ...plan, positions } : plan;
  const key = jobKey([RENDERING.merge, visitorId, user.mediaName, pro.mediaName, shown]);
  return { visitorId, kind: 'merge', key, input };
}

/** The choices with the slow-motion factors that the server knows. */
function withKnownPace(choices: ComparisonChoices, sources: Readonly<Record<Side, MarkedSource>>): ComparisonChoices {
  return withSlowMotion(choices, {
    user: sources.user.slowMotionFactor ?? choices.user.slowMotionFactor,
    pro: sources.pro.slowMotionFactor ?? choices.pro.slowMotionFactor,
  });
}

/** A library golfer as one side. The library's marks and slow-motion factor override the client's. */
async function golferSource(golfers: GolferStore, id: number | string): Promise<MarkedSource> {
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
  const { mediaName, video } = await uploads.findAndTouch(visitorId, handle);
  return { bucket: 'uploads', mediaName, video, annotations, slowMotionFactor: null };
}

function withoutMarks({ bucket, mediaName, video }: MarkedSource): MergeSource {
  return { bucket, mediaName, video };
}

interface DemoMergeSources {
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
