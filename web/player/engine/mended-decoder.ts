// Decodes the same frames with the same colors in every engine. Firefox loses the first reordered frame of an H.264 file that does not
// say how many frames wait, and engines guess colors that a file does not name. A decoder that loses a frame fails, so that what asked
// for it goes another way; a frame that comes twice counts once.
import { withFramesToWait } from './frames-to-wait.ts';
import { LOST_FRAME, LossWatch } from './lost-frames.ts';

/** The colors assumed for a file that does not name them, as mediabunny does for Chromium. */
const USUAL = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/** Mends every decoder that this page or worker makes from now on. */
export function mendDecoders(): void {
  if (!('VideoDecoder' in globalThis) || Reflect.has(globalThis.VideoDecoder, 'isMended')) return;
  globalThis.VideoDecoder = mendedDecoder();
}

function mendedDecoder(): typeof VideoDecoder {
  return class MendedDecoder extends VideoDecoder {
    static readonly isMended = true;
    #colors = new VideoColorSpace(USUAL);
    readonly #losses = new LossWatch();
    readonly #fail: () => void;

    constructor({ output, error }: VideoDecoderInit) {
      super({
        error,
        output: (frame) => {
          if (this.#losses.isAgain(frame.timestamp)) {
            frame.close();
            return;
          }
          // mediabunny takes the times of WebKit's frames as they are, and WebKit may give frames as they are coded.
          if (!isWebKit() && this.#losses.came(frame.timestamp)) {
            frame.close();
            this.#fail();
            return;
          }
          // An own property: it hides the one that the engine's frame inherits.
          Object.defineProperty(frame, 'colorSpace', { value: this.#colors });
          output(frame);
        },
      });
      this.#fail = () => {
        if (this.state !== 'closed') this.close();
        error(new DOMException(LOST_FRAME, 'EncodingError'));
      };
    }

    override decode(chunk: EncodedVideoChunk): void {
      this.#losses.sent(chunk.timestamp);
      super.decode(chunk);
    }

    override async flush(): Promise<void> {
      await super.flush();
      if (!isWebKit() && this.#losses.ended()) this.#fail();
    }

    override reset(): void {
      this.#losses.reset();
      super.reset();
    }

    override configure(config: VideoDecoderConfig): void {
      const { primaries, transfer, matrix, fullRange } = config.colorSpace ?? {};
      this.#colors = new VideoColorSpace({
        primaries: primaries ?? USUAL.primaries,
        transfer: transfer ?? USUAL.transfer,
        matrix: matrix ?? USUAL.matrix,
        fullRange: fullRange ?? USUAL.fullRange,
      });
      super.configure(isFirefox() ? withFramesToWait(config) : config);
    }
  };
}

/** In Chromium mediabunny sets the number itself, and it sorts the frames of WebKit. */
const isFirefox = () => navigator.userAgent.includes('Firefox');
const isWebKit = () => /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);
