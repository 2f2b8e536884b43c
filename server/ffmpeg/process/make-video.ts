// Shared by all ffmpeg outputs: writes the file atomically and maps failures to AppErrors.
import type { Size } from '#domain/geometry.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
import { AppError } from '#server/runtime/app-error.ts';

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
