// The parts of a merged video are painted and encoded on their own: the first in this worker, each other one in a worker like this
// one.
import { type FrameSpan, framesIn } from '#domain/mp4/splice.ts';
import { KEY_FRAME_EVERY } from './frame-encoder.ts';
import {
  type EncodedFrame,
  type FromRenderWorker,
  type MergedPart,
  type PartRequest,
  RenderError,
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

/** A part that another worker makes. */
export interface PartElsewhere {
  /** Rejects with a RenderError. */
  readonly frames: Promise<readonly EncodedFrame[]>;
  readonly stop: () => void;
}

/** Has another worker make a part. Calls `onFrame` with the number of its frames painted so far. */
export function partElsewhere(request: PartRequest, onFrame: (frames: number) => void): PartElsewhere {
  const worker = new Worker(self.location.href, { type: 'module' });
  const encoded: EncodedFrame[] = [];
  const frames = new Promise<readonly EncodedFrame[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromRenderWorker>) => {
      if ('encoded' in data) encoded.push(data.encoded);
      else if ('frames' in data) onFrame(data.frames);
      else if ('problem' in data) reject(new RenderError(data.problem, data.cause));
      else resolve(encoded);
    });
    worker.addEventListener('error', () => reject(new RenderError('failed', 'The worker of a part has ended')));
  });
  worker.postMessage(request);
  return { frames, stop: () => worker.terminate() };
}
