// The step that makes a video of the coded clips on the device and reads it back, frame by frame.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameTime, shownFrameAt } from '#domain/comparison/timeline.ts';
import { SIDES } from '#domain/side.ts';
import { frameIndexAt } from '#domain/video/frame-times.ts';
import { readClip } from '#web/player/engine/frame-table.ts';
import { openClipPictures } from '#web/render/clip-pictures.ts';
import { hasCodecs } from '#web/render/has-codecs.ts';
import { renderOnDevice } from '#web/render/render-on-device.ts';
import { RenderError, type RenderProblem } from '#web/render/render-request.ts';
import type { StepRun } from './check-run.ts';
import type { Finding, Reason } from './check-state.ts';
import { type codedClips, codedClipsRead, codedPlan, limited, works } from './clip-steps.ts';
import { NoCanvas, numberReader } from './picture-number.ts';

const REASONS: Readonly<Partial<Record<RenderProblem, Reason>>> = {
  'no-codecs': 'no-encoder',
  'cannot-encode': 'no-encoder',
  'cannot-decode': 'video-cannot-read',
  'wrong-frames': 'video-wrong',
};

export const videoStep =
  (clips: ReturnType<typeof codedClips>): StepRun =>
  async ({ signal }) => {
    if (!('VideoDecoder' in globalThis)) return limited('video-cannot-read');
    if (!('OffscreenCanvas' in globalThis)) return limited('no-worker-canvas');
    if (!('WebAssembly' in globalThis)) return limited('no-wasm');
    if (!hasCodecs()) return limited('no-encoder');
    const { files } = await clips(signal);
    const read = await codedClipsRead(files);
    const plan = codedPlan(read);
    const sources = {
      user: { file: files.user, frameTimes: read.user.frameTimes },
      pro: { file: files.pro, frameTimes: read.pro.frameTimes },
    };
    try {
      const file = await renderOnDevice({ plan, sources, drawn: [], base: null }, { signal });
      return await readBack(file, plan, [read.user.frameTimes, read.pro.frameTimes], signal);
    } catch (error) {
      if (error instanceof NoCanvas) throw error;
      const reason = error instanceof RenderError ? REASONS[error.problem] : undefined;
      return limited(reason ?? 'video-failed', String(error));
    }
  };

/** Reads both sides' numbers in every frame of the made video. */
async function readBack(
  file: Blob,
  plan: ComparisonPlan,
  times: readonly (readonly number[])[],
  signal: AbortSignal,
): Promise<Finding> {
  const { clip } = await readClip(file);
  if (clip?.frameTimes.length !== plan.frameCount) return limited('video-wrong', `${clip?.frameTimes.length} frames`);
  const pictures = await openClipPictures({ file, frameTimes: clip.frameTimes }, 0, plan.frameCount - 1);
  const read = numberReader();
  const wrong: string[] = [];
  try {
    for (let frame = 0; frame < plan.frameCount; frame += 1) {
      signal.throwIfAborted();
      const sample = await pictures.picture(frame);
      for (const [index, side] of SIDES.entries()) {
        const own = times[index] ?? [];
        const wanted = frameIndexAt(own, shownFrameAt(plan, side, own, mergedFrameTime(plan, frame)));
        const { xPx, yPx, widthPx, heightPx } = plan.panes[side].picture;
        const number = read((context, width, height) =>
          sample.draw(context, xPx, yPx, widthPx, heightPx, 0, 0, width, height),
        );
        if (number !== wanted) wrong.push(`${side} in frame ${frame}: ${number} instead of ${wanted}`);
      }
      sample.close();
    }
  } finally {
    await pictures.close();
  }
  return wrong.length > 0
    ? limited('video-wrong', `${wrong.length} wrong`, ...wrong.slice(0, 3))
    : works(`${plan.frameCount} frames, ${Math.round(file.size / 1000)} kB`);
}
