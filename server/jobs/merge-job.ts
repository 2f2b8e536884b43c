// Makes one side-by-side video of a plan. The input says everything: after a restart the same video comes out.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComparisonPlan } from '#domain/comparison-plan.ts';
import { AppError } from '#server/app-error.ts';
import type { MediaTools } from '#server/ffmpeg/media-tools.ts';
import { mergeVideos } from '#server/ffmpeg/merge-videos.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import type { JobRunner } from './job-queue.ts';
import type { ResultStore } from './result-store.ts';

/** One side's video: where the store has it and what the probe said. */
export interface MergeSource {
  readonly room: 'uploads' | 'golfers' | 'content';
  /** The file in that room of the media store, or the file below content/. */
  readonly mediaName: string;
  readonly video: ProbedVideo;
}

/** All that a merge needs. */
export interface MergeInput {
  readonly plan: ComparisonPlan;
  readonly user: MergeSource;
  readonly pro: MergeSource;
}

/** What doing it needs. */
export interface MergeParts {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly results: ResultStore;
  readonly tools: MediaTools;
  /** The folder of what ships with the product. */
  readonly contentRoot: string;
}

/** Does the work of the kind `merge`. */
export function mergeRunner(parts: MergeParts): JobRunner {
  const { folder, results, tools } = parts;
  return async (job, { signal, onProgress }) => {
    const { plan, user, pro } = job.input as MergeInput;
    const work = await folder.makeWorkFolder();
    try {
      const outputPath = join(work, 'merged.mp4');
      await mergeVideos(tools, {
        plan,
        user: { path: await borrow(parts, user, work), video: user.video },
        pro: { path: await borrow(parts, pro, work), video: pro.video },
        outputPath,
        signal,
        onProgress,
      });
      signal.throwIfAborted();
      await results.keep(job.id, job.visitorId, outputPath);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
}

async function borrow({ media, contentRoot }: MergeParts, source: MergeSource, work: string): Promise<string> {
  if (source.room === 'content') return join(contentRoot, source.mediaName);
  const path = await media.borrow(source.room, source.mediaName, work);
  if (path === null) throw new AppError(source.room === 'golfers' ? 'golfer-not-found' : 'video-not-found');
  return path;
}
