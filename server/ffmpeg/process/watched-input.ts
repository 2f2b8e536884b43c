// An input stream of ffmpeg that records its failure.
import type { Pieces } from './run-ffmpeg.ts';

/** ffmpeg ends normally when its input ends, so a failed layer must be detected here. */
export class WatchedInput implements AsyncIterable<Uint8Array> {
  readonly #pieces: Pieces;
  #failure: { cause: unknown } | null = null;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#pieces;
    } catch (cause) {
      this.#failure = { cause };
      throw cause;
    }
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.cause;
  }
}
