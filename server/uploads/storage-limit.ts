// How much one visitor may have stored at a time: uploads, what is still to come of the open ones, and results.
import { CHUNK_BYTES } from '#domain/video/chunking.ts';
import { MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import type { MediaStore } from '#server/files/media-store.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Upload, UploadStore } from './upload-store.ts';

/** What counting needs. */
export interface StorageLimitParts {
  readonly uploads: UploadStore;
  /** The names of the visitor's stored results. */
  readonly results: { listOf(visitorId: string): Promise<readonly string[]> };
  readonly media: MediaStore;
  readonly maxBytes: number;
}

/** The limit. */
export class StorageLimit {
  readonly #parts: StorageLimitParts;

  constructor(parts: StorageLimitParts) {
    this.#parts = parts;
  }

  /** Throws an AppError when a visitor may not have so many bytes more. */
  async check(visitorId: string, moreBytes: number): Promise<void> {
    const { uploads, results, media, maxBytes } = this.#parts;
    let storedBytes = moreBytes;
    for (const upload of await uploads.listOf(visitorId)) storedBytes += sizeOf(upload);
    for (const name of await results.listOf(visitorId)) storedBytes += (await media.sizeOf('results', name)) ?? 0;
    if (storedBytes > maxBytes) throw new AppError('too-much-stored');
  }
}

/** The most that an upload of so many chunks can become. */
export function maxUploadBytes(totalChunks: number): number {
  return Math.min(totalChunks * CHUNK_BYTES, MAX_VIDEO_BYTES);
}

/** The size of a whole upload; of an open one, what it may become. */
function sizeOf({ chunk_sizes_json: sizes, total_chunks: totalChunks }: Upload): number {
  if (sizes === null) return maxUploadBytes(totalChunks);
  return (JSON.parse(sizes) as number[]).reduce((sum, size) => sum + size, 0);
}
