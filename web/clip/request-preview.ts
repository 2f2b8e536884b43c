// Requests a preview made by the server: uploads the file if needed and waits for the job. One at a time per page: two
// uploads would share the connection, and the server runs one job per visitor.
import type { PreviewResponse } from '#contract/uploads.ts';
import type { UploadProgress } from '#domain/video/video-file.ts';
import { callUntilDone, type Waiting } from '#web/api/retry.ts';
import { forgetUpload, isUploadGone, knownUpload, rememberUpload, withFreshUploads } from './known-uploads.ts';
import { uploadVideo } from './upload-video.ts';

export type PreviewWork =
  | { readonly stage: 'none' }
  | { readonly stage: 'waiting' }
  | { readonly stage: 'uploading'; readonly progress: UploadProgress | null; readonly waiting: Waiting | null }
  | { readonly stage: 'making'; readonly waiting: Waiting | null }
  | { readonly stage: 'failed'; readonly sentence: string };

interface PreviewOptions {
  readonly signal: AbortSignal;
  readonly onWork: (work: PreviewWork) => void;
}

let turn: Promise<unknown> = Promise.resolve();

/** Requests a file's preview, uploading it if needed. Throws UploadError, ApiError, TypeError or the abort reason. */
export function requestPreview(file: File, options: PreviewOptions): Promise<PreviewResponse> {
  options.onWork({ stage: 'waiting' });
  const result = turn.then(() => {
    options.signal.throwIfAborted();
    return withFreshUploads([file], () => uploadAndAsk(file, options));
  });
  turn = result.catch(() => undefined);
  return result;
}

/**
 * The preview made earlier, without uploading; null without one, or when the server no longer has the file. Throws as
 * {@link requestPreview} does.
 */
export async function recallPreview(file: File, options: PreviewOptions): Promise<PreviewResponse | null> {
  const known = await knownUpload(file);
  if (!known?.hasPreview) return null;
  try {
    return await ask(known.filePath, options);
  } catch (error) {
    if (!isUploadGone(error)) throw error;
    await forgetUpload(file);
    return null;
  }
}

async function uploadAndAsk(file: File, options: PreviewOptions): Promise<PreviewResponse> {
  const filePath = await upload(file, options);
  const preview = await ask(filePath, options);
  await rememberUpload(file, { filePath, hasPreview: true });
  return preview;
}

function upload(file: File, { signal, onWork }: PreviewOptions): Promise<string> {
  let progress: UploadProgress | null = null;
  let waiting: Waiting | null = null;
  const tell = () => onWork({ stage: 'uploading', progress, waiting });
  tell();
  return uploadVideo(file, {
    signal,
    onProgress: (sent) => {
      progress = sent;
      tell();
    },
    onWaiting: (reason) => {
      waiting = reason;
      tell();
    },
  });
}

function ask(filePath: string, { signal, onWork }: PreviewOptions): Promise<PreviewResponse> {
  const onWaiting = (waiting: Waiting | null) => onWork({ stage: 'making', waiting });
  onWaiting(null);
  return callUntilDone('makePreview', { body: { filePath } }, { signal, onWaiting });
}
