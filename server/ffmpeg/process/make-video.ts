// Shared by all runs that make a video: the input, the progress, the time limit, the file, which is written atomically, and its
// verification against the expected video: exit code 0 is not success (hostile cases §3.3). Reads what the encoder wrote, frame by
// frame, instead of decoding it: that took two more runs, 5 % of a merge.
import { open } from 'node:fs/promises';
import type { Size } from '#domain/geometry.ts';
import { decoderRecord, encodedFrames, isHighRecord, isWholeFrame } from '#domain/mp4/encoded-frames.ts';
import { mergedVideoFacts } from '#domain/mp4/video-track.ts';
import type { FrameRate } from '#domain/time.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
import { mp4HeaderOf } from '#server/mp4/retime-mp4.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Pieces } from './run-ffmpeg.ts';

export interface OutputSpec {
  /** The final path; `<outputPath>.part` is written until the video is complete. */
  readonly outputPath: string;
  /** Aborting stops the run at once and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with a growing fraction from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Calls `write` with the part file. Errors other than AppErrors are thrown as `AppError` 'no-space' or `failure`. */
export async function makeVideo(
  { outputPath, signal }: OutputSpec,
  failure: 'merge-failed' | 'preview-failed' | 'render-failed',
  write: (partPath: string) => Promise<void>,
): Promise<void> {
  try {
    await writeFinishedFile(outputPath, write);
  } catch (cause) {
    if (signal?.aborted || cause instanceof AppError) throw cause;
    throw new AppError(isOutOfSpace(cause) ? 'no-space' : failure, { cause });
  }
}

/** A conservative rate of one core under load, decoding and scaling, in pixels per second. */
const SLOWEST_PIXELS_PER_SECOND = 10_000_000;
/** Starting the programs, checking and storing the result. */
const FIXED_MS = 30_000;
const MAX_MS = 300_000;

/** The wall-clock limit for a run that decodes or encodes all of these clips, in milliseconds. */
export function timeLimitMs(clips: readonly (Size & { readonly frameTimes: { readonly length: number } })[]): number {
  const pixels = clips.reduce((sum, clip) => sum + clip.widthPx * clip.heightPx * clip.frameTimes.length, 0);
  return Math.min(MAX_MS, FIXED_MS + Math.ceil((pixels / SLOWEST_PIXELS_PER_SECOND) * 1000));
}

/** ffmpeg ends normally when its input ends, so a failed layer must be detected here. */
export class WatchedInput implements AsyncIterable<Uint8Array> {
  readonly #pieces: Pieces;
  #failure: { cause: unknown } | null = null;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#pieces;
    } catch (cause) {
      this.#failure = { cause };
      throw cause;
    }
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.cause;
  }
}

/** A listener for stdout of a run with `-progress pipe:1`: calls back with a growing fraction from 0 to 1. */
export function progressReader(expectedFrames: number, onProgress: (fraction: number) => void): (text: string) => void {
  let rest = '';
  let last = 0;
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const frame = /^frame=\s*(\d+)/.exec(line)?.[1];
      if (frame === undefined) continue;
      const fraction = Math.min(1, Number(frame) / expectedFrames);
      if (fraction <= last) continue;
      last = fraction;
      onProgress(fraction);
    }
  };
}

interface ExpectedVideo {
  readonly frameCount: number;
  readonly frameRate: FrameRate;
  readonly widthPx: number;
  readonly heightPx: number;
}

export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/**
 * Throws an `OutputError` or `Mp4Error` unless the file is exactly the expected video, and every frame's bytes are there
 * and have the structure of H.264.
 */
export async function checkOutput(path: string, expected: ExpectedVideo): Promise<void> {
  const { moov } = await mp4HeaderOf(path);
  const facts = mergedVideoFacts(moov);
  const perSecond = ({ numerator, denominator }: FrameRate) => (numerator / denominator).toFixed(4);
  mustBe('size', `${facts.widthPx}x${facts.heightPx}`, `${expected.widthPx}x${expected.heightPx}`);
  mustBe('frame count', facts.frameCount, expected.frameCount);
  mustBe('frame rate', perSecond(facts.frameRate), perSecond(expected.frameRate));
  mustBe('8-bit 4:2:0 in the High profile', isHighRecord(decoderRecord(moov)), true);
  const frames = encodedFrames(moov);
  mustBe('frames in the file', frames.length, expected.frameCount);
  mustBe('key frame first', frames[0]?.isKey, true);
  const file = await open(path, 'r');
  try {
    for (const [frame, { offset, bytes, isKey }] of frames.entries()) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
      mustBe(`frame ${frame} complete`, bytesRead === bytes && isWholeFrame(buffer, isKey), true);
    }
  } finally {
    await file.close();
  }
}

function mustBe(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new OutputError(`${what}: ${String(found)} instead of ${String(expected)}`);
}
