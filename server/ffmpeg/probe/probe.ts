// Probes an uploaded video once: the clip for planning comparisons, and the facts for merging. The result is stored as
// plain data, so that the file need not be probed again.
import { type Clip, makeClip } from '#domain/video/clip.ts';
import { type Orientation, swapsSides } from '#domain/video/orientation.ts';
import { FfmpegError } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import type { MediaTools } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { FileVerdict } from '#server/runtime/app-error.ts';
import { assertWorks, type JudgedFile, runOnFile } from './judging-run.ts';
import { orientationOf, turnMatrixIn } from './orientation.ts';
import { measureFrameTimes } from './probe-frame-times.ts';
import { type HeaderStream, readVideoHeader, type VideoHeader } from './probe-header.ts';

/** How a source picture is decoded and rotated. Plain JSON. */
export interface SourceFacts {
  /** The demuxer to pin when the file is opened again. */
  readonly demuxer: string;
  readonly streamIndex: number;
  readonly codec: string;
  /** The size as coded, before pixel aspect and rotation. */
  readonly codedWidthPx: number;
  readonly codedHeightPx: number;
  readonly orientation: Orientation;
  /** `hlg` and `pq` pictures are tone-mapped. */
  readonly transfer: 'sdr' | 'hlg' | 'pq';
  readonly colorMatrix: 'bt601' | 'bt709' | 'bt2020';
  readonly isFullRange: boolean;
  readonly isInterlaced: boolean;
  /** The container's own start, in seconds; seeking counts from it. */
  readonly containerStart: number;
  /** Shown time minus the container's own time, in seconds: more than 0 where the container starts before 0. */
  readonly timelineOffset: number;
  /** The capture rate, if the file has one. domain/swing/slow-motion.ts decides whether to trust it. */
  readonly capturedPerSecond?: number;
}

export interface ProbedVideo {
  readonly clip: Clip;
  readonly source: SourceFacts;
}

/** Probes a video. Throws a `FileVerdict` for an unusable one, and another error when the probe itself failed. */
export async function probeClip(
  tools: MediaTools,
  path: string,
  options: { signal?: AbortSignal } = {},
): Promise<ProbedVideo> {
  const { signal } = options;
  const header = await readVideoHeader(tools, path, signal);
  const source = sourceFacts(header);
  const frameTimes = await measureFrameTimes(tools, path, header, signal);
  await assertShowsPicture({ tools, path, signal }, header);
  return { clip: makeClip({ ...shownSize(header.stream, source.orientation), frameTimes }), source };
}

function sourceFacts(header: VideoHeader): SourceFacts {
  const { demuxer, stream, containerStart, timelineOffset, capturedPerSecond } = header;
  const matrix = stream.side_data_list?.map((entry) => turnMatrixIn(entry.displaymatrix ?? '')).find(Boolean);
  return {
    demuxer,
    streamIndex: stream.index,
    codec: stream.codec_name,
    codedWidthPx: stream.width,
    codedHeightPx: stream.height,
    orientation: matrix ? orientationOf(matrix) : 'upright',
    transfer: TRANSFERS[stream.color_transfer ?? ''] ?? 'sdr',
    colorMatrix: colorMatrix(stream),
    isFullRange: stream.color_range === 'pc' || (stream.pix_fmt ?? '').startsWith('yuvj'),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    containerStart,
    timelineOffset,
    ...(capturedPerSecond !== null && { capturedPerSecond }),
  };
}

const TRANSFERS: Readonly<Record<string, SourceFacts['transfer']>> = { 'arib-std-b67': 'hlg', smpte2084: 'pq' };
const HD_LINES = 720;

/** Untagged pictures are treated as in browsers: BT.709 from 720 lines on, BT.601 below. */
function colorMatrix(stream: VideoHeader['stream']): SourceFacts['colorMatrix'] {
  const tag = stream.color_space ?? '';
  if (tag === 'bt709') return 'bt709';
  if (tag.startsWith('bt2020')) return 'bt2020';
  if (tag === 'smpte170m' || tag === 'bt470bg') return 'bt601';
  return Math.min(stream.width, stream.height) >= HD_LINES ? 'bt709' : 'bt601';
}

/** The size as shown. Like browsers, pixels that are not square make the picture larger, never smaller. */
function shownSize(stream: VideoHeader['stream'], orientation: Orientation): Pick<Clip, 'widthPx' | 'heightPx'> {
  const aspect = pixelAspect(stream);
  const widthPx = Math.round(stream.width * Math.max(1, aspect));
  const heightPx = Math.round(stream.height / Math.min(1, aspect));
  return swapsSides(orientation) ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
}

function pixelAspect(stream: HeaderStream): number {
  const [width = 0, height = 0] = (stream.sample_aspect_ratio ?? '').split(':').map(Number);
  const aspect = width / height;
  // 0:1 means "unknown"; a ratio beyond 8 is a corrupt header.
  return Number.isFinite(aspect) && aspect > 0.125 && aspect < 8 ? aspect : 1;
}

/** A few packets are enough for nearly every file; one that does not begin with a key frame gets five seconds. */
const INTERVALS = ['%+#12', '%+5'];
const DECODE_TIMEOUT_MS = 10_000;

/** Throws `FileVerdict('not-a-video')` unless a frame near the beginning decodes. */
async function assertShowsPicture(
  { tools, path, signal }: JudgedFile,
  { demuxer, stream }: VideoHeader,
): Promise<void> {
  for (const interval of INTERVALS) {
    const args = ['-v', 'error', '-threads', '2', '-select_streams', String(stream.index), '-read_intervals', interval];
    args.push('-show_entries', 'frame=width', '-of', 'csv=p=0', ...inputArgs(path, demuxer));
    try {
      const { stdout } = await runOnFile(tools.ffprobePath, args, { timeoutMs: DECODE_TIMEOUT_MS, signal });
      if (stdout.length > 0) return;
    } catch (cause) {
      if (cause instanceof FfmpegError) throw new FileVerdict('not-a-video', { cause });
      throw cause;
    }
  }
  await assertWorks(tools.ffprobePath, signal);
  throw new FileVerdict('not-a-video');
}
