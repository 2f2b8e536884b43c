// How a merged video is encoded in this browser: with how many bits, and in how many parts. Each part is painted and
// encoded on its own: the first in this worker, each other one in a worker like it.
import { type FrameSpan, framesIn } from '#domain/mp4/splice.ts';
import { falseAnswers, rememberFalse } from '#web/lib/false-answers.ts';
import { encodedBlackFrame, encoderConfig, KEY_FRAME_EVERY } from './frame-encoder.ts';
import {
  type FromRenderWorker,
  type MergedPart,
  type NumberedFrame,
  type PartRequest,
  RenderError,
  type ToRenderWorker,
} from './render-request.ts';

/** A shorter part costs more to open than it saves. */
const MIN_PART_FRAMES = 60;

/** Divides spans of frames into at most `count` parts, about equally long. A span is only cut where it has a key frame. */
export function partsOf(spans: readonly FrameSpan[], count: number): readonly [MergedPart, ...MergedPart[]] {
  const total = framesIn(spans);
  const most = Math.max(1, Math.min(count, Math.floor(total / MIN_PART_FRAMES)));
  let [taken, rest] = cutAt(spans, total / most);
  const first = { spans: taken, firstFrame: 0 };
  const others: MergedPart[] = [];
  let firstFrame = framesIn(taken);
  for (let part = 2; part <= most; part += 1) {
    [taken, rest] = cutAt(rest, (part * total) / most - firstFrame);
    others.push({ spans: taken, firstFrame });
    firstFrame += framesIn(taken);
  }
  return [first, ...others];
}

/** The first frames of spans, about as many as wanted, and the others. */
function cutAt(spans: readonly FrameSpan[], wanted: number): readonly [readonly FrameSpan[], readonly FrameSpan[]] {
  const [span, ...others] = spans;
  if (!span) return [[], []];
  const { from, to } = span;
  const cut = from + KEY_FRAME_EVERY * Math.round(wanted / KEY_FRAME_EVERY);
  if (to - from <= wanted || cut >= to) {
    const [taken, rest] = cutAt(others, wanted - (to - from));
    return [[span, ...taken], rest];
  }
  return cut <= from ? [[], spans] : [[{ from, to: cut }], [{ from: cut, to }, ...others]];
}

/** Has another worker make a part; its frames reject with a RenderError. Calls `onFrame` with the number of its frames painted so far. */
export function partElsewhere(request: PartRequest, onFrame: (frames: number) => void) {
  const worker = new Worker(self.location.href, { type: 'module' });
  const encoded: NumberedFrame[] = [];
  const frames = new Promise<readonly NumberedFrame[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromRenderWorker>) => {
      if ('encoded' in data) encoded.push(data.encoded);
      else if ('frames' in data) onFrame(data.frames);
      else if ('falseAnswers' in data) rememberFalse(...data.falseAnswers);
      else if ('problem' in data) reject(new RenderError(data.problem, data.cause, data.suspect));
      else resolve(encoded);
    });
    worker.addEventListener('error', () => reject(new RenderError('failed', 'The worker of a part has ended')));
  });
  worker.postMessage({ request, falseAnswers: falseAnswers() } satisfies ToRenderWorker);
  return { frames, stop: () => worker.terminate() };
}

interface MergedEncoding {
  /** Undefined for the usual bits. */
  readonly bitsPerPixel: number | undefined;
  /** The largest number of parts that are made at the same time, each by an encoder of its own. */
  readonly parts: number;
}

const USUAL: MergedEncoding = { bitsPerPixel: undefined, parts: 1 };
/**
 * Firefox on Linux encodes with x264 in a careful preset, on one core. With half of the bits it reaches the similarity
 * that other encoders need all bits for, in two thirds of the time, and two encoders use two cores.
 */
const WITH_X264: MergedEncoding = { bitsPerPixel: 0.15, parts: 2 };

/** x264 writes its settings into the first frame. */
const X264_ON_ONE_CORE = /x264 - core .* threads=1 /;
const TRIAL = { canvas: { widthPx: 128, heightPx: 128 }, frameRate: { numerator: 60, denominator: 1 } };

/** How this browser encodes a merged video. */
export async function mergedEncoding(): Promise<MergedEncoding> {
  // In other browsers a trial would be useless.
  if (!navigator.userAgent.includes('Firefox')) return USUAL;
  const bytes = await encodedBlackFrame(encoderConfig(TRIAL));
  return bytes && X264_ON_ONE_CORE.test(new TextDecoder('latin1').decode(bytes)) ? WITH_X264 : USUAL;
}
