// Sees the golfer's body in a clip, in a worker of its own. The worker, its decoder and the model are loaded with the
// first request and stay for a while after the last.
import type { BodyAnswer, BodyProgress, BodyRequest } from './body-request.ts';
import type { FromBodyWorker, ToBodyWorker } from './body-worker.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';

/** Options of one request. */
export interface SeeBodyOptions {
  /** Ends the work before its next picture; the promise is then rejected with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: BodyProgress) => void;
  /** Whether the visitor has agreed to the download on a metered connection. */
  readonly mayDownload?: boolean;
}

/** What came of it. `ask-first`: the connection is metered, and the visitor has not agreed to so many bytes yet. */
export type SeeBodyAnswer = BodyAnswer | { readonly kind: 'ask-first'; readonly downloadBytes: number };

/** After so long without a request the worker ends, and the model's memory is given back. */
const KEPT_MS = 60_000;

interface Waiting {
  readonly onProgress: (progress: BodyProgress) => void;
  readonly answer: (answer: BodyAnswer | null) => void;
}

let worker: Worker | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Looks for the golfer in a file, or in a video at an address of this site. Rejects only when it is stopped. */
export async function seeBody(
  source: Blob | string,
  request: BodyRequest,
  { signal, onProgress = () => undefined, mayDownload = false }: SeeBodyOptions,
): Promise<SeeBodyAnswer> {
  const access: ModelAccess = mayDownload ? { kind: 'free' } : await modelAccess();
  signal.throwIfAborted();
  if (access.kind === 'ask-first') return access;
  if (access.kind === 'cannot-run') return { kind: 'cannot-see', reason: 'cannot-run' };
  const id = ++lastId;
  const answer = await new Promise<BodyAnswer | null>((resolve) => {
    const stop = () => {
      send({ stop: id });
      settle(id, null);
    };
    signal.addEventListener('abort', stop, { once: true });
    waiting.set(id, {
      onProgress,
      answer: (value) => {
        signal.removeEventListener('abort', stop);
        resolve(value);
      },
    });
    send({ id, source, request });
  });
  signal.throwIfAborted();
  return answer ?? { kind: 'cannot-see', reason: 'cannot-run' };
}

function send(message: ToBodyWorker): void {
  clearTimeout(ending);
  worker ??= startWorker();
  worker.postMessage(message);
}

function startWorker(): Worker {
  // Classic: the runtime of the model is loaded with importScripts, which a module does not have.
  const started = new Worker(new URL('./body-worker.ts', import.meta.url));
  started.addEventListener('message', ({ data }: MessageEvent<FromBodyWorker>) => {
    if ('progress' in data) waiting.get(data.id)?.onProgress(data.progress);
    else settle(data.id, data.answer);
  });
  // A worker that does not start, or runs out of memory, answers nothing.
  started.addEventListener('error', () => {
    endWorker();
    for (const id of [...waiting.keys()]) settle(id, { kind: 'cannot-see', reason: 'cannot-run' });
  });
  return started;
}

function settle(id: number, answer: BodyAnswer | null): void {
  const { answer: say } = waiting.get(id) ?? {};
  waiting.delete(id);
  say?.(answer);
  const hasFailed = answer?.kind === 'cannot-see' && (answer.reason === 'not-loaded' || answer.reason === 'cannot-run');
  // What has failed to load is tried anew by the next request.
  if (waiting.size === 0) ending = setTimeout(endWorker, hasFailed ? 0 : KEPT_MS);
}

function endWorker(): void {
  worker?.terminate();
  worker = null;
}
