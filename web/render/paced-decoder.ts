// Decodes only a few frames ahead. mediabunny hands its decoder up to 40 packets and has no setting for it; while one frame
// is painted, all of them would be decoded, and a frame of 1080×1920 takes 3 MB. Here packets wait until frames are closed.

/** Maximum number of frames that are decoded and not closed. */
const MAX_OPEN = 3;
/**
 * Without an event for this long, one more is decoded, so that an engine that holds on to frames cannot stop the work.
 */
const STALLED_MS = 500;

/** Paces every decoder that this worker makes from now on. */
export function paceDecoders(): void {
  if ('VideoDecoder' in globalThis) globalThis.VideoDecoder = pacedDecoder();
}

function pacedDecoder(): typeof VideoDecoder {
  return class PacedDecoder extends VideoDecoder {
    readonly #waiting: EncodedVideoChunk[] = [];
    #open = 0;
    #latest = Number.NEGATIVE_INFINITY;
    #stalled: ReturnType<typeof setTimeout> | undefined;
    #onEmpty: (() => void) | null = null;

    constructor({ output, error }: VideoDecoderInit) {
      super({
        error: (problem) => {
          this.#drop();
          error(problem);
        },
        output: (frame) => {
          this.#count(frame);
          output(frame);
          this.#feed();
        },
      });
      this.addEventListener('dequeue', () => this.#feed());
    }

    override get decodeQueueSize(): number {
      return this.#waiting.length + super.decodeQueueSize;
    }

    override decode(chunk: EncodedVideoChunk): void {
      this.#waiting.push(chunk);
      this.#feed();
    }

    override async flush(): Promise<void> {
      if (this.#waiting.length > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
      await super.flush();
      this.#latest = Number.NEGATIVE_INFINITY;
    }

    override reset(): void {
      this.#drop();
      super.reset();
    }

    override close(): void {
      this.#drop();
      super.close();
    }

    /**
     * Counts a frame as waiting until it is closed. Safari may return frames in coding order. mediabunny holds and
     * sorts them, so late ones do not count.
     */
    #count(frame: VideoFrame): void {
      if (frame.timestamp < this.#latest) return;
      this.#latest = frame.timestamp;
      this.#open += 1;
      frame.close = () => {
        Reflect.deleteProperty(frame, 'close');
        frame.close();
        this.#open -= 1;
        this.#feed();
      };
    }

    /** Decodes as many of the waiting packets as frames may still be opened. */
    #feed(most = MAX_OPEN - this.#open - super.decodeQueueSize): void {
      clearTimeout(this.#stalled);
      for (const packet of this.#waiting.splice(0, Math.max(0, most))) super.decode(packet);
      if (this.#waiting.length > 0) this.#stalled = setTimeout(() => this.#feed(1), STALLED_MS);
      else this.#onEmpty?.();
    }

    /** Forgets the waiting packets. */
    #drop(): void {
      clearTimeout(this.#stalled);
      this.#waiting.length = 0;
      this.#onEmpty?.();
    }
  };
}
