// What open uploads may still send, and what each network has sent: so that uploads which began while there was room do
// not fill the disk together, and no network takes all of it.
import { AppError } from '#server/runtime/app-error.ts';

/** What counting needs. */
export interface DiskPromisesParts {
  readonly freeBytes: () => Promise<number>;
  /** Uploads leave this much of the disk free. */
  readonly diskReserveBytes: number;
  readonly now: () => number;
}

interface Promised {
  readonly network: string;
  /** What the upload may become, or is. */
  bytes: number;
  /** What of that may still come. */
  toCome: number;
  activeAt: number;
}

/** An upload that has been silent for so long is not waited for: its next chunk finds room, or does not. */
const LAPSES_AFTER_MS = 15 * 60_000;

/** The uploads by their folders. */
export class DiskPromises {
  readonly #parts: DiskPromisesParts;
  readonly #promised = new Map<string, Promised>();

  constructor(parts: DiskPromisesParts) {
    this.#parts = parts;
  }

  /**
   * Counts an upload that may become so large. Throws `AppError` 'no-space' when the disk cannot hold it besides what
   * others may still send, or when its network would hold more than it leaves free: half of the room at most.
   */
  async claim(folder: string, network: string, bytes: number): Promise<void> {
    const freeBytes = await this.#roomBytes();
    const room = freeBytes - this.#sum(({ toCome, activeAt }) => (this.#isLapsed(activeAt) ? 0 : toCome));
    const own = this.#sum((upload) => (upload.network === network ? upload.bytes : 0));
    if (own + bytes > room) throw new AppError('no-space');
    this.add(folder, network, bytes);
  }

  /** Throws `AppError` 'no-space' when a chunk would take from the reserve. */
  async checkChunk(bytes: number): Promise<void> {
    if (bytes > (await this.#roomBytes())) throw new AppError('no-space');
  }

  /** Counts an upload that was admitted before, of which so much is there. */
  add(folder: string, network: string, bytes: number, receivedBytes = 0): void {
    const toCome = Math.max(0, bytes - receivedBytes);
    this.#promised.set(folder, { network, bytes, toCome, activeAt: this.#parts.now() });
  }

  /** Counts a chunk that has arrived. */
  received(folder: string, bytes: number): void {
    const upload = this.#promised.get(folder);
    if (!upload) return;
    upload.toCome = Math.max(0, upload.toCome - bytes);
    upload.activeAt = this.#parts.now();
  }

  /** Nothing more comes of an upload; what it has sent stays counted. */
  completed(folder: string): void {
    const upload = this.#promised.get(folder);
    if (!upload) return;
    upload.bytes -= upload.toCome;
    upload.toCome = 0;
  }

  /** An upload is gone. */
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
