// Verifies a finished preview against its original: the same frames at the same times, in a form that every browser
// shows and steps through. Exit code 0 is not success (hostile cases §3.3).
import { z } from 'zod';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { FrameTimes } from '#domain/video/frame-times.ts';
import { probeClip } from '#server/ffmpeg/probe/probe.ts';
import { OutputError } from '#server/ffmpeg/process/check-output.ts';
import { type MediaTools, runFfmpeg } from '#server/ffmpeg/process/run-ffmpeg.ts';
import { FileVerdict } from '#server/runtime/file-verdict.ts';

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
export async function checkPreview(
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
export async function checkCopiedPicture(tools: MediaTools, path: string, signal?: AbortSignal): Promise<void> {
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
}

function longestGap(times: readonly number[]): number {
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}
