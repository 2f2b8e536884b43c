// Renders drawings into a merged video: runs ffmpeg, verifies the output, and only then renames it into place.

import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { inkBounds, type StrokesFromFrame, spansToEncode } from '#domain/drawing/drawing-geometry.ts';
import type { Rect } from '#domain/geometry.ts';
import { keyFramesIn } from '#domain/mp4/encoded-frames.ts';
import type { Mp4Header } from '#domain/mp4/header.ts';
import { canBeSpliced, type FrameSpan, framesIn, type SplicedVideo, splicedVideo } from '#domain/mp4/splice.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { frameDuration } from '#domain/time.ts';
import { paintedLayer } from '#server/drawing/drawing-painter.ts';
import { ENCODER_ARGS, trackTimescale } from '#server/ffmpeg/merge/merge-args.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import {
  checkOutput,
  makeVideo,
  type OutputSpec,
  progressReader,
  WatchedInput,
} from '#server/ffmpeg/process/make-video.ts';
import { PICTURES_ONLY } from '#server/ffmpeg/process/output-args.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { mp4HeaderOf } from '#server/mp4/retime-mp4.ts';

interface DrawingsSpec extends OutputSpec {
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
  const { path, video, changes } = spec;
  await makeVideo(spec, 'render-failed', async (partPath) => {
    const base = await mp4HeaderOf(path);
    const keyFrames = keyFramesIn(base.moov);
    const spans = spansToEncode(changes, canBeSpliced(base) ? keyFrames : [0], video.frameCount);
    if (framesIn(spans) === video.frameCount || !(await redrawnPart(tools, spec, { base, spans, partPath }))) {
      await encodeDrawn(tools, spec, [{ from: 0, to: video.frameCount }], partPath);
    }
    await checkOutput(partPath, video);
  });
}

/**
 * Encodes only the frames of the spans and copies the others as they are. False when both cannot be shown by one decoder:
 * the merged video is of another version of the encoder.
 */
async function redrawnPart(
  tools: MediaTools,
  spec: DrawingsSpec,
  { base, spans, partPath }: { base: Mp4Header; spans: readonly FrameSpan[]; partPath: string },
): Promise<boolean> {
  const patchPath = `${partPath}.frames`;
  try {
    await encodeDrawn(tools, spec, spans, patchPath);
    const spliced = splicedVideo(base, await mp4HeaderOf(patchPath), spans);
    if (spliced) await writeSpliced(spliced, { base: spec.path, patch: patchPath }, partPath);
    return spliced !== null;
  } finally {
    await rm(patchPath, { force: true });
  }
}

async function writeSpliced(
  { head, ranges }: SplicedVideo,
  files: Readonly<Record<'base' | 'patch', string>>,
  outputPath: string,
): Promise<void> {
  const pieces = async function* () {
    yield head;
    for (const { file, from, to } of ranges) yield* createReadStream(files[file], { start: from, end: to - 1 });
  };
  await pipeline(pieces, createWriteStream(outputPath));
}

/** Encodes the frames of some spans with their drawings, one after the other. */
async function encodeDrawn(
  tools: MediaTools,
  { path, video, changes, signal, onProgress }: DrawingsSpec,
  spans: readonly FrameSpan[],
  outputPath: string,
): Promise<void> {
  const strokes = changes.flatMap((change) => change.strokes);
  const bounds = inkBounds(strokes, video) ?? NO_INK;
  const pictures = paintedLayer({ changes, bounds, frameCount: video.frameCount }, signal);
  const firstDrawn = changes[0]?.frame ?? 0;
  const layer = new WatchedInput(picturesIn(spans, pictures, firstDrawn));
  const args = drawingArgs({ path, video, bounds, spans, firstDrawn }, outputPath);
  await runFfmpeg(tools.ffmpegPath, args, {
    timeoutMs: RENDER_TIMEOUT_MS,
    signal,
    input: layer,
    onStdout: progressReader(framesIn(spans), onProgress ?? (() => {})),
  });
  layer.throwIfFailed();
}

