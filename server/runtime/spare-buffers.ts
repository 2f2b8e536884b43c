// Large buffers that are used again: at a megabyte per chunk, leaving them to the collector would double the memory
// that an upload takes.

/** Lends buffers of one size. */
export class BufferPool {
  readonly #sizeBytes: number;
  readonly #mostLent: number;
  readonly #spare: Buffer[] = [];
  #lent = 0;

  /** Lends at most this many at a time. */
  constructor(sizeBytes: number, mostLent: number) {
    this.#sizeBytes = sizeBytes;
    this.#mostLent = mostLent;
  }

  /** A buffer with anything in it, to be given back; null when all are lent. */
  take(): Buffer | null {
    if (this.#lent >= this.#mostLent) return null;
    this.#lent += 1;
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#sizeBytes);
  }

  /** Takes a buffer back. Nobody may look at it any more. */
  release(buffer: Buffer | null): void {
    if (buffer === null) return;
    this.#lent -= 1;
    this.#spare.push(buffer);
  }
}
