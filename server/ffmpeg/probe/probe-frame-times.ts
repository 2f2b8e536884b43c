// Measures when each frame of a video is shown, on the timeline that browsers report as `mediaTime`. Reads packet times
// where the container has them, which is cheap, and decodes otherwise.
import { stat } from 'node:fs/promises';
import { MAX_TIME } from '#domain/time.ts';
import { FfmpegError } from '#server/ffmpeg/process/ffmpeg-error.ts';
import { inputArgs } from '#server/ffmpeg/process/input-args.ts';
import type { MediaTools, RunResult } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { FileVerdict } from '#server/runtime/app-error.ts';
import { assertWorks, type JudgedFile, runOnFile } from './judging-run.ts';
import { ENCRYPTION_INFO, type ListedPacket, type VideoHeader } from './probe-header.ts';

/** Maximum duration of a clip, in seconds, and maximum frames in it: 120 s of 240 fps. */
const MAX_SECONDS = 120;
const MAX_FRAMES = MAX_SECONDS * 240;
/** A line holds a time and flags; a longer listing has more frames than allowed. */
const MAX_LISTING_BYTES = MAX_FRAMES * 32;
/** Maximum pixels in all frames of a clip: two minutes of 4K at 60 fps. */
const MAX_CLIP_PX = MAX_SECONDS * 60 * 4096 * 2304;
const DEMUX_TIMEOUT_MS = 10_000;
/** Time limit for decoding, plus a time by file size: a small file that decodes slowly is an attack. */
const MIN_DECODE_TIMEOUT_MS = 10_000;
const MAX_DECODE_TIMEOUT_MS = 60_000;
const DECODED_BYTES_PER_MS = 4_000;

/** The times of the shown frames in seconds, ascending, on the shown timeline, without frames cut by an edit list. */
export async function measureFrameTimes(
  tools: MediaTools,
  path: string,
  header: VideoHeader,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const file = { tools, path, signal };
  const times = await containerTimes(file, header);
  // A damaged file may have frames before 0, which no player shows.
  const shown = ascending(times.map((time) => time + header.timelineOffset)).filter((time) => time >= 0);
  const [first = 0, last = 0] = [shown[0], shown.at(-1)];
  if (shown.length > MAX_FRAMES || last - first > MAX_SECONDS || last > MAX_TIME) throw new FileVerdict('too-long');
  const { width, height } = header.stream;
  if (shown.length * width * height > MAX_CLIP_PX) throw new FileVerdict('too-many-pixels');
  // One frame is a still image; without any frame it is not a video.
  if (shown.length === 0) await assertWorks(tools.ffprobePath, signal);
  if (shown.length < 2) throw new FileVerdict('not-a-video');
  return shown;
}

const PACKET_ARGS = ['-show_entries', 'packet=pts_time,flags:packet_side_data=side_data_type'];
const DECODE_ARGS = ['-threads', '2', '-show_entries', 'frame=best_effort_timestamp_time'];

/** The times of the shown frames on the container's own timeline. */
async function containerTimes(file: JudgedFile, header: VideoHeader): Promise<number[]> {
  const list = (args: string[], timeoutMs: number) => listing(file, header, args, timeoutMs);
  // AVI stores no presentation times.
  if (header.demuxer !== 'avi') {
    if (header.stream.codec_name === 'vp8') return shownVp8Times(file, header);
    const times = packetTimes(header.packets ?? (await list(PACKET_ARGS, DEMUX_TIMEOUT_MS)).flatMap(packetIn));
    if (times) return times;
  }
  return decodedTimes(await list(DECODE_ARGS, decodeTimeoutMs((await stat(file.path)).size)));
}

function decodeTimeoutMs(fileBytes: number): number {
  return Math.min(MAX_DECODE_TIMEOUT_MS, MIN_DECODE_TIMEOUT_MS + fileBytes / DECODED_BYTES_PER_MS);
}

async function shownVp8Times({ tools, path, signal }: JudgedFile, { demuxer, stream }: VideoHeader): Promise<number[]> {
  const reader = new Vp8TimesReader();
  const input = ['-v', 'error', '-nostdin', '-copyts', ...inputArgs(path, demuxer)];
  await withListingErrors(() =>
    runOnFile(tools.ffmpegPath, [...input, ...ivfOutputArgs(stream.index)], {
      timeoutMs: DEMUX_TIMEOUT_MS,
      signal,
      onStdoutBytes: (piece) => reader.read(piece),
    }),
  );
  return reader.times;
}