/** The pictures of a layer, one for each frame from `frame` on, that are of the spans. */
async function* picturesIn(
  spans: readonly FrameSpan[],
  pictures: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  frame: number,
): AsyncGenerator<Uint8Array> {
  let at = frame;
  for await (const picture of pictures) {
    if (spans.some(({ from, to }) => from <= at && at < to)) yield picture;
    at += 1;
  }
}

/** A merged video, the frames to write, and the layer that is read from stdin. */
interface DrawingArgsInput {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: MergedVideoFacts;
  /** The part of the picture that the layer covers. */
  readonly bounds: Rect;
  /** The frames to write, ascending; each span but one at the video's start begins with a forced key frame. */
  readonly spans: readonly FrameSpan[];
  /** The first frame with a drawing. The layer has one picture for each frame of the spans from here on. */
  readonly firstDrawn: number;
}

/**
 * The arguments of ffmpeg that write frames of the video with their drawings to `outputPath`, in the form of a merged
 * video.
 */
export function drawingArgs(
  { path, video, bounds, spans, firstDrawn }: DrawingArgsInput,
  outputPath: string,
): string[] {
  const { numerator, denominator } = video.frameRate;
  const seconds = (frame: number) => (frame * frameDuration(video.frameRate)).toFixed(6);
  const isWhole = framesIn(spans) === video.frameCount;
  const readFrom = spans[0]?.from ?? 0;
  // Times keep counting from the start of the file, so that frames are chosen by their times wherever reading begins.
  // Half a frame early, so that rounding cannot miss a frame.
  const isChosen = spans.map(({ from, to }) => `between(t,${seconds(from - 0.5)},${seconds(to - 0.5)})`).join('+');
  const chosen = isWhole ? '' : `select='${isChosen}',setpts=N*${denominator}/${numerator}/TB`;
  // In microseconds, because the layer's time base counts whole frames.
  const startMicros = Math.round((placeOf(firstDrawn, spans) - 0.5) * frameDuration(video.frameRate) * 1e6);
  // The layer's last picture stays until the end; before the first one nothing is overlaid.
  const graph = [
    `[1:v]settb=AVTB,setpts=PTS+(${startMicros})[layer]`,
    ...(isWhole ? [] : [`[0:v]${chosen}[chosen]`]),
    `[${isWhole ? '0:v' : 'chosen'}][layer]overlay=x=${bounds.xPx}:y=${bounds.yPx}:format=yuv420:eof_action=repeat[drawn]`,
  ].join(';');
  const seek = readFrom > 0 ? ['-noaccurate_seek', '-ss', seconds(readFrom)] : [];
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1', '-copyts'],
    ...inputArgs(path, 'mov', seek),
    ...['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-pixel_format', 'yuva420p'],
    ...['-video_size', `${bounds.widthPx}x${bounds.heightPx}`, '-framerate', `${numerator}/${denominator}`],
    ...['-i', 'pipe:0', '-filter_complex', graph, '-map', '[drawn]'],
    ...PICTURES_ONLY,
    ...['-fps_mode', 'passthrough', '-frames:v', String(framesIn(spans))],
    ...ENCODER_ARGS,
    ...keyFrameArgs(spans),
    ...['-video_track_timescale', String(trackTimescale(video.frameRate)), '-movflags', '+faststart'],
    ...['-f', 'mp4', '-y', `file:${outputPath}`],
  ];
}

/** The place of a frame among the frames of the spans. */
function placeOf(frame: number, spans: readonly FrameSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(frame, to) - from), 0);
}

/** Forces a key frame where a span follows another directly. */
function keyFrameArgs(spans: readonly FrameSpan[]): string[] {
  const starts = spans.slice(1).map(({ from }) => `eq(n,${placeOf(from, spans)})`);
  return starts.length > 0 ? ['-force_key_frames', `expr:${starts.join('+')}`] : [];
}
