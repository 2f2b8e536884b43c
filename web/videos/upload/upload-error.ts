// A failed upload, with its toast in the words of specification §8.
import { ApiError } from '#web/api/api-client.ts';
import { isLostConnection } from '#web/api/retry.ts';
import { ASSEMBLY_FAILED, chunkFailed, inlineText, processingFailed } from '#web/lib/messages.ts';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { words } from '#web/words/words.ts';

export class UploadError extends Error {
  readonly toast: ToastText;

  constructor(toast: ToastText, cause?: unknown) {
    super(inlineText(toast), { cause });
    this.name = 'UploadError';
    this.toast = toast;
  }
}

/** Statuses about the video itself rather than about the last chunk. */
const ABOUT_THE_VIDEO = [413, 415, 422];

/** The failure of a chunk, counted from 0. */
export function chunkError(chunkIndex: number, error: unknown): UploadError {
  if (error instanceof ApiError) {
    if (error.sentence && ABOUT_THE_VIDEO.includes(error.status)) {
      return new UploadError(processingFailed(error.sentence), error);
    }
    // HTTP/2 has no status text.
    const statusText = error.statusText || error.sentence || String(error.status);
    const sentence = error.sentence === statusText ? undefined : (error.sentence ?? undefined);
    return new UploadError(chunkFailed(chunkIndex + 1, statusText, sentence), error);
  }
  if (isLostConnection(error)) return new UploadError(chunkFailed(chunkIndex + 1, words.clips.noConnection), error);
  return new UploadError(processingFailed(words.clips.fileGone), error);
}

/** Every chunk arrived, but no handle came back. */
export function assemblyError(): UploadError {
  return new UploadError(ASSEMBLY_FAILED);
}
