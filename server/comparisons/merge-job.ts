// Renders the merged video of a plan. The input is complete: after a restart the same video is rendered.
import { join } from 'node:path';
import { completePlan, type StoredPlan } from '#domain/comparison/stored-plan.ts';
import { mergeVideos } from '#server/ffmpeg/merge/merge-videos.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import type { JobRunner } from '#server/jobs/job-queue.ts';
import { type ResultParts, resultRunner } from './result-runner.ts';

/** One side's video: where it is stored and what the probe found. */
export interface MergeSource {
  readonly bucket: 'uploads' | 'golfers' | 'content';
  /** The file in that bucket of the media store, or the file below content/. */
  readonly mediaName: string;
  readonly video: ProbedVideo;
}

export interface MergeInput {
  /** May come from an older version. */
  readonly plan: StoredPlan;
  readonly user: MergeSource;
  readonly pro: MergeSource;
}

export interface MergeParts extends ResultParts {
  /** The folder of the shipped content. */
  readonly contentRoot: string;
}

export function mergeRunner(parts: MergeParts): JobRunner {
  return resultRunner<MergeInput>(
    parts,
    async ({ plan, user, pro }, { outputPath, signal, onProgress, copyToScratch }) => {
      const pathOf = ({ bucket, mediaName }: MergeSource) => {
        if (bucket === 'content') return join(parts.contentRoot, mediaName);
        return copyToScratch(bucket, mediaName, bucket === 'golfers' ? 'golfer-not-found' : 'video-not-found');
      };
      await mergeVideos(parts.tools, {
        plan: completePlan(plan),
        user: { path: await pathOf(user), video: user.video },
        pro: { path: await pathOf(pro), video: pro.video },
        outputPath,
        signal,
        onProgress,
      });
    },
  );
}
