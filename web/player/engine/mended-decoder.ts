// Decodes the same frames with the same colours in every engine. If an H.264 file does not state how many frames the
// decoder may reorder, Firefox loses the first reordered frame. mediabunny then gives every later frame the wrong time.
// It mends that in Chromium only. Where a file leaves its colours unsaid, engines guess differently, and WebKit gives
// them names that mediabunny refuses.
import { withFramesToWait } from './frames-to-wait.ts';

/** The colours assumed for a file that does not name them, as mediabunny does for Chromium. */
const USUAL = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/** Mends every decoder that this page or worker makes from now on. */
export function mendDecoders(): void {
  if (!('VideoDecoder' in globalThis) || Reflect.has(globalThis.VideoDecoder, 'isMended')) return;
  globalThis.VideoDecoder = mendedDecoder();
}

function mendedDecoder(): typeof VideoDecoder {
  return class MendedDecoder extends VideoDecoder {
    static readonly isMended = true;
    #colours = new VideoColorSpace(USUAL);

    constructor({ output, error }: VideoDecoderInit) {
      super({
        error,
        output: (frame) => {
          // An own property: it hides the one that the engine's frame inherits.
          Object.defineProperty(frame, 'colorSpace', { value: this.#colours });
          output(frame);
        },
      });
    }

    override configure(config: VideoDecoderConfig): void {
      const { primaries, transfer, matrix, fullRange } = config.colorSpace ?? {};
      this.#colours = new VideoColorSpace({
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
