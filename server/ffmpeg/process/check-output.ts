// Verifies ffmpeg's output against the expected video: exit code 0 is not success (hostile cases §3.3). For our own
// files; probe.ts reads visitors' files.
import { z } from 'zod';
import type { FrameRate } from '#domain/time.ts';
import { type MediaTools, runFfmpeg } from './run-ffmpeg.ts';

/** The expected properties of a finished video. */
export interface ExpectedVideo {
  readonly frameCount: number;
  readonly frameRate: FrameRate;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The output differs from the expected video. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

const CHECK_TIMEOUT_MS = 20_000;

const probed = z.object({
  streams: z.array(
    z.object({
      codec_name: z.string(),
      width: z.number(),
      height: z.number(),
      pix_fmt: z.string(),
      avg_frame_rate: z.string(),
      nb_read_packets: z.string(),
      duration: z.string(),
    }),
  ),
});

/** Throws an `OutputError` unless the file is exactly the expected video and its first and last frames decode. */
export async function checkOutput(
  tools: MediaTools,
  path: string,
  expected: ExpectedVideo,
  signal?: AbortSignal,
): Promise<void> {
  const entries = 'stream=codec_name,width,height,pix_fmt,avg_frame_rate,nb_read_packets,duration';
  const args = ['-v', 'error', '-count_packets', '-show_entries', entries, '-of', 'json', '-f', 'mov', `file:${path}`];
  const run = await runFfmpeg(tools.ffprobePath, args, { timeoutMs: CHECK_TIMEOUT_MS, signal });
  const { streams } = probed.parse(JSON.parse(run.stdout.toString('utf8')));
  const [stream] = streams;
  if (stream === undefined || streams.length > 1) throw new OutputError(`${streams.length} streams instead of 1`);
  const { numerator, denominator } = expected.frameRate;
  const seconds = (expected.frameCount * denominator) / numerator;
  mustBe('codec', stream.codec_name, 'h264');
  mustBe('pixel format', stream.pix_fmt, 'yuv420p');
  mustBe('size', `${stream.width}x${stream.height}`, `${expected.widthPx}x${expected.heightPx}`);
  mustBe('frame count', Number(stream.nb_read_packets), expected.frameCount);
  mustBe('frame rate', ratio(stream.avg_frame_rate).toFixed(4), (numerator / denominator).toFixed(4));
  mustBe('duration', Math.abs(Number(stream.duration) - seconds) < denominator / numerator, true);
  await assertDecodable(tools, path, (expected.frameCount * denominator - denominator * 1.5) / numerator, signal);
}

/** Decodes the first frame and the last one, in a single run because starting ffmpeg is the main cost. */
async function assertDecodable(
  tools: MediaTools,
  path: string,
  beforeLast: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const input = (...seek: string[]) => ['-threads', '1', '-f', 'mov', ...seek, '-i', `file:${path}`];
  const hashOf = (index: number) => ['-map', `${index}:v:0`, '-frames:v', '1', '-f', 'framehash', 'pipe:1'];
  const inputs = [...input(), ...input('-ss', Math.max(0, beforeLast).toFixed(6))];
  const args = ['-v', 'error', '-nostdin', ...inputs, ...hashOf(0), ...hashOf(1)];
  const run = await runFfmpeg(tools.ffmpegPath, args, { timeoutMs: CHECK_TIMEOUT_MS, signal });
  const pictures = run.stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => /^\d/.test(line));
  mustBe('first and last frames decoded', pictures.length, 2);
  mustBe('decoder messages', run.stderrTail.trim(), '');
}

function mustBe(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new OutputError(`${what}: ${String(found)} instead of ${String(expected)}`);
}

function ratio(text: string): number {
  const [numerator = 0, denominator = 0] = text.split('/').map(Number);
  return numerator / denominator;
}
