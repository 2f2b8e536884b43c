// Reserves disk space for what open uploads may still send, per network, so that concurrent uploads cannot fill the
// disk together and no network takes all of it.
import { AppError } from '#server/runtime/app-error.ts';

/** The dependencies of {@link DiskPromises}. */
export interface DiskPromisesParts {
  readonly freeBytes: () => Promise<number>;
  /** Uploads leave this much of the disk free. */
  readonly diskReserveBytes: number;
  readonly now: () => number;
}

interface Promised {
  readonly network: string;
  /** The size of the upload, or the most that it may become. */
  bytes: number;
  /** How much of that may still arrive. */
  toCome: number;
  activeAt: number;
}

/** The reservation of an upload that has been idle for this long lapses. */
const LAPSES_AFTER_MS = 15 * 60_000;

/** The reservations, by chunk folder. */
export class DiskPromises {
  readonly #parts: DiskPromisesParts;
  readonly #promised = new Map<string, Promised>();

  constructor(parts: DiskPromisesParts) {
    this.#parts = parts;
  }

  /**
   * Reserves the maximum size of an upload. Throws `AppError` 'no-space' when the disk cannot hold it besides the other
   * reservations, or when its network would hold more than it leaves free: half of the space at most.
   */
  async claim(folder: string, network: string, bytes: number): Promise<void> {
    const freeBytes = await this.#roomBytes();
    const room = freeBytes - this.#sum(({ toCome, activeAt }) => (this.#isLapsed(activeAt) ? 0 : toCome));
    const own = this.#sum((upload) => (upload.network === network ? upload.bytes : 0));
    if (own + bytes > room) throw new AppError('no-space');
    this.add(folder, network, bytes);
  }

  /** Throws `AppError` 'no-space' when a chunk would use up the disk reserve. */
  async checkChunk(bytes: number): Promise<void> {
    if (bytes > (await this.#roomBytes())) throw new AppError('no-space');
  }

  /** Adds an upload that was admitted before, with its received bytes. */
  add(folder: string, network: string, bytes: number, receivedBytes = 0): void {
    const toCome = Math.max(0, bytes - receivedBytes);
    this.#promised.set(folder, { network, bytes, toCome, activeAt: this.#parts.now() });
  }

  /** Counts a received chunk. */
  received(folder: string, bytes: number): void {
    const upload = this.#promised.get(folder);
    if (!upload) return;
    upload.toCome = Math.max(0, upload.toCome - bytes);
    upload.activeAt = this.#parts.now();
  }

  /** Releases what a completed upload did not use; its size stays counted. */
  completed(folder: string): void {
    const upload = this.#promised.get(folder);
    if (!upload) return;
    upload.bytes -= upload.toCome;
    upload.toCome = 0;
  }

  /** Releases the reservation of a deleted upload. */
  delete(folder: string): void {
    this.#promised.delete(folder);
  }

  async #roomBytes(): Promise<number> {
    return (await this.#parts.freeBytes()) - this.#parts.diskReserveBytes;
  }

  #isLapsed(activeAt: number): boolean {
    return this.#parts.now() - activeAt > LAPSES_AFTER_MS;
  }

  #sum(bytesOf: (upload: Promised) => number): number {
    let sum = 0;
    for (const upload of this.#promised.values()) sum += bytesOf(upload);
    return sum;
  }
}
