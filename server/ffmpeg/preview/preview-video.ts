// Makes the playable preview of one video, a small MP4 that browsers show and step through quickly, with the same frames
// at the same times: copies or encodes it, verifies the output against the original, and only then renames it into
// place. Reasons and figures: docs/decisions/061-previews.md.
import { z } from 'zod';
import type { Size } from '#domain/geometry.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { lastFrameTime } from '#domain/video/clip.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { evenPx, PICTURE_INPUT, pictureFilters } from '#server/ffmpeg/merge/picture-filters.ts';
import { type ProbedVideo, probeClip } from '#server/ffmpeg/probe/probe.ts';
import { FfmpegError, wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import {
  makeVideo,
  OutputError,
  type OutputSpec,
  progressReader,
  timeLimitMs,
} from '#server/ffmpeg/process/make-video.ts';
import { PICTURES_ONLY } from '#server/ffmpeg/process/output-args.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { AppError, FileVerdict } from '#server/runtime/app-error.ts';

interface PreviewSpec extends OutputSpec {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: ProbedVideo;
  /** For others to see: in full size and without sound. */
  readonly isPublished?: boolean;
}

/** Writes the preview. Throws `AppError` 'preview-failed', 'job-timeout' or 'no-space', and then leaves no file. */
export async function makePreview(tools: MediaTools, spec: PreviewSpec): Promise<void> {
  await makeVideo(spec, 'preview-failed', (partPath) => tryMethods(tools, spec, partPath));
}

async function tryMethods(tools: MediaTools, spec: PreviewSpec, partPath: string): Promise<void> {
  const methods = methodsFor(spec.video).filter((method) => !(spec.isPublished && method.hasSound));
  for (const [index, method] of methods.entries()) {
    try {
      return await makeWith(tools, spec, method, partPath);
    } catch (cause) {
      // Tries the next method only after a failure of this one, not after a full disk, a stop or a cancellation.
      // Without sound there may be much less to read.
      const isMethodFailure =
        cause instanceof OutputError ||
        (cause instanceof FfmpegError && !isOutOfSpace(cause) && !wasTerminated(cause)) ||
        (cause instanceof AppError && cause.code === 'job-timeout' && method.hasSound);
      if (!isMethodFailure || index === methods.length - 1) throw cause;
    }
  }
}

/** The methods to try, cheapest first. Undecodable sound is left out. */
function methodsFor(video: ProbedVideo): PreviewMethod[] {
  const encoded: PreviewMethod[] = [
    { picture: 'encoded', hasSound: true },
    { picture: 'encoded', hasSound: false },
  ];
  return canCopyPackets(video) ? [{ picture: 'copied', hasSound: true }, ...encoded] : encoded;
}

/** Whether browsers would show the same packets in an MP4. The packets themselves are checked afterwards. */
function canCopyPackets({ source, clip }: ProbedVideo): boolean {
  const isPlain = source.transfer === 'sdr' && source.orientation === 'upright' && !source.isInterlaced;
  const isSquare = clip.widthPx === source.codedWidthPx && clip.heightPx === source.codedHeightPx;
  return source.codec === 'h264' && source.demuxer !== 'mov' && isPlain && isSquare;
}

async function makeWith(tools: MediaTools, spec: PreviewSpec, method: PreviewMethod, partPath: string): Promise<void> {
  const { path, video, signal, onProgress = () => {} } = spec;
  const { frameTimes } = video.clip;
  const onStdout = progressReader(frameTimes.length, onProgress);
  const maxSidePx = spec.isPublished ? Number.POSITIVE_INFINITY : MAX_SIDE_PX;
  const args = previewArgs({ path, video, maxSidePx }, method, partPath);
  await runFfmpeg(tools.ffmpegPath, args, { timeoutMs: timeLimitMs([video.clip]), signal, onStdout });
  if (method.picture === 'copied') await checkCopiedPicture(tools, partPath, signal);
  await checkPreview(tools, partPath, frameTimes, { mayLackFrames: method.picture === 'encoded', signal });
}

interface PreviewMethod {
  /** `copied`: the same packets in another container. `encoded`: every frame is decoded and re-encoded. */
  readonly picture: 'copied' | 'encoded';
  readonly hasSound: boolean;
}

/** The longer side of a preview: enough to find the strike, and a sixth of 4K's pixels to decode at each step. */
const MAX_SIDE_PX = 1280;
/** Frames from key frame to key frame: a step back decodes at most these. */
const KEY_FRAME_EVERY = 8;
/** Ticks per second of the preview: the usual rates are whole ticks, any other time is at most 6 µs off. */
const TICKS_PER_SECOND = 90_000;
/** How long a preview continues after its last frame's time, in seconds: as long as a frame may be shown. */
const AFTER_LAST_FRAME = 1;

const ENCODER_ARGS: readonly string[] = [
  ...['-c:v', 'libx264', '-preset', 'superfast', '-tune', 'fastdecode', '-crf', '23', '-pix_fmt', 'yuv420p'],
  ...['-g', String(KEY_FRAME_EVERY), '-bf', '0', '-profile:v', 'main'],
  ...['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

/** The sound from 0 on. If sound began later, Chromium would not show the pictures before it (decision 032). */
const SOUND_ARGS: readonly string[] = [
  ...['-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
];

interface PreviewInput {
  readonly path: string;
  readonly video: ProbedVideo;
  readonly maxSidePx: number;
}

function previewArgs({ path, video, maxSidePx }: PreviewInput, method: PreviewMethod, outputPath: string): string[] {
  const { source } = video;
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    // Keeps the container's timestamps, because marks store them.
    '-copyts',
    ...inputArgs(path, source.demuxer, PICTURE_INPUT),
    ...(method.picture === 'copied'
      ? ['-map', `0:${source.streamIndex}`, '-c:v', 'copy']
      : encodedPicture(video, maxSidePx)),
    // The visitor's own sound is kept: only they get the preview.
    ...(method.hasSound ? ['-map', '0:a:0?', ...SOUND_ARGS] : []),
    ...PICTURES_ONLY.filter((option) => option !== '-an' || !method.hasSound),
    // Sound that continues long after the last picture is cut.
    ...['-t', (lastFrameTime(video.clip) + AFTER_LAST_FRAME).toFixed(6)],
    ...['-output_ts_offset', source.timelineOffset.toFixed(6), '-video_track_timescale', String(TICKS_PER_SECOND)],
    // A late first frame becomes an empty edit, whose duration is in movie ticks.
    ...['-movie_timescale', String(TICKS_PER_SECOND), '-movflags', '+faststart', '-f', 'mp4'],
    ...['-y', `file:${outputPath}`],
  ];
}

function encodedPicture(video: ProbedVideo, maxSidePx: number): string[] {
  const filters = [...pictureFilters(video.source, previewSize(video, maxSidePx)), BT709].join(',');
  const input = `[0:${video.source.streamIndex}]`;
  // With a single input, ffmpeg copies its display matrix to the output and the picture would be rotated twice. With
  // two inputs it copies none, so the same input is used twice.
  const graph = ['-filter_complex', `${input}${filters}[picture];${input}nullsink`, '-map', '[picture]'];
  const times = ['-fps_mode', 'passthrough', '-enc_time_base', `1:${TICKS_PER_SECOND}`];
  return [...graph, ...times, ...ENCODER_ARGS];
}

const BT709 = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** The size of an encoded preview: as shown, never larger than the original, both sides even. */
function previewSize({ clip }: ProbedVideo, maxSidePx: number): Size {
  const scale = Math.min(1, maxSidePx / Math.max(clip.widthPx, clip.heightPx));
  return { widthPx: evenPx(clip.widthPx * scale), heightPx: evenPx(clip.heightPx * scale) };
}

/** Maximum time between key frames of a copied preview, in seconds, at which every browser steps quickly. */
const MAX_KEY_FRAME_GAP = 1;
/** Maximum longer side of a copied picture; larger ones are encoded at a smaller size. */
const MAX_COPIED_SIDE_PX = 1920;
const CHECK_TIMEOUT_MS = 20_000;
/** Two minutes of 240 fps, a line each. */
const MAX_LISTING_BYTES = 2_000_000;

const probed = z.object({
  streams: z.tuple([
    z.object({ codec_name: z.string(), width: z.number(), height: z.number(), pix_fmt: z.string() }).loose(),
  ]),
  packets: z.array(z.object({ pts_time: z.string(), flags: z.string() })),
});

/**
 * Throws an `OutputError` unless the file shows the original's frames at the original's times. An encoded preview may
 * lack frames of a damaged original that cannot be decoded, but never has additional ones.
 */
async function checkPreview(
  tools: MediaTools,
  path: string,
  original: FrameTimes,
  options: { readonly mayLackFrames: boolean; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { clip, source } = await probeClip(tools, path, options.signal ? { signal: options.signal } : {}).catch(
    asOutputError,
  );
  if (source.orientation !== 'upright') throw new OutputError(`the picture is still ${source.orientation}`);
  const shown = clip.frameTimes;
  if (shown.length > original.length || (shown.length < original.length && !options.mayLackFrames)) {
    throw new OutputError(`${shown.length} frames instead of ${original.length}`);
  }
  let index = 0;
  for (const time of shown) {
    while (index < original.length && (original[index] ?? 0) < time - TIME_TOLERANCE) index += 1;
    const wanted = original[index];
    if (wanted === undefined || Math.abs(wanted - time) >= TIME_TOLERANCE) {
      throw new OutputError(`a frame at ${time} s that the original does not show`);
    }
    index += 1;
  }
}

/** Turns a verdict on the preview into an ordinary failure: it says nothing about the visitor's file. */
function asOutputError(error: unknown): never {
  throw error instanceof FileVerdict ? new OutputError(error.message) : error;
}

/** Throws an `OutputError` unless every browser shows a copied picture and steps through it quickly. */
async function checkCopiedPicture(tools: MediaTools, path: string, signal?: AbortSignal): Promise<void> {
  const entries = 'stream=codec_name,width,height,pix_fmt:packet=pts_time,flags';
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', '-f', 'mov'];
  const run = await runFfmpeg(tools.ffprobePath, [...args, `file:${path}`], {
    timeoutMs: CHECK_TIMEOUT_MS,
    signal,
    maxStdoutBytes: MAX_LISTING_BYTES,
  });
  const { streams, packets } = probed.parse(JSON.parse(run.stdout.toString('utf8')));
  const [stream] = streams;
  if (stream.codec_name !== 'h264' || !['yuv420p', 'yuvj420p'].includes(stream.pix_fmt)) {
    throw new OutputError(`${stream.codec_name} in ${stream.pix_fmt} is not shown everywhere`);
  }
  if (Math.max(stream.width, stream.height) > MAX_COPIED_SIDE_PX) {
    throw new OutputError(`${stream.width}x${stream.height} is too large to step through`);
  }
  const gap = longestGap(packets.filter(({ flags }) => flags.includes('K')).map((packet) => Number(packet.pts_time)));
  const end = Math.max(...packets.map((packet) => Number(packet.pts_time)));
  const afterLast = end - Number(packets.findLast(({ flags }) => flags.includes('K'))?.pts_time ?? 0);
  if (Math.max(gap, afterLast) > MAX_KEY_FRAME_GAP) throw new OutputError('too few key frames to step through');
  // Only a key frame can begin another size.
  const sizes = ['-skip_frame', 'nokey', '-show_entries', 'frame=width,height', '-of', 'csv=p=0', '-f', 'mov'];
  const decoded = await runFfmpeg(
    tools.ffprobePath,
    ['-v', 'error', '-select_streams', 'v:0', ...sizes, `file:${path}`],
    { timeoutMs: CHECK_TIMEOUT_MS, signal, maxStdoutBytes: MAX_LISTING_BYTES },
  );
  const [first, ...others] = decoded.stdout.toString('latin1').match(/\d+,\d+/g) ?? [];
  if (others.some((size) => size !== first)) throw new OutputError('the pictures change their size');
}

function longestGap(times: readonly number[]): number {
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}
