// Renders the merged video of a plan: runs ffmpeg, verifies the output, and only then renames it into place.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { inkPictures, maskPictures, paintedLayers } from '#domain/rendering/painted-layers.ts';
import {
  checkOutput,
  makeVideo,
  type OutputSpec,
  progressReader,
  timeLimitMs,
  WatchedInput,
} from '#server/ffmpeg/process/make-video.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { type MergeInput, mergeArgs } from './merge-args.ts';
import { type PlateLayer, withPlates } from './plates.ts';

interface MergeSpec extends OutputSpec {
  readonly plan: ComparisonPlan;
  readonly user: MergeInput;
  readonly pro: MergeInput;
}

/** Writes the merged video. Throws `AppError` 'merge-failed', 'job-timeout' or 'no-space', and then leaves no file. */
export async function mergeVideos(tools: MediaTools, spec: MergeSpec): Promise<void> {
  const { plan, signal } = spec;
  const write = async (partPath: string, plates: readonly PlateLayer[]) => {
    const frameTimes = { user: spec.user.video.clip.frameTimes, pro: spec.pro.video.clip.frameTimes };
    const layers = { ...paintedLayers(plan, frameTimes), plates };
    const { ink, mask } = layers;
    const lines = ink && new WatchedInput(inkPictures(plan, ink, frameTimes));
    const masks = mask && new WatchedInput(maskPictures(plan, mask, frameTimes.pro));
    const args = mergeArgs(plan, { user: spec.user, pro: spec.pro }, partPath, layers);
    const onStdout = progressReader(plan.frameCount, spec.onProgress ?? (() => {}));
    const { frameCount, frameRate, canvas } = plan;
    const merged = { ...canvas, frameTimes: { length: frameCount } };
    const timeoutMs = timeLimitMs([spec.user.video.clip, spec.pro.video.clip, merged]);
    await runFfmpeg(tools.ffmpegPath, args, {
      timeoutMs,
      signal,
      onStdout,
      input: lines ?? undefined,
      secondInput: masks ?? undefined,
    });
    for (const input of [lines, masks]) input?.throwIfFailed();
    await checkOutput(partPath, { frameCount, frameRate, ...canvas });
  };
  await makeVideo(spec, 'merge-failed', (partPath) => withPlates(plan, partPath, (plates) => write(partPath, plates)));
}
