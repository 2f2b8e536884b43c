// How a merged video is encoded in this browser. Firefox on Linux encodes with x264 in its careful preset, on one core: half of
// the bits give the likeness that others need all for, in two thirds of the time, and two encoders use two cores.
import { encoderConfig, frameOf } from './frame-encoder.ts';
import { blackPlanes } from './planes.ts';

/** How a merged video is encoded. */
export interface MergedEncoding {
  /** Undefined for the usual bits. */
  readonly bitsPerPixel: number | undefined;
  /** The largest number of parts that are made at the same time, each by an encoder of its own. */
  readonly parts: number;
}

const USUAL: MergedEncoding = { bitsPerPixel: undefined, parts: 1 };
const WITH_X264: MergedEncoding = { bitsPerPixel: 0.15, parts: 2 };

/** x264 writes its settings into the first frame. */
const X264_ON_ONE_CORE = /x264 - core .* threads=1 /;
const TRIAL = { canvas: { widthPx: 128, heightPx: 128 }, frameRate: { numerator: 60, denominator: 1 } };

/** How this browser encodes a merged video. */
export async function mergedEncoding(): Promise<MergedEncoding> {
  // Another browser would make a trial for nothing.
  if (!navigator.userAgent.includes('Firefox')) return USUAL;
  const text = await firstFrame().catch(() => '');
  return X264_ON_ONE_CORE.test(text) ? WITH_X264 : USUAL;
}

/** The bytes of a black frame as text. */
async function firstFrame(): Promise<string> {
  let text = '';
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      text += new TextDecoder('latin1').decode(bytes);
    },
    error: () => undefined,
  });
  encoder.configure(encoderConfig(TRIAL));
  const frame = frameOf(blackPlanes(TRIAL.canvas), 0, 1 / 60);
  encoder.encode(frame, { keyFrame: true });
  frame.close();
  await encoder.flush();
  encoder.close();
  return text;
}
