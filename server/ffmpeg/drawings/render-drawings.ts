// Renders drawings into a merged video: runs ffmpeg, verifies the output, and only then renames it into place.
import { inkBounds, type StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { Rect } from '#domain/geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { frameDuration } from '#domain/time.ts';
import { paintedLayer } from '#server/drawing/drawing-painter.ts';
import { ENCODER_ARGS, trackTimescale } from '#server/ffmpeg/merge/merge-args.ts';
import { checkOutput } from '#server/ffmpeg/process/check-output.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { makeVideo, type OutputSpec, progressReader, WatchedInput } from '#server/ffmpeg/process/make-video.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';

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

/** Writes the video with its drawings, or no file: then throws 'render-failed', 'job-timeout' or 'no-space'. */
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

/** A merged video and the layer that is read from stdin, one picture for each frame from `firstFrame` on. */
export interface DrawingArgsInput {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: MergedVideoFacts;
  /** The part of the picture that the layer covers. */
  readonly bounds: Rect;
  readonly firstFrame: number;
}

/** The arguments of ffmpeg that write the video with its drawings to `outputPath`, in the form of a merged video. */
export function drawingArgs({ path, video, bounds, firstFrame }: DrawingArgsInput, outputPath: string): string[] {
  const { numerator, denominator } = video.frameRate;
  // Half a frame early, so that rounding cannot make a drawing miss its frame. In microseconds, because the layer's
  // time base counts whole frames.
  const startMicros = Math.round((firstFrame - 0.5) * frameDuration(video.frameRate) * 1e6);
  // The layer's last picture stays until the end; before the first one nothing is overlaid.
  const graph = [
    `[1:v]settb=AVTB,setpts=PTS+(${startMicros})[layer]`,
    `[0:v][layer]overlay=x=${bounds.xPx}:y=${bounds.yPx}:format=yuv420:eof_action=repeat[drawn]`,
  ].join(';');
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    ...inputArgs(path, 'mov'),
    ...['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-pixel_format', 'yuva420p'],
    ...['-video_size', `${bounds.widthPx}x${bounds.heightPx}`, '-framerate', `${numerator}/${denominator}`],
    ...['-i', 'pipe:0', '-filter_complex', graph, '-map', '[drawn]'],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-an', '-sn', '-dn'],
    ...['-fps_mode', 'passthrough', '-frames:v', String(video.frameCount)],
    ...ENCODER_ARGS,
    ...['-video_track_timescale', String(trackTimescale(video.frameRate)), '-movflags', '+faststart'],
    ...['-f', 'mp4', '-y', `file:${outputPath}`],
  ];
}
