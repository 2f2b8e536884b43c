// Receives videos in chunks: in any order, repeatedly, across restarts (docs/decisions/020-uploads.md).
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { SEALED_NAME } from '#contract/shares.ts';
import {
  MAX_CHUNK_TEXT_LENGTH,
  type UploadChunkRequest,
  type UploadChunkResponse,
  type UploadStatus,
} from '#contract/uploads.ts';
import { CHUNK_BYTES, isUploadName, MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { isOutOfSpace } from '#server/files/errno.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { AppError, asPassingFailure, FileVerdict, invalidRequest } from '#server/runtime/app-error.ts';
import type { Client } from '#server/runtime/client-network.ts';
import { faultPoint } from '#server/runtime/fault-point.ts';
import { KeyedLock, type Locks } from '#server/runtime/keyed-lock.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { ChunkStore, ReceivedChunks } from './chunk-store.ts';
import { type DiskReservations, maxUploadBytes, type StorageLimit } from './storage-limit.ts';
import type { Finisher } from './upload-finisher.ts';
import {
  type KeptUpload,
  type Upload,
  type UploadKey,
  type UploadStore,
  type WholeUpload,
  wholeUpload,
} from './upload-store.ts';

interface UploadParts {
  readonly store: UploadStore;
  readonly finisher: Finisher;
  readonly media: MediaStore;
  readonly chunks: ChunkStore;
  /** Null for a store that reports itself when it is full. */
  readonly space: DiskReservations | null;
  /** A lock across all processes, for the limit of open uploads. */
  readonly locks: Locks;
  readonly storage: StorageLimit;
}

type Chunk = z.output<typeof UploadChunkRequest>;

/** How many uploads one visitor may have open. */
const MAX_OPEN_UPLOADS = 4;
/** An open upload that has been idle for this long is evicted by a new one. */
const EVICT_IDLE_UPLOAD_MS = 15 * 60_000;
/** The precision of the last activity in the database. */
const TOUCH_STEP_MS = 60_000;
/** The network of uploads begun before the start is not stored. */
const UNKNOWN_NETWORK = '';

export class Uploads {
  readonly #parts: UploadParts;
  readonly #locks = new KeyedLock();

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  /** Reserves disk space for the open uploads left by the last server. */
  async countOpen(): Promise<void> {
    for (const upload of await this.#parts.store.listOpen()) {
      const received = await this.#parts.chunks.bytesIn(upload.folder);
      this.#parts.space?.add(upload.folder, UNKNOWN_NETWORK, maxUploadBytes(upload.total_chunks), received);
    }
  }

  /** Stores one chunk. Returns the number of received chunks, and the video's handle once it is complete and probed. */
  async receive(client: Client, chunk: Chunk): Promise<UploadChunkResponse> {
    if (chunk.chunkIndex >= chunk.totalChunks) throw invalidRequest('Invalid chunk index');
    if (chunk.fileName !== SEALED_NAME && !isUploadName(chunk.fileName)) throw new AppError('invalid-file-type');
    const key = { visitorId: client.visitorId, fileId: chunk.fileId };
    const bytes = decodeChunk(chunk.chunk);
    return this.#exclusively(key, () => this.#storeChunk(client, chunk, bytes));
  }

  /** The progress of an upload. One whose server died before finishing it is finished now. */
  async status(client: Client, fileId: string): Promise<z.infer<typeof UploadStatus>> {
    const key = { visitorId: client.visitorId, fileId };
    return this.#exclusively(key, async () => {
      const upload = await this.#findUsable(key);
      if (!upload) throw new AppError('upload-not-found');
      const totalChunks = upload.total_chunks;
      const all = Array.from({ length: totalChunks }, (_, index) => index);
      const known = wholeUpload(upload);
      if (known) return { totalChunks, received: all, ...answer(known) };
      const folder = await this.#parts.chunks.open(upload.folder);
      const whole = await this.#finishIfWhole(upload, folder, client);
      return { totalChunks, received: whole ? all : [...folder.indexes], ...answer(whole) };
    });
  }

  /**
   * Hands over the chunks of an encrypted upload, which are then deleted. Throws an AppError where it is missing or not
   * complete; it stays then, and when `use` rejects.
   */
  async takeSealed(key: UploadKey, use: (chunks: ReceivedChunks) => Promise<void>): Promise<void> {
    await this.#exclusively(key, async () => {
      const upload = await this.#parts.store.find(key);
      if (upload?.file_name !== SEALED_NAME) throw new AppError('upload-not-found');
      const chunks = await this.#parts.chunks.open(upload.folder);
      if (chunks.count < upload.total_chunks) throw invalidRequest('The upload is not complete');
      await use(chunks);
      await this.#discard(upload);
    });
  }

  /** Deletes what a server that died has left of an encrypted upload whose link exists. */
  async dropSealed(key: UploadKey): Promise<void> {
    await this.#exclusively(key, async () => {
      const upload = await this.#parts.store.find(key);
      if (upload?.file_name === SEALED_NAME) await this.#discard(upload);
    });
  }

  /** Deletes an upload, complete or not. */
  async cancel(key: UploadKey): Promise<void> {
    await this.#exclusively(key, async () => {
      const upload = await this.#parts.store.find(key);
      if (!upload) throw new AppError('upload-not-found');
      await this.#discard(upload);
    });
  }

  async deleteAll(visitorId: string): Promise<void> {
    for (const upload of await this.#parts.store.listOf(visitorId)) await this.#discardSafely(upload);
  }

  /** Deletes the uploads that have been idle since a time, unless a chunk has just arrived. */
  async expire(silentSince: number): Promise<void> {
    for (const upload of await this.#parts.store.listIdleSince(silentSince)) {
      await this.#discardSafely(upload, silentSince);
    }
  }

  /** Waits briefly for uploads in progress; the others keep their chunks for the next server. */
  async close(graceMs: number): Promise<void> {
    this.#parts.finisher.close();
    const grace = new AbortController();
    await Promise.race([
      this.#locks.ended(),
      sleep(graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
  }

  #exclusively<Result>(key: UploadKey, task: () => Promise<Result>): Promise<Result> {
    return this.#locks.run(`${key.visitorId} ${key.fileId}`, task);
  }

  /** The upload. One whose video is missing from the store is deleted, so that it starts again. */
  async #findUsable(key: UploadKey): Promise<Upload | undefined> {
    const upload = await this.#parts.store.find(key);
    if (!upload?.media_name || (await this.#parts.media.sizeOf('uploads', upload.media_name)) !== null) return upload;
    await this.#discard(upload);
    return undefined;
  }

  async #storeChunk(client: Client, chunk: Chunk, bytes: Buffer): Promise<UploadChunkResponse> {
    const { totalChunks, chunkIndex } = chunk;
    const key = { visitorId: client.visitorId, fileId: chunk.fileId };
    const upload = (await this.#findUsable(key)) ?? (await this.#begin(key, client.network, chunk));
    if (upload.total_chunks !== totalChunks || upload.file_name !== chunk.fileName) {
      throw new AppError('upload-changed');
    }
    if (upload.handle !== null) return this.#answerRepeated(upload, chunk, bytes);
    const folder = await this.#parts.chunks.open(upload.folder);
    await this.#writeChunk(upload, folder, chunkIndex, bytes);
    const whole = await this.#finishIfWhole(upload, folder, client);
    return { receivedChunks: whole ? totalChunks : folder.count, totalChunks, ...answer(whole) };
  }

  async #begin(key: UploadKey, network: string, chunk: Chunk): Promise<Upload> {
    for (;;) {
      const begun = await this.#parts.locks.run(`begin ${key.visitorId}`, () =>
        this.#beginUnlessFull(key, network, chunk),
      );
      if (begun.upload) return begun.upload;
      // Outside the lock, because it moves files.
      await this.#discardSafely(begun.silent);
    }
  }

  async #beginUnlessFull(
    key: UploadKey,
    network: string,
    { fileName, totalChunks }: Chunk,
  ): Promise<{ upload: Upload } | { upload: null; silent: Upload }> {
    const { store, storage, space } = this.#parts;
    // Another process may have received a chunk of it in the meantime.
    const known = await store.find(key);
    if (known) return { upload: known };
    const silent = await this.#silentOne(key.visitorId);
    if (silent) return { upload: null, silent };
    const bytes = maxUploadBytes(totalChunks);
    await storage.check(key.visitorId, bytes);
    if (fileName === SEALED_NAME) await storage.checkSealed(bytes);
    const folder = newOpaqueId();
    await space?.claim(folder, network, bytes);
    try {
      const upload = await store.begin(key, folder, fileName, totalChunks);
      faultPoint('upload-begun');
      return { upload };
    } catch (error) {
      space?.delete(folder);
      throw error;
    }
  }

  /** The upload that makes room for another one; null when there is room. */
  async #silentOne(visitorId: string): Promise<Upload | null> {
    const open = (await this.#parts.store.listOf(visitorId)).filter((upload) => upload.handle === null);
    if (open.length < MAX_OPEN_UPLOADS) return null;
    const silent = open.find((upload) => upload.last_active_at < steadyNow() - EVICT_IDLE_UPLOAD_MS);
    if (!silent) throw new AppError('too-many-uploads');
    return silent;
  }

  async #writeChunk(upload: Upload, folder: ReceivedChunks, index: number, bytes: Buffer): Promise<void> {
    if (folder.has(index)) {
      if (!(await folder.holds(index, bytes))) throw new AppError('chunk-differs', { values: { chunk: index } });
      return;
    }
    if (folder.totalBytes + bytes.length > MAX_VIDEO_BYTES) {
      await this.#discard(upload);
      throw new AppError('file-too-large');
    }
    await this.#parts.space?.checkChunk(bytes.length);
    try {
      const isKept = await folder.write(index, bytes);
      if (!isKept) throw new AppError('chunk-differs', { values: { chunk: index } });
      this.#parts.space?.received(upload.folder, bytes.length);
    } catch (cause) {
      throw isOutOfSpace(cause) ? new AppError('no-space', { cause }) : cause;
    }
    if (steadyNow() - upload.last_active_at > TOUCH_STEP_MS) await this.#parts.store.touch(keyOf(upload));
  }

  async #finishIfWhole(upload: Upload, folder: ReceivedChunks, client: Client): Promise<WholeUpload | undefined> {
    // An encrypted upload is not a video to be probed: it waits for its link.
    if (folder.count < upload.total_chunks || upload.file_name === SEALED_NAME) return undefined;
    let whole: KeptUpload;
    try {
      whole = await this.#parts.finisher.finish(upload, folder, client);
    } catch (error) {
      if (!(error instanceof FileVerdict)) throw asPassingFailure(error);
      await this.#discard(upload);
      throw error;
    }
    const kept = await this.#parts.store.complete(keyOf(upload), whole, folder.sizes);
    // Deleted in the meantime, or finished by another process with another file.
    if (kept?.media_name !== whole.mediaName) await this.#parts.media.delete('uploads', whole.mediaName);
    if (!kept) throw new AppError('upload-not-found');
    this.#parts.space?.completed(upload.folder);
    faultPoint('upload-completed');
    await (await this.#parts.chunks.open(upload.folder)).remove();
    faultPoint('upload-chunks-removed');
    return wholeUpload(kept);
  }

  /** Repeats the response to a chunk of a complete upload. Throws when its bytes differ. */
  async #answerRepeated(upload: Upload, chunk: Chunk, bytes: Buffer): Promise<UploadChunkResponse> {
    const sizes = JSON.parse(upload.chunk_sizes_json ?? '[]') as number[];
    const from = sizes.slice(0, chunk.chunkIndex).reduce((sum, size) => sum + size, 0);
    const range = { from, to: from + bytes.length - 1 };
    const stored = await this.#parts.media.open('uploads', upload.media_name ?? '', range);
    const known = stored ? Buffer.concat(await stored.toArray()) : Buffer.alloc(0);
    if (sizes[chunk.chunkIndex] !== bytes.length || !bytes.equals(known)) {
      throw new AppError('chunk-differs', { values: { chunk: chunk.chunkIndex } });
    }
    return { receivedChunks: sizes.length, totalChunks: sizes.length, ...answer(wholeUpload(upload)) };
  }

  /** Files first: if the server dies in between, the row still refers to them. */
  async #discard(upload: Upload): Promise<void> {
    await (await this.#parts.chunks.open(upload.folder)).remove();
    if (upload.media_name) await this.#parts.media.delete('uploads', upload.media_name);
    faultPoint('upload-file-removed');
    await this.#parts.store.delete(keyOf(upload));
    this.#parts.space?.delete(upload.folder);
  }

  async #discardSafely(upload: Upload, unlessActiveSince = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#exclusively(keyOf(upload), async () => {
      const current = await this.#parts.store.find(keyOf(upload));
      if (current?.folder === upload.folder && current.last_active_at < unlessActiveSince) await this.#discard(current);
    });
  }
}

function keyOf(upload: Upload): UploadKey {
  return { visitorId: upload.visitor_id, fileId: upload.file_id };
}

function answer(whole: WholeUpload | undefined) {
  return whole ? { filePath: whole.handle, clip: whole.video.clip } : {};
}

/** Decodes a chunk: 1 to 1,048,576 bytes in standard base64 with its padding. Throws an AppError for anything else. */
export function decodeChunk(text: string): Buffer {
  if (text === '') throw new AppError('empty-chunk');
  if (text.length > MAX_CHUNK_TEXT_LENGTH) throw new AppError('chunk-too-large');
  const bytes = Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const isWhole = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding;
  // Beyond the standard, the decoder only accepts URL-safe characters and stray bits in the last group.
  const isStandard = !text.includes('-') && !text.includes('_') && lastGroup(bytes) === text.slice(-4);
  if (!isWhole || !isStandard) throw new AppError('invalid-base64');
  if (bytes.length > CHUNK_BYTES) throw new AppError('chunk-too-large');
  return bytes;
}

function lastGroup(bytes: Buffer): string {
  return bytes.subarray(bytes.length - (bytes.length % 3 || 3)).toString('base64');
}
