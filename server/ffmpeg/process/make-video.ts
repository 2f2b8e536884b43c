// What every video that ffmpeg makes has in common: it appears whole or not at all, and a failure has a name.

import { isOutOfSpace } from '#server/files/errno.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
import { AppError } from '#server/runtime/app-error.ts';

/** One video to make. */
export interface OutputSpec {
  /** Where the video appears once it is whole; `<outputPath>.part` is used until then. */
  readonly outputPath: string;
  /** Aborting stops the work at once and throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Hears a growing fraction from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Has `write` fill the part file. What fails without a name of its own is thrown as `AppError` 'no-space' or `failure`.
 */
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
