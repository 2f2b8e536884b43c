// Renders the merged video of a plan: runs ffmpeg, verifies the output, and only then renames it into place.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { checkOutput } from '#server/ffmpeg/process/check-output.ts';
import { makeVideo, type OutputSpec } from '#server/ffmpeg/process/make-video.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { progressReader } from '#server/ffmpeg/process/progress.ts';
import { runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { timeLimitMs } from '#server/ffmpeg/process/time-limit.ts';
import { type MergeInput, mergeArgs } from './merge-args.ts';

/** One merge. */
export interface MergeSpec extends OutputSpec {
  readonly plan: ComparisonPlan;
  readonly user: MergeInput;
  readonly pro: MergeInput;
}

/** Writes the merged video. Throws `AppError` 'merge-failed', 'job-timeout' or 'no-space', and leaves no file then. */
export async function mergeVideos(tools: MediaTools, spec: MergeSpec): Promise<void> {
  const { plan, signal } = spec;
  await makeVideo(spec, 'merge-failed', async (partPath) => {
    const args = mergeArgs(plan, { user: spec.user, pro: spec.pro }, partPath);
    const onStdout = progressReader(plan.frameCount, spec.onProgress ?? (() => {}));
    const { frameCount, frameRate, canvas } = plan;
    const merged = { ...canvas, frameTimes: { length: frameCount } };
    const timeoutMs = timeLimitMs([spec.user.video.clip, spec.pro.video.clip, merged]);
    await runFfmpeg(tools.ffmpegPath, args, { timeoutMs, signal, onStdout });
    await checkOutput(tools, partPath, { frameCount, frameRate, ...canvas }, signal);
  });
}
