// Renders drawings into a merged video: runs ffmpeg, verifies the output, and only then renames it into place.
import { inkBounds, type StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { paintedLayer } from '#server/drawing/drawing-painter.ts';
import { checkOutput } from '#server/ffmpeg/process/check-output.ts';
import { makeVideo, type OutputSpec } from '#server/ffmpeg/process/make-video.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { progressReader } from '#server/ffmpeg/process/progress.ts';
import { runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { WatchedInput } from '#server/ffmpeg/process/watched-input.ts';
import { drawingArgs } from './drawing-args.ts';

/** One render of drawings. */
export interface DrawingsSpec extends OutputSpec {
  /** The merged video: absolute and made by the server. */
  readonly path: string;
  readonly video: MergedVideoFacts;
  /** The strokes by frame, frames ascending; at least one. Coordinates are pixels of the video. */
  readonly changes: readonly StrokesFromFrame[];
}

const RENDER_TIMEOUT_MS = 300_000;
/** The bounds of the layer when no stroke touches the picture: an empty corner. */
const NO_INK = { xPx: 0, yPx: 0, widthPx: 2, heightPx: 2 };

/**
 * Writes the video with its drawings. Throws `AppError` 'render-failed', 'job-timeout' or 'no-space', and then leaves
 * no file.
 */
export async function renderDrawings(tools: MediaTools, spec: DrawingsSpec): Promise<void> {
  const { path, video, changes, signal } = spec;
  const strokes = changes.flatMap((change) => change.strokes);
  const bounds = inkBounds(strokes, video) ?? NO_INK;
  const layer = new WatchedInput(paintedLayer({ changes, bounds, frameCount: video.frameCount }, signal));
  await makeVideo(spec, 'render-failed', async (partPath) => {
    const args = drawingArgs({ path, video, bounds, firstFrame: changes[0]?.frame ?? 0 }, partPath);
    await runFfmpeg(tools.ffmpegPath, args, {
      timeoutMs: RENDER_TIMEOUT_MS,
      signal,
      input: layer,
      onStdout: progressReader(video.frameCount, spec.onProgress ?? (() => {})),
    });
    layer.throwIfFailed();
    await checkOutput(tools, partPath, video, signal);
  });
}
