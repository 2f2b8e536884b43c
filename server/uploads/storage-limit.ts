// The storage limit of a visitor: uploads, the remainder of open ones, and results.
import { CHUNK_BYTES } from '#domain/video/chunking.ts';
import { MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Upload, UploadStore } from './upload-store.ts';

export interface StorageLimitParts {
  readonly uploads: UploadStore;
  readonly results: { bytesOf(visitorId: string): Promise<number> };
  readonly maxBytes: number;
}

export class StorageLimit {
  readonly #parts: StorageLimitParts;

  constructor(parts: StorageLimitParts) {
    this.#parts = parts;
  }

  /** Throws an AppError when `moreBytes` would exceed a visitor's limit. */
  async check(visitorId: string, moreBytes: number): Promise<void> {
    const { uploads, results, maxBytes } = this.#parts;
    let storedBytes = moreBytes + (await results.bytesOf(visitorId));
    for (const upload of await uploads.listOf(visitorId)) storedBytes += sizeOf(upload);
    if (storedBytes > maxBytes) throw new AppError('too-much-stored');
  }
}

/** The maximum size of an upload with this many chunks. */
export function maxUploadBytes(totalChunks: number): number {
  return Math.min(totalChunks * CHUNK_BYTES, MAX_VIDEO_BYTES);
}

/** The size of a complete upload; the maximum size of an open one. */
function sizeOf({ chunk_sizes_json: sizes, total_chunks: totalChunks }: Upload): number {
  if (sizes === null) return maxUploadBytes(totalChunks);
  return (JSON.parse(sizes) as number[]).reduce((sum, size) => sum + size, 0);
}