async function listing(
  { tools, path, signal }: JudgedFile,
  { demuxer, stream }: VideoHeader,
  entries: readonly string[],
  timeoutMs: number,
): Promise<string[]> {
  const args = ['-v', 'error', '-select_streams', String(stream.index), ...entries, '-of', 'csv=p=0'];
  const limits = { timeoutMs, signal, maxStdoutBytes: MAX_LISTING_BYTES };
  const run = await withListingErrors(() =>
    runOnFile(tools.ffprobePath, [...args, ...inputArgs(path, demuxer)], limits),
  );
  return run.stdout.toString('latin1').split('\n');
}

/** Runs a listing of frames and maps a run that judged the file to the verdict. */
async function withListingErrors(run: () => Promise<RunResult>): Promise<RunResult> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof FfmpegError)
      throw new FileVerdict(cause.tooMuchOutput ? 'too-long' : 'not-a-video', { cause });
    throw cause;
  }
}

function packetIn(line: string): ListedPacket[] {
  const [time, flags, sideFacts] = line.split(',');
  if (time === undefined || time === '' || flags === undefined) return [];
  return [{ time, flags, isEncrypted: sideFacts === ENCRYPTION_INFO }];
}

/** Times of the packets that are shown, or null when a packet has none. */
function packetTimes(packets: readonly ListedPacket[]): number[] | null {
  const times: number[] = [];
  for (const { time, flags, isEncrypted } of packets) {
    // The codec is listed, but its pictures decode to noise (hostile case 79).
    if (isEncrypted) throw new FileVerdict('unsupported-video');
    // "D" marks a packet that is needed only for decoding: an edit list leaves its picture out.
    if (flags.includes('D')) continue;
    if (time === 'N/A') return null;
    times.push(Number(time));
  }
  return times;
}

/** A decoder's last delayed frame has no time: it gets the duration of the previous frame. */
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

/** Sorted, rounded to microseconds, without duplicates. */
function ascending(times: readonly number[]): number[] {
  const micros = times.filter(Number.isFinite).map((time) => Math.round(time * 1e6));
  return [...new Set(micros)].sort((a, b) => a - b).map((time) => time / 1e6);
}

const FILE_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 12;
/** The bit of a packet's first byte that is set when its frame is shown (RFC 6386, section 9.1). */
const SHOWN_BIT = 0x10;

/** Reads an IVF stream piece by piece, without buffering packets. */
export class Vp8TimesReader {
  /** The times of the shown frames so far, in seconds. */
  readonly times: number[] = [];
  #head = Buffer.alloc(0);
  #secondsPerTick = 0;
  /** How many bytes of the packet that is being read are still to come. */
  #toSkip = 0;

  read(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0) {
      const skipped = Math.min(this.#toSkip, rest.length);
      this.#toSkip -= skipped;
      rest = this.#readHead(rest.subarray(skipped));
    }
  }

  /** Consumes the missing bytes of the next header and returns the rest. */
  #readHead(piece: Buffer): Buffer {
    // A frame's header, and the first byte of its packet.
    const wanted = this.#secondsPerTick === 0 ? FILE_HEADER_BYTES : FRAME_HEADER_BYTES + 1;
    const taken = piece.subarray(0, wanted - this.#head.length);
    this.#head = Buffer.concat([this.#head, taken]);
    if (this.#head.length === wanted) {
      if (this.#secondsPerTick === 0) this.#readFileHeader();
      else this.#readFrameHeader();
      this.#head = Buffer.alloc(0);
    }
    return piece.subarray(taken.length);
  }

  #readFileHeader(): void {
    this.#secondsPerTick = this.#head.readUInt32LE(20) / this.#head.readUInt32LE(16);
  }

  #readFrameHeader(): void {
    const isShown = ((this.#head[FRAME_HEADER_BYTES] ?? 0) & SHOWN_BIT) !== 0;
    if (isShown) this.times.push(Number(this.#head.readBigInt64LE(4)) * this.#secondsPerTick);
    this.#toSkip = Math.max(0, this.#head.readUInt32LE(0) - 1);
  }
}

/** The output options that copy the packets of a stream as IVF to stdout. */
function ivfOutputArgs(streamIndex: number): string[] {
  return ['-map', `0:${streamIndex}`, '-c', 'copy', '-avoid_negative_ts', 'disabled', '-f', 'ivf', 'pipe:1'];
}
