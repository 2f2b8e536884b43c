// Makes a merged video on this device. Each video has its own worker, which ends with it and releases codecs and
// canvases.
import { awakeTimeout } from '#web/lib/awake-timeout.ts';
import { falseAnswers, rememberFalse } from '#web/lib/false-answers.ts';
import { keepAwake } from '#web/lib/wake-lock.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import { withOtherCodecs } from './other-codecs.ts';
import {
  type FromRenderWorker,
  type LessonRequest,
  RenderError,
  type RenderRequest,
  type ToRenderWorker,
} from './render-request.ts';

interface RenderOptions {
  /** Aborts the work; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called with the number of merged frames painted so far. */
  readonly onFrames?: (frames: number) => void;
}

/** A worker without a message for this long is considered stalled. A busy machine may take seconds per frame. */
const STALLED_MS = 60_000;

/**
 * The merged video of a plan, or the video of a lesson, as an MP4. What a codec fails at is tried with another. Throws a
 * {@link RenderError}, or the signal's reason.
 */
export function renderOnDevice(request: RenderRequest | LessonRequest, options: RenderOptions): Promise<Blob> {
  return withOtherCodecs(() => renderOnce(request, options));
}

async function renderOnce(request: RenderRequest | LessonRequest, { signal, onFrames }: RenderOptions): Promise<Blob> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = withResolvers<Blob>();
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' });
  const letSleep = keepAwake();
  let stopWaiting = () => {};
  const expectWord = () => {
    stopWaiting();
    stopWaiting = awakeTimeout(() => reject(new RenderError('stalled', 'No frame for a minute')), STALLED_MS);
  };
  const onAbort = () => reject(signal.reason);
  worker.addEventListener('message', ({ data }: MessageEvent<FromRenderWorker>) => {
    expectWord();
    if ('frames' in data) onFrames?.(data.frames);
    else if ('falseAnswers' in data) rememberFalse(...data.falseAnswers);
    else if ('file' in data) resolve(data.file);
    else if ('problem' in data) reject(new RenderError(data.problem, data.cause, data.suspect));
  });
  // The worker failed to start, or ran out of memory.
  worker.addEventListener('error', () => reject(new RenderError('failed', 'The worker has ended')));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    expectWord();
    worker.postMessage({ request, falseAnswers: falseAnswers() } satisfies ToRenderWorker);
    return await promise;
  } finally {
    stopWaiting();
    signal.removeEventListener('abort', onAbort);
    worker.terminate();
    letSleep();
  }
}
