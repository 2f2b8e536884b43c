// Reads a container's header and refuses files that are not supported videos. Does not trust its durations and frame
// counts: probe-frame-times.ts measures them from the packets, which are listed in the same run for ordinary files.
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { FfmpegError } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { demuxerOf, MAX_PICTURE_PX, unknownInputArgs, VIDEO_CODECS } from '#server/ffmpeg/process/input-args.ts';
import { type MediaTools, type RunResult, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { AppError, FileVerdict } from '#server/runtime/app-error.ts';
import { assertWorks, type JudgedFile, MAX_PROBE_MEMORY_BYTES, runOnFile } from './judging-run.ts';

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

const headerPacket = z.object({
  stream_index: z.number().int(),
  pts_time: z.string().optional(),
  flags: z.string().optional(),
  side_data_list: z.array(z.object({ side_data_type: z.string().optional() })).optional(),
});

const headerText = z.object({
  packets: z.array(headerPacket).optional(),
  streams: z.array(headerStream).default([]),
  format: z.object({
    format_name: z.string(),
    start_time: z.string().optional(),
    tags: z.object({ [CAPTURE_RATE_TAG]: z.string().optional() }).optional(),
  }),
});

export type HeaderStream = z.infer<typeof headerStream>;

export interface ListedPacket {
  /** Its presentation time in seconds as ffprobe prints it, or `N/A`. */
  readonly time: string;
  /** `D` among them: an edit list leaves its picture out. */
  readonly flags: string;
  readonly isEncrypted: boolean;
}

/** The side data of an encrypted packet, as ffprobe names it. */
export const ENCRYPTION_INFO = 'Encryption info';

/** The video stream that is used, with its size, and how to open its file. */
export interface VideoHeader {
  readonly demuxer: string;
  readonly stream: HeaderStream & { readonly codec_name: string; readonly width: number; readonly height: number };
  /** The container's own start, in seconds: the earliest start of all its streams. Seeking counts from it. */
  readonly containerStart: number;
  /** Shown time minus the container's own time, in seconds: 0 or more. */
  readonly timelineOffset: number;
  /** The capture rate; null when the file has none. */
  readonly capturedPerSecond: number | null;
  /** The packets of the stream; null when they were not listed along with the header. */
  readonly packets: readonly ListedPacket[] | null;
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

const PACKET_ENTRIES = 'packet=stream_index,pts_time,flags:packet_side_data=side_data_type';

const HEADER_TIMEOUT_MS = 10_000;
/** Reading the packets of an ordinary clip takes some milliseconds. */
const PACKETS_TIMEOUT_MS = 3_000;
const MIN_SIDE_PX = 16;
/** Still images that begin like an MP4: HEIC and AVIF. */
const STILL_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/;

/** The boxes that an MP4 or MOV may begin with. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** Reads and validates the header. Throws a `FileVerdict` for everything that is not a supported video. */
export async function readVideoHeader(
  tools: MediaTools,
  path: string,
  signal: AbortSignal | undefined,
): Promise<VideoHeader> {
  const file = { tools, path, signal };
  const isIsoFile = await looksLikeIsoFile(path);
  const run =
    (await runWithPackets(file)) ??
    (await runFfprobe(file, [SHOWN_ENTRIES], HEADER_TIMEOUT_MS, runOnFile).catch((cause: unknown) =>
      refuse(cause, isIsoFile),
    ));
  const header = headerText.safeParse(parsedJson(run.stdout.toString('utf8')));
  const demuxer = header.success ? demuxerOf(header.data.format.format_name) : null;
  if (!header.success) await assertWorks(tools.ffprobePath, signal);
  if (!header.success || demuxer === null) throw new FileVerdict('not-a-video', { cause: header.error });
  const { streams, format, packets } = header.data;
  const stream = usableStream(streams, run.stderrTail);
  return {
    demuxer,
    stream,
    containerStart: secondsIn(format.start_time),
    timelineOffset: timelineOffset(streams),
    capturedPerSecond: rateIn(format.tags?.[CAPTURE_RATE_TAG]),
    packets: packets?.filter(({ stream_index }) => stream_index === stream.index).map(listedPacket) ?? null,
  };
}

/**
 * Reads header and packets in one run, because starting ffprobe takes as long as reading an ordinary clip. Null when
 * ffprobe fails or complains, or when the packets take too much time or space: the header is then read separately.
 */
async function runWithPackets(file: JudgedFile): Promise<RunResult | null> {
  try {
    const run = await runFfprobe(file, [SHOWN_ENTRIES, PACKET_ENTRIES], PACKETS_TIMEOUT_MS, runFfmpeg);
    return run.stderrTail === '' ? run : null;
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof FfmpegError) return null;
    throw cause;
  }
}

function runFfprobe(
  { tools, path, signal }: JudgedFile,
  entries: readonly string[],
  timeoutMs: number,
  run: typeof runOnFile,
): Promise<RunResult> {
  const args = ['-v', 'error', '-show_entries', entries.join(':'), '-of', 'json=compact=1', ...unknownInputArgs(path)];
  return run(tools.ffprobePath, args, { timeoutMs, signal, maxMemoryBytes: MAX_PROBE_MEMORY_BYTES });
}

function listedPacket({ pts_time, flags, side_data_list }: z.infer<typeof headerPacket>): ListedPacket {
  const isEncrypted = side_data_list?.some(({ side_data_type }) => side_data_type === ENCRYPTION_INFO) ?? false;
  return { time: pts_time ?? 'N/A', flags: flags ?? '', isEncrypted };
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
  if (stream === undefined) throw new FileVerdict(streams.length > 0 ? 'no-picture' : 'not-a-video');
  const { codec_name: codec, codec_tag_string: tag, width = 0, height = 0 } = stream;
  // "encv" is a sample entry of an encrypted track: the codec behind it cannot be decoded.
  if (codec === undefined || !VIDEO_CODECS.includes(codec) || tag === 'encv')
    throw new FileVerdict('unsupported-video');
  if (width * height > MAX_PICTURE_PX || isPictureTooLarge(stderr)) throw new FileVerdict('too-many-pixels');
  if (width < 1 || height < 1) throw new FileVerdict('not-a-video');
  if (Math.min(width, height) < MIN_SIDE_PX) throw new FileVerdict('too-few-pixels');
  return { ...stream, codec_name: codec, width, height };
}

/** A video stream that is neither a cover picture nor a strip of thumbnails. */
function isMovingPicture(stream: HeaderStream): boolean {
  const { attached_pic = 0, timed_thumbnails = 0 } = stream.disposition ?? {};
  return stream.codec_type === 'video' && attached_pic === 0 && timed_thumbnails === 0;
}

/** Maps a run that judged the file to the verdict. Other errors, such as aborts, are rethrown. */
function refuse(cause: unknown, isIsoFile: boolean): never {
  if (!(cause instanceof FfmpegError)) throw cause;
  const stderr = cause.run.stderrTail;
  if (/Codec \(\w+\) not on whitelist/.test(stderr)) throw new FileVerdict('unsupported-video', { cause });
  if (isPictureTooLarge(stderr)) throw new FileVerdict('too-many-pixels', { cause });
  // ffprobe prints this for other files named .mp4 as well.
  if (isIsoFile && stderr.includes('moov atom not found')) throw new FileVerdict('incomplete-video', { cause });
  throw new FileVerdict('not-a-video', { cause });
}

function isPictureTooLarge(stderr: string): boolean {
  return stderr.includes('exceeds specified max pixel count');
}

/** Whether the file begins like an MP4 or MOV. Refuses empty files and still images in that format. */
async function looksLikeIsoFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    if (bytesRead === 0) throw new FileVerdict('empty-video');
    const [box, brand] = [buffer.toString('latin1', 4, 8), buffer.toString('latin1', 8, 12)];
    if (box === 'ftyp' && STILL_BRANDS.test(brand)) throw new FileVerdict('not-a-video');
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
