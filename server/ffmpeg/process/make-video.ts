// Shared by all runs that make a video: the input, the progress, the time limit, and the file, which is written atomically.
// Failures become AppErrors.
import type { Size } from '#domain/geometry.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
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
