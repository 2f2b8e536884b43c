// Measures when each frame of a video is shown, on the timeline that browsers report as `mediaTime`.
// Reads packets where they tell (cheap: nothing is decoded) and decodes where they do not.
import { MAX_TIME } from '#domain/time.ts';
import { FfmpegError } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import type { MediaTools } from '#server/ffmpeg/process/media-tools.ts';
import { runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { VideoHeader } from './probe-header.ts';

/** The longest clip, in seconds, and the most frames in it: 120 s of 240 fps. */
const LONGEST = 120;
const MAX_FRAMES = LONGEST * 240;
/** A line is a time and flags; whatever prints more than this has more frames than are allowed. */
const MAX_LISTING_BYTES = MAX_FRAMES * 32;
const DEMUX_TIMEOUT_MS = 10_000;
const DECODE_TIMEOUT_MS = 60_000;

/**
 * The times of the shown frames in seconds, ascending, on the shown timeline. Frames
 * that an edit list leaves out are not among them.
 */
export async function measureFrameTimes(
  tools: MediaTools,
  path: string,
  header: VideoHeader,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const list = (args: string[], timeoutMs: number) => listing(tools, path, header, { signal, args, timeoutMs });
  let times = assertDecodable(header) ? null : packetTimes(await list(PACKET_ARGS, DEMUX_TIMEOUT_MS));
  times ??= decodedTimes(await list(DECODE_ARGS, DECODE_TIMEOUT_MS));
  // A damaged file may say of a picture in its middle that it lies before the beginning: no player gets there.
  const shown = ascending(times.map((time) => time + header.timelineOffset)).filter((time) => time >= 0);
  const [first = 0, last = 0] = [shown[0], shown.at(-1)];
  if (shown.length > MAX_FRAMES || last - first > LONGEST || last > MAX_TIME) throw new AppError('too-long');
  // One picture is a still, whatever its file is called; none is a file of which nothing can be shown.
  if (shown.length < 2) throw new AppError('not-a-video');
  return shown;
}

const PACKET_ARGS = ['-show_entries', 'packet=pts_time,flags:packet_side_data=side_data_type'];
const DECODE_ARGS = ['-threads', '2', '-show_entries', 'frame=best_effort_timestamp_time'];

/** AVI stores no presentation times, and VP8 has packets that are never shown. */
function assertDecodable(header: VideoHeader): boolean {
  return header.demuxer === 'avi' || header.stream.codec_name === 'vp8';
}

async function listing(
  tools: MediaTools,
  path: string,
  header: VideoHeader,
  options: { args: string[]; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<string[]> {
  const args = ['-v', 'error', '-select_streams', String(header.stream.index), ...options.args];
  args.push('-of', 'csv=p=0', ...inputArgs(path, header.demuxer));
  try {
    const { timeoutMs, signal } = options;
    const run = await runFfmpeg(tools.ffprobePath, args, { timeoutMs, signal, maxStdoutBytes: MAX_LISTING_BYTES });
    return run.stdout.toString('latin1').split('\n');
  } catch (cause) {
    if (cause instanceof AppError) throw new AppError('too-long', { cause });
    if (cause instanceof FfmpegError) throw new AppError(cause.tooMuchOutput ? 'too-long' : 'not-a-video', { cause });
    throw cause;
  }
}

/** Times of the packets that are shown, or null when a packet has none. */
function packetTimes(lines: readonly string[]): number[] | null {
  const times: number[] = [];
  for (const line of lines) {
    const [time, flags, sideFacts] = line.split(',');
    // Its codec is listed and its pictures decode to noise (hostile case 79).
    if (sideFacts === 'Encryption info') throw new AppError('unsupported-video');
    if (time === undefined || time === '' || flags === undefined) continue;
    // "D" marks a packet that only helps to decode: an edit list leaves its picture out.
    if (flags.includes('D')) continue;
    if (time === 'N/A') return null;
    times.push(Number(time));
  }
  return times;
}

/** A decoder that gives out its last delayed picture has no time for it: one more frame of the same length. */
function decodedTimes(lines: readonly string[]): number[] {
  const times: number[] = [];
  for (const line of lines) {
    const time = line.split(',')[0] ?? '';
    if (time === '') continue;
    const [before = 0, last = 0] = times.slice(-2);
    times.push(time === 'N/A' ? last + (last - before) : Number(time));
  }
  return times;
}

/** In order of showing, in whole microseconds, each time once. */
function ascending(times: readonly number[]): number[] {
  const micros = times.filter(Number.isFinite).map((time) => Math.round(time * 1e6));
  return [...new Set(micros)].sort((a, b) => a - b).map((time) => time / 1e6);
}
