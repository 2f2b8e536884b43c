// Makes the merged video of a plan: runs ffmpeg, checks what came out, and only then lets the file appear.
// Knows nothing of jobs and visitors.
import type { ComparisonPlan } from '#domain/comparison-plan.ts';
import { AppError } from '#server/app-error.ts';
import { checkOutput } from './check-output.ts';
import { isOutOfSpace } from './ffmpeg-error.ts';
import { writeFinishedFile } from './finished-file.ts';
import type { MediaTools } from './media-tools.ts';
import { type MergeInput, mergeArgs } from './merge-args.ts';
import { progressReader } from './progress.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** One merge to do. */
export interface MergeOrder {
  readonly plan: ComparisonPlan;
  readonly user: MergeInput;
  readonly pro: MergeInput;
  /** Where the merged video appears once it is whole; `<outputPath>.part` is used until then. */
  readonly outputPath: string;
  /** Aborting stops the merge at once and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Hears a growing fraction from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

const MERGE_TIMEOUT_MS = 300_000;

/** Writes the merged video. Throws `AppError` 'merge-failed', 'job-timeout' or 'no-space', and leaves no file then. */
export async function mergeVideos(tools: MediaTools, order: MergeOrder): Promise<void> {
  const { plan, signal, outputPath } = order;
  try {
    await writeFinishedFile(outputPath, async (partPath) => {
      const args = mergeArgs(plan, { user: order.user, pro: order.pro }, partPath);
      const onStdout = progressReader(plan.frameCount, order.onProgress ?? (() => {}));
      await runFfmpeg(tools.ffmpegPath, args, { timeoutMs: MERGE_TIMEOUT_MS, signal, onStdout });
      const { frameCount, frameRate, canvas } = plan;
      await checkOutput(tools, partPath, { frameCount, frameRate, ...canvas }, signal);
    });
  } catch (cause) {
    if (signal?.aborted || cause instanceof AppError) throw cause;
    throw new AppError(isOutOfSpace(cause) ? 'no-space' : 'merge-failed', { cause });
  }
}
