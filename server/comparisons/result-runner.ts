// Shared by all jobs that make a video: provides a temporary work folder and stores the result.
import { join } from 'node:path';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaBucket, MediaStore } from '#server/files/media-store.ts';
import type { JobRunner } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { ResultStore } from './result-store.ts';

export interface ResultParts {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly results: ResultStore;
  readonly tools: MediaTools;
}

/** The parts that a runner needs to make one result. */
export interface ResultContext {
  /** Where to write the result. */
  readonly outputPath: string;
  readonly signal: AbortSignal;
  /** Called with a growing fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** The path of a scratch copy, valid while the job runs. Throws an AppError with `missing` when the file is gone. */
  copyToScratch(
    bucket: MediaBucket,
    mediaName: string,
    missing: 'golfer-not-found' | 'result-not-found' | 'video-not-found',
  ): Promise<string>;
}

/** Runs jobs that write one video to `outputPath`; it is stored under the job's id. */
export function resultRunner<Input>(
  { media, folder, results }: ResultParts,
  make: (input: Input, result: ResultContext) => Promise<void>,
): JobRunner {
  return (job, { signal, onProgress }) =>
    folder.inWorkFolder(async (work) => {
      const outputPath = join(work, 'result.mp4');
      const copyToScratch: ResultContext['copyToScratch'] = async (bucket, mediaName, missing) => {
        const path = await media.copyToScratch(bucket, mediaName, work);
        if (path === null) throw new AppError(missing);
        return path;
      };
      await make(job.input as Input, { outputPath, signal, onProgress, copyToScratch });
      signal.throwIfAborted();
      await results.store(job, outputPath);
    });
}
