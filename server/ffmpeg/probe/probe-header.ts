// Reads a container's header and refuses files that are not supported videos. Does not trust durations and frame
// counts: probe-frame-times.ts measures them from the packets.
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { FfmpegError } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { demuxerOf, MAX_PICTURE_PX, unknownInputArgs, VIDEO_CODECS } from '#server/ffmpeg/process/input-args.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { AppError } from '#server/runtime/app-error.ts';

const headerStream = z.object({
  index: z.number().int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  sample_aspect_ratio: z.string().optional(),
  pix_fmt: z.string().optional(),
  field_order: z.string().optional(),
  color_range: z.string().optional(),
  color_space: z.string().optional(),
  color_transfer: z.string().optional(),
  start_time: z.string().optional(),
  disposition: z.object({ attached_pic: z.number(), timed_thumbnails: z.number().optional() }).optional(),
  side_data_list: z.array(z.object({ displaymatrix: z.string().optional() })).optional(),
});

/** The capture rate, which phones write into slow-motion files. */
const CAPTURE_RATE_TAG = 'com.android.capture.fps';

const headerText = z.object({
  streams: z.array(headerStream).default([]),
  format: z.object({
    format_name: z.string(),
    start_time: z.string().optional(),
    tags: z.object({ [CAPTURE_RATE_TAG]: z.string().optional() }).optional(),
  }),
});

/** One stream as ffprobe describes it. */
export type HeaderStream = z.infer<typeof headerStream>;

/** The video stream that is used, with its size, and how to open its file. */
export interface VideoHeader {
  readonly demuxer: string;
  readonly stream: HeaderStream & { readonly codec_name: string; readonly width: number; readonly height: number };
  /** The container's own start, in seconds: the earliest start of all its streams. Seeking counts from it. */
  readonly containerStart: number;
  /** Shown time less the container's own time, in seconds: 0 or more. */
  readonly timelineOffset: number;
  /** The capture rate; null when the file has none. */
  readonly capturedPerSecond: number | null;
}

const SHOWN_ENTRIES = [
  'format=format_name,start_time',
  `stream=${Object.keys(headerStream.shape)
    .filter((name) => name !== 'disposition' && name !== 'side_data_list')
    .join(',')}`,
  'stream_disposition=attached_pic,timed_thumbnails',
  'stream_side_data=displaymatrix',
  `format_tags=${CAPTURE_RATE_TAG}`,
].join(':');

/** Probing two seconds of 4K takes 260 MB; a file that needs more is not a plausible clip. */
export const MAX_PROBE_MEMORY_BYTES = 380_000_000;
const HEADER_TIMEOUT_MS = 10_000;
const MIN_SIDE_PX = 16;
/** Still images that begin like an MP4: HEIC and AVIF. */
const STILL_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/;

/** The boxes that an MP4 or MOV may begin with. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Reads and validates the header. Throws an `AppError` for everything that is not a supported video. */
export async function readVideoHeader(
  tools: MediaTools,
  path: string,
  signal: AbortSignal | undefined,
): Promise<VideoHeader> {
  const isIsoFile = await looksLikeIsoFile(path);
  const args = ['-v', 'error', '-show_entries', SHOWN_ENTRIES, '-of', 'json', ...unknownInputArgs(path)];
  const limits = { timeoutMs: HEADER_TIMEOUT_MS, signal, maxMemoryBytes: MAX_PROBE_MEMORY_BYTES };
  const run = await runFfmpeg(tools.ffprobePath, args, limits).catch((cause: unknown) => refuse(cause, isIsoFile));
  const header = headerText.safeParse(parsedJson(run.stdout.toString('utf8')));
  const demuxer = header.success ? demuxerOf(header.data.format.format_name) : null;
  if (!header.success || demuxer === null) throw new AppError('not-a-video', { cause: header.error });
  const { streams, format } = header.data;
  return {
    demuxer,
    stream: usableStream(streams, run.stderrTail),
    containerStart: secondsIn(format.start_time),
    timelineOffset: timelineOffset(streams),
    capturedPerSecond: rateIn(format.tags?.[CAPTURE_RATE_TAG]),
  };
}

/**
 * Chromium shifts a file that starts before 0 so that it starts at 0, and leaves a late start as it is. Opus and Vorbis
 * always start a little before 0 (decoder pre-roll) and do not count (measured in Chromium 156).
 */
function timelineOffset(streams: readonly HeaderStream[]): number {
  const counted = streams.filter(({ codec_name }) => codec_name !== 'opus' && codec_name !== 'vorbis');
  return Math.max(0, ...counted.map((stream) => -secondsIn(stream.start_time)));
}

function rateIn(text: string | undefined): number | null {
  const rate = Number(text ?? Number.NaN);
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}

function secondsIn(text: string | undefined): number {
  const seconds = Number(text ?? 0);
  return Number.isFinite(seconds) ? seconds : 0;
}

function usableStream(streams: readonly HeaderStream[], stderr: string): VideoHeader['stream'] {
  const stream = streams.find(isMovingPicture);
  if (stream === undefined) throw new AppError(streams.length > 0 ? 'no-picture' : 'not-a-video');
  const { codec_name: codec, codec_tag_string: tag, width = 0, height = 0 } = stream;
  // "encv" is a sample entry of an encrypted track: the codec behind it cannot be decoded.
  if (codec === undefined || !VIDEO_CODECS.includes(codec) || tag === 'encv') throw new AppError('unsupported-video');
  if (width * height > MAX_PICTURE_PX || isPictureTooLarge(stderr)) throw new AppError('too-many-pixels');
  if (width < 1 || height < 1) throw new AppError('not-a-video');
  if (Math.min(width, height) < MIN_SIDE_PX) throw new AppError('too-few-pixels');
  return { ...stream, codec_name: codec, width, height };
}

/** A video stream that is neither the cover picture of a recording nor a strip of thumbnails. */
function isMovingPicture(stream: HeaderStream): boolean {
  const { attached_pic = 0, timed_thumbnails = 0 } = stream.disposition ?? {};
  return stream.codec_type === 'video' && attached_pic === 0 && timed_thumbnails === 0;
}

/** Maps a failed run to an AppError. Other errors, such as aborts, are rethrown. */
function refuse(cause: unknown, isIsoFile: boolean): never {
  if (cause instanceof AppError) throw new AppError('not-a-video', { cause });
  if (!(cause instanceof FfmpegError)) throw cause;
  const stderr = cause.run.stderrTail;
  if (/Codec \(\w+\) not on whitelist/.test(stderr)) throw new AppError('unsupported-video', { cause });
  if (isPictureTooLarge(stderr)) throw new AppError('too-many-pixels', { cause });
  // ffprobe prints this for other files named .mp4 as well.
  if (isIsoFile && stderr.includes('moov atom not found')) throw new AppError('incomplete-video', { cause });
  throw new AppError('not-a-video', { cause });
}

function isPictureTooLarge(stderr: string): boolean {
  return stderr.includes('exceeds specified max pixel count');
}

/** Whether the file begins like an MP4 or MOV. Refuses empty files and still images in that format. */
async function looksLikeIsoFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    if (bytesRead === 0) throw new AppError('empty-video');
    const [box, brand] = [buffer.toString('latin1', 4, 8), buffer.toString('latin1', 8, 12)];
    if (box === 'ftyp' && STILL_BRANDS.test(brand)) throw new AppError('not-a-video');
    return FIRST_BOXES.includes(box);
  } finally {
    await file.close();
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
