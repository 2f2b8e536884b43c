// Makes the playable preview of one video, a small MP4 that browsers show and step through quickly, with the same frames
// at the same times: copies or encodes it, verifies the output against the original, and only then renames it into
// place. Reasons and figures: docs/decisions/061-previews.md.
import type { Size } from '#domain/geometry.ts';
import { lastFrameTime } from '#domain/video/clip.ts';
import { evenPx, pictureFilters } from '#server/ffmpeg/merge/picture-filters.ts';
import type { ProbedVideo } from '#server/ffmpeg/probe/probe.ts';
import { OutputError } from '#server/ffmpeg/process/check-output.ts';
import { FfmpegError, wasTerminated } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import { makeVideo, type OutputSpec, progressReader, timeLimitMs } from '#server/ffmpeg/process/make-video.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { checkCopiedPicture, checkPreview } from './preview-check.ts';

interface PreviewSpec extends OutputSpec {
  /** Absolute and made by the server. */
  readonly path: string;
  readonly video: ProbedVideo;
}

/** Writes the preview. Throws `AppError` 'preview-failed', 'job-timeout' or 'no-space', and then leaves no file. */
export async function makePreview(tools: MediaTools, spec: PreviewSpec): Promise<void> {
  await makeVideo(spec, 'preview-failed', (partPath) => tryMethods(tools, spec, partPath));
}

async function tryMethods(tools: MediaTools, spec: PreviewSpec, partPath: string): Promise<void> {
  const methods = methodsFor(spec.video);
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
  const args = previewArgs(path, video, method, partPath);
  await runFfmpeg(tools.ffmpegPath, args, { timeoutMs: timeLimitMs([video.clip]), signal, onStdout });
  if (method.picture === 'copied') await checkCopiedPicture(tools, partPath, signal);
  await checkPreview(tools, partPath, frameTimes, { mayLackFrames: method.picture === 'encoded', signal });
}

/** How a preview is made from a video's tracks. */
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
const DECODER_THREADS = '2';
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

function previewArgs(path: string, video: ProbedVideo, method: PreviewMethod, outputPath: string): string[] {
  const { source } = video;
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1'],
    // Keeps the container's timestamps, because marks store them.
    '-copyts',
    ...inputArgs(path, source.demuxer, ['-noautorotate', '-threads', DECODER_THREADS]),
    ...(method.picture === 'copied' ? ['-map', `0:${source.streamIndex}`, '-c:v', 'copy'] : encodedPicture(video)),
    ...(method.hasSound ? ['-map', '0:a:0?', ...SOUND_ARGS] : []),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
    // Sound that continues long after the last picture is cut.
    ...['-t', (lastFrameTime(video.clip) + AFTER_LAST_FRAME).toFixed(6)],
    ...['-output_ts_offset', source.timelineOffset.toFixed(6), '-video_track_timescale', String(TICKS_PER_SECOND)],
    // A late first frame becomes an empty edit, whose duration is in movie ticks.
    ...[
      '-movie_timescale',
      String(TICKS_PER_SECOND),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      `file:${outputPath}`,
    ],
  ];
}

function encodedPicture(video: ProbedVideo): string[] {
  const filters = [...pictureFilters(video.source, previewSize(video)), BT709].join(',');
  const input = `[0:${video.source.streamIndex}]`;
  // With a single input, ffmpeg copies its display matrix to the output and the picture would be rotated twice. With
  // two inputs it copies none, so the same input is used twice.
  const graph = ['-filter_complex', `${input}${filters}[picture];${input}nullsink`, '-map', '[picture]'];
  const times = ['-fps_mode', 'passthrough', '-enc_time_base', `1:${TICKS_PER_SECOND}`];
  return [...graph, ...times, ...ENCODER_ARGS];
}

const BT709 = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** The size of an encoded preview: as shown, never larger than the original, both sides even. */
function previewSize({ clip }: ProbedVideo): Size {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(clip.widthPx, clip.heightPx));
  return { widthPx: evenPx(clip.widthPx * scale), heightPx: evenPx(clip.heightPx * scale) };
}
