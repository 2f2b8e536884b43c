// Uploads one video in chunks: asks which ones the server has, sends the rest two at a time, and retries. An error that
// ends it carries its message to the visitor.

import type { UploadChunkResponse } from '#contract/uploads.ts';
import { chunkCount, chunkRange, type UploadProgress, uploadProgress } from '#domain/video/video-file.ts';
import { ApiError, callApi, sendPlainChunk } from '#web/api/api-client.ts';
import { isLostConnection, type Waiting, withRetry } from '#web/api/retry.ts';
import { ASSEMBLY_FAILED, chunkFailed, inlineText, processingFailed } from '#web/ui/toast/messages.ts';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { words } from '#web/words/words.ts';
import { fileIdOf, forgetUpload, knownUpload, rememberUpload } from './known-uploads.ts';

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
function chunkError(chunkIndex: number, error: unknown): UploadError {
  if (error instanceof ApiError) {
    // A proxy's limit, which has no code, is about the chunk.
    if (error.sentence && error.code !== null && ABOUT_THE_VIDEO.includes(error.status)) {
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

interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onWaiting: (waiting: Waiting | null) => void;
}

const IN_FLIGHT = 2;
/** The server answers the last chunk after inspecting the whole file. */
const CHUNK_TIMEOUT_MS = 120_000;

/** Uploads a video and returns its handle. Throws UploadError, or the signal's reason. */
export async function uploadVideo(file: File, options: UploadOptions): Promise<string> {
  const totalChunks = chunkCount(file.size);
  const fileId = await fileIdOf(file).catch((error: unknown) => {
    throw chunkError(0, error);
  });
  const upload = { file, fileId, totalChunks, newSender: newTextSender, options };
  const known = await knownUpload(file);
  const filePath = known?.filePath ?? (await continueUpload(upload)) ?? (await continueUpload(upload));
  if (filePath === null) throw new UploadError(ASSEMBLY_FAILED);
  options.onProgress(uploadProgress(totalChunks, totalChunks));
  await rememberUpload(file, { filePath });
  return filePath;
}

/**
 * Sends an encrypted file, which is not probed, and resolves when the server has all of it. Throws UploadError, or the
 * signal's reason.
 */
export async function uploadSealed(file: File, fileId: string, options: UploadOptions): Promise<void> {
  const totalChunks = chunkCount(file.size);
  for (let round = 0; round < 3; round += 1) {
    const status = await getStatus(fileId, options);
    const missing = absentChunks(totalChunks, status?.received ?? []);
    if (missing.length === 0) return;
    const newSender = () => sendPlainChunk;
    await sendChunks({ file, fileId, totalChunks, newSender, options, missing, isKnown: status !== null });
  }
  throw new UploadError(ASSEMBLY_FAILED);
}

type Upload = Omit<Sending, 'missing' | 'isKnown'>;

/**
 * Asks which chunks the server has and sends the rest. Null when no handle was returned, or when the upload expired in
 * the meantime.
 */
async function continueUpload(upload: Upload): Promise<string | null> {
  const { file, fileId, totalChunks, options } = upload;
  const status = await getStatus(fileId, options);
  if (status?.filePath) return status.filePath;
  await rememberUpload(file);
  const missing = missingChunks(totalChunks, status?.received ?? []);
  const filePath = await sendChunks({ ...upload, missing, isKnown: status !== null });
  // The response with the handle may have been lost; the server still has it.
  return filePath ?? (await getStatus(fileId, options))?.filePath ?? null;
}

/** Abandons an unfinished upload and deletes its chunks on the server. Never throws. */
export async function abandonUpload(file: File): Promise<void> {
  try {
    await callApi('cancelUpload', { params: { fileId: await fileIdOf(file) } });
    await forgetUpload(file);
  } catch (error) {
    // Already deleted, or deleted by the server later.
    if (error instanceof ApiError && error.status === 404) await forgetUpload(file);
  }
}

/** The chunks to send. If all were received without a handle, the last one is sent again to get it. */
function missingChunks(totalChunks: number, received: readonly number[]): number[] {
  const missing = absentChunks(totalChunks, received);
  return missing.length > 0 ? missing : [totalChunks - 1];
}

function absentChunks(totalChunks: number, received: readonly number[]): number[] {
  const there = new Set(received);
  return Array.from({ length: totalChunks }, (_, index) => index).filter((index) => !there.has(index));
}

async function getStatus(fileId: string, { signal, onWaiting }: UploadOptions) {
  try {
    return await withRetry(() => findUpload(fileId, signal), { signal, onWaiting });
  } catch (error) {
    signal.throwIfAborted();
    throw chunkError(0, error);
  }
}

interface ChunkToSend {
  readonly chunkIndex: number;
  readonly totalChunks: number;
  readonly fileName: string;
  readonly fileId: string;
  readonly chunk: Blob;
}

/** Sends one chunk after another. */
type Sender = (chunk: ChunkToSend, signal: AbortSignal) => Promise<UploadChunkResponse>;

interface Sending {
  readonly file: File;
  readonly fileId: string;
  readonly totalChunks: number;
  readonly newSender: () => Sender;
  readonly missing: readonly number[];
  /** Whether the server already has chunks of it. */
  readonly isKnown: boolean;
  readonly options: UploadOptions;
}

/** The server no longer has this chunk's upload: sent alone, the chunk would start another one. */
class UploadEndedError extends Error {
  override readonly name = 'UploadEndedError';
}

/** Sends the missing chunks. Null when no handle was returned, or when the upload expired in the meantime. */
async function sendChunks(sending: Sending): Promise<string | null> {
  const { totalChunks, missing, options } = sending;
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const queue = missing.values();
  let sentChunks = totalChunks - missing.length;
  let filePath: string | null = null;
  options.onProgress(uploadProgress(sentChunks, totalChunks));

  const sendNext = async (sender: Sender) => {
    const { value: chunkIndex, done } = queue.next();
    if (done) return false;
    const isBegun = () => sending.isKnown || sentChunks > 0;
    filePath = (await sendChunk({ ...sending, sender }, chunkIndex, signal, isBegun)) ?? filePath;
    sentChunks += 1;
    options.onProgress(uploadProgress(sentChunks, totalChunks));
    return true;
  };
  const sendRest = async () => {
    const sender = sending.newSender();
    while (await sendNext(sender));
  };
  try {
    // The first response sets a new visitor's cookie. Two first chunks at once would belong to two visitors.
    await sendNext(sending.newSender());
    await Promise.all(Array.from({ length: IN_FLIGHT }, sendRest));
  } catch (error) {
    // One lane failed permanently: stop the other.
    failed.abort(error);
    options.signal.throwIfAborted();
    if (error instanceof UploadEndedError) return null;
    throw error;
  }
  return filePath;
}

/**
 * Sends a chunk and returns the handle after the last one. After a failure it first asks which chunks the server has:
 * if all have arrived, this request also completes the upload. `isBegun`: whether the server has confirmed a chunk.
 */
async function sendChunk(
  sending: Sending & { readonly sender: Sender },
  chunkIndex: number,
  signal: AbortSignal,
  isBegun: () => boolean,
): Promise<string | null> {
  const { file, fileId, totalChunks, options, sender } = sending;
  const { from, to } = chunkRange(chunkIndex, file.size);
  let tries = 0;
  const send = async () => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(CHUNK_TIMEOUT_MS)]);
    tries += 1;
    if (tries > 1) {
      const status = await findUpload(fileId, inTime);
      if (status?.filePath !== undefined || status?.received.includes(chunkIndex)) return status;
      if (status === null && isBegun()) throw new UploadEndedError();
    }
    const chunk = file.slice(from, to);
    return await sender({ chunkIndex, totalChunks, fileName: file.name, fileId, chunk }, inTime);
  };
  try {
    const { filePath } = await withRetry(send, { signal, onWaiting: options.onWaiting });
    return filePath ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UploadError || error instanceof UploadEndedError) throw error;
    throw chunkError(chunkIndex, error);
  }
}

/** The server's record of an upload; null without one. */
async function findUpload(fileId: string, signal: AbortSignal) {
  try {
    return await callApi('getUpload', { params: { fileId }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Sends a video's chunks as the specification wants them: base64 text in JSON. */
function newTextSender(): Sender {
  // One for all chunks: Chromium keeps the bytes of each until it collects garbage, in the end the whole file.
  const reader = new FileReader();
  return async ({ chunk, ...fields }, signal) =>
    await callApi('uploadChunk', { body: { ...fields, chunk: await encodeChunk(chunk, reader) }, signal });
}

/** The base64 text of a blob, by the browser's FileReader: avoids a second copy as a binary string. */
function encodeChunk(chunk: Blob, reader: FileReader): Promise<string> {
  return new Promise((resolve, reject) => {
    reader.onload = () => {
      const dataUrl = String(reader.result);
      resolve(dataUrl.slice(dataUrl.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(chunk);
  });
}
