// What every job that makes a video has round its own work: a folder that is gone afterwards, a result that is kept.
import { join } from 'node:path';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import type { DataFolder } from '#server/files/data-folder.ts';
import type { MediaBucket, MediaStore } from '#server/files/media-store.ts';
import type { JobRunner } from '#server/jobs/job-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { ResultStore } from './result-store.ts';

/** What making a result needs. */
export interface ResultParts {
  readonly media: MediaStore;
  readonly folder: DataFolder;
  readonly results: ResultStore;
  readonly tools: MediaTools;
}

/** One result to make. */
export interface ResultToMake {
  /** Where it is expected. */
  readonly outputPath: string;
  readonly signal: AbortSignal;
  /** Hears a growing fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** A path to a stored file for as long as the work lasts; throws an AppError with `missing` when it is gone. */
  copyToScratch(
    bucket: MediaBucket,
    mediaName: string,
    missing: 'golfer-not-found' | 'result-not-found' | 'video-not-found',
  ): Promise<string>;
}

/** Runs jobs whose work is to write one video at `outputPath`; the visitor finds it under the job's id. */
export function resultRunner<Input>(
  { media, folder, results }: ResultParts,
  make: (input: Input, result: ResultToMake) => Promise<void>,
): JobRunner {
  return (job, { signal, onProgress }) =>
    folder.inWorkFolder(async (work) => {
      const outputPath = join(work, 'result.mp4');
      const copyToScratch: ResultToMake['copyToScratch'] = async (bucket, mediaName, missing) => {
        const path = await media.copyToScratch(bucket, mediaName, work);
        if (path === null) throw new AppError(missing);
        return path;
      };
      await make(job.input as Input, { outputPath, signal, onProgress, copyToScratch });
      signal.throwIfAborted();
      await results.keep(job.id, job.visitorId, outputPath);
    });
}
