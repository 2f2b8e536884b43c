// The limits on stored bytes: each visitor's, and the disk space reserved for what open uploads may still send, so that
// concurrent uploads cannot fill the disk together and no network takes all of it.
import { CHUNK_BYTES, MAX_VIDEO_BYTES } from '#domain/video/video-file.ts';
import { AppError } from '#server/runtime/app-error.ts';
import type { Upload, UploadStore } from './upload-store.ts';

interface StorageLimitParts {
  readonly uploads: UploadStore;
  readonly results: { bytesOf(visitorId: string): Promise<number> };
  readonly shares: { bytesOf(visitorId: string): Promise<number>; totals(): Promise<{ readonly bytes: number }> };
  readonly maxBytes: number;
  /** The largest encrypted file of a link; 0 where links are switched off. */
  readonly maxShareBytes: number;
  /** The most that all links together may take up. */
  readonly maxSharesBytes: number;
}

export class StorageLimit {
  readonly #parts: StorageLimitParts;

  constructor(parts: StorageLimitParts) {
    this.#parts = parts;
  }

  /** Throws an AppError when `moreBytes` would exceed a visitor's limit. */
  async check(visitorId: string, moreBytes: number): Promise<void> {
    const { uploads, results, shares, maxBytes } = this.#parts;
    let storedBytes = moreBytes + (await results.bytesOf(visitorId)) + (await shares.bytesOf(visitorId));
    for (const upload of await uploads.listOf(visitorId)) storedBytes += sizeOf(upload);
    if (storedBytes > maxBytes) throw new AppError('too-much-stored');
  }

  /** Throws an AppError when an encrypted upload cannot become a link. */
  async checkSealed(bytes: number): Promise<void> {
    const { shares, maxShareBytes, maxSharesBytes } = this.#parts;
    if (maxShareBytes === 0) throw new AppError('not-available');
    if (bytes > maxShareBytes) throw new AppError('share-too-large');
    if ((await shares.totals()).bytes + bytes > maxSharesBytes) throw new AppError('too-many-shares');
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

interface DiskReservationsParts {
  readonly freeBytes: () => Promise<number>;
  /** Uploads leave this much of the disk free. */
  readonly diskReserveBytes: number;
  readonly now: () => number;
}

interface Reservation {
  readonly network: string;
  /** The size of the upload, or the most that it may become. */
  bytes: number;
  /** The part of that size that may still arrive. */
  remainingBytes: number;
  activeAt: number;
}

/** The reservation of an upload that has been idle for this long lapses. */
const LAPSES_AFTER_MS = 15 * 60_000;

/** The reservations on a disk, by chunk folder. A store that reports itself when it is full needs none. */
export class DiskReservations {
  readonly #parts: DiskReservationsParts;
  readonly #reservations = new Map<string, Reservation>();

  constructor(parts: DiskReservationsParts) {
    this.#parts = parts;
  }

  /**
   * Reserves the maximum size of an upload. Throws `AppError` 'no-space' when the disk cannot hold it besides the other
   * reservations, or when its network would hold more than it leaves free: half of the space at most.
   */
  async claim(folder: string, network: string, bytes: number): Promise<void> {
    const freeBytes = await this.#availableBytes();
    const available =
      freeBytes - this.#sum(({ remainingBytes, activeAt }) => (this.#isLapsed(activeAt) ? 0 : remainingBytes));
    const own = this.#sum((upload) => (upload.network === network ? upload.bytes : 0));
    if (own + bytes > available) throw new AppError('no-space');
    this.add(folder, network, bytes);
  }

  /** Throws `AppError` 'no-space' when a chunk would use up the disk reserve. */
  async checkChunk(bytes: number): Promise<void> {
    if (bytes > (await this.#availableBytes())) throw new AppError('no-space');
  }

  /** Adds an upload that was admitted before, with its received bytes. */
  add(folder: string, network: string, bytes: number, receivedBytes = 0): void {
    const remainingBytes = Math.max(0, bytes - receivedBytes);
    this.#reservations.set(folder, { network, bytes, remainingBytes, activeAt: this.#parts.now() });
  }

  received(folder: string, bytes: number): void {
    const upload = this.#reservations.get(folder);
    if (!upload) return;
    upload.remainingBytes = Math.max(0, upload.remainingBytes - bytes);
    upload.activeAt = this.#parts.now();
  }

  /** Releases what a completed upload did not use; its size stays counted. */
  completed(folder: string): void {
    const upload = this.#reservations.get(folder);
    if (!upload) return;
    upload.bytes -= upload.remainingBytes;
    upload.remainingBytes = 0;
  }

  /** Releases the reservation of a deleted upload. */
  delete(folder: string): void {
    this.#reservations.delete(folder);
  }

  async #availableBytes(): Promise<number> {
    return (await this.#parts.freeBytes()) - this.#parts.diskReserveBytes;
  }

  #isLapsed(activeAt: number): boolean {
    return this.#parts.now() - activeAt > LAPSES_AFTER_MS;
  }

  #sum(bytesOf: (upload: Reservation) => number): number {
    let sum = 0;
    for (const upload of this.#reservations.values()) sum += bytesOf(upload);
    return sum;
  }
}
