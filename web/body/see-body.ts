// Tracks the golfer's body in a clip, in one worker for all requests. The worker, its decoder and the model are loaded
// with the first request and are kept for a while after the last.

import { type ModelAccess, modelAccess } from '#web/body/model/model-access.ts';
import { awakeTimeout } from '#web/lib/awake-timeout.ts';
import { falseAnswers, rememberFalse } from '#web/lib/false-answers.ts';
import { withResolvers } from '#web/lib/with-resolvers.ts';
import type { BodyAnswer, BodyProgress, BodyRequest } from './body-request.ts';
import type { FromBodyWorker, ToBodyWorker } from './body-worker.ts';

/** What the client needs of a worker. */
type BodyWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** An idle worker is kept for 60 s, so that the next request need not load the model again. Then its memory is free. */
export const IDLE_WORKER_KEPT_MS = 60_000;

/**
 * Each step of the model's start takes well under a second on an idle phone. After this time without a further step the
 * page reports a slow start: memory may be short.
 */
export const SLOW_START_MS = 8_000;
/** After this time without a further step the start has failed. A device that is only busy never takes this long. */
export const MODEL_START_LIMIT_MS = 40_000;

type Timer = ReturnType<typeof setTimeout>;

type State =
  | { readonly name: 'no-worker' }
  /** Requests are under way. The limits run while the model is being started. */
  | { readonly name: 'busy'; readonly worker: BodyWorker; readonly stopLimits: () => void }
  /** No request is left; `end` terminates the worker. */
  | { readonly name: 'idle'; readonly worker: BodyWorker; readonly end: Timer };

const CANNOT_RUN: BodyAnswer = { kind: 'cannot-see', reason: 'cannot-run' };

/**
 * The page's end of the worker: asks it, and resolves to its answer, or to null when the request was stopped. Never rejects. A
 * test passes in its own worker, to drive each of the states.
 */
export function bodyWorkerClient(startWorker: () => BodyWorker) {
  const open = new Map<number, Pick<SeeBodyOptions, 'onProgress'> & { settle: (answer: BodyAnswer | null) => void }>();
  let lastId = 0;
  let state: State = { name: 'no-worker' };

  function enter(next: State): void {
    if (state.name === 'idle') clearTimeout(state.end);
    if (state.name === 'busy') state.stopLimits();
    state = next;
  }

  function busyWorker(): BodyWorker {
    if (state.name === 'busy') return state.worker;
    const worker = state.name === 'idle' ? state.worker : listenedTo(startWorker());
    enter({ name: 'busy', worker, stopLimits: () => undefined });
    return worker;
  }

  function endWorker(): void {
    if (state.name === 'no-worker') return;
    const { worker } = state;
    enter({ name: 'no-worker' });
    worker.terminate();
  }

  /** A message of a terminated worker may still arrive: only the present worker counts. */
  function isPresent(worker: BodyWorker): boolean {
    return state.name !== 'no-worker' && state.worker === worker;
  }

  function listenedTo(worker: BodyWorker): BodyWorker {
    worker.addEventListener('message', (event) => {
      if (isPresent(worker)) receive(worker, (event as MessageEvent<FromBodyWorker>).data);
    });
    // A worker that fails to start or runs out of memory sends no answer.
    worker.addEventListener('error', () => {
      if (isPresent(worker)) fail();
    });
    return worker;
  }

  function receive(worker: BodyWorker, message: FromBodyWorker): void {
    if ('model' in message) {
      // A model that is loaded ahead on a slow line takes longer than an idle worker is kept.
      if (state.name !== 'busy') {
        enterIdle(worker);
        return;
      }
      const limits =
        message.model === 'starting'
          ? [awakeTimeout(saySlow, SLOW_START_MS), awakeTimeout(failToStart, MODEL_START_LIMIT_MS)]
          : [];
      enter({ name: 'busy', worker, stopLimits: () => limits.map((stop) => stop()) });
    } else if ('progress' in message) open.get(message.id)?.onProgress?.(message.progress);
    else settle(message.id, message.answer);
  }

  function saySlow(): void {
    for (const { onProgress } of open.values()) onProgress?.({ stage: 'slow-start' });
  }

  function failToStart(): void {
    rememberFalse('body');
    fail();
  }

  function fail(): void {
    endWorker();
    for (const id of [...open.keys()]) settle(id, CANNOT_RUN);
  }

  /** Settles a request. The worker also answers a stopped request, whose id is then no longer open. */
  function settle(id: number, answer: BodyAnswer | null): void {
    const request = open.get(id);
    if (!request) return;
    open.delete(id);
    request.settle(answer);
    if (open.size > 0 || state.name === 'no-worker') return;
    // A new worker retries a model that failed to load.
    if (hasNoModel(answer)) endWorker();
    else enterIdle(state.worker);
  }

  function enterIdle(worker: BodyWorker): void {
    enter({ name: 'idle', worker, end: setTimeout(endWorker, IDLE_WORKER_KEPT_MS) });
  }

  /** Starts the worker and its model for a request that is to come. */
  function warmUp(): void {
    if (state.name !== 'no-worker') return;
    const worker = listenedTo(startWorker());
    worker.postMessage('load-model' satisfies ToBodyWorker);
    enterIdle(worker);
  }

  function ask(
    source: Blob | string,
    request: BodyRequest,
    { signal, onProgress, pictures }: Omit<SeeBodyOptions, 'mayDownload'>,
  ): Promise<BodyAnswer | null> {
    const { promise, resolve } = withResolvers<BodyAnswer | null>();
    if (signal.aborted) return Promise.resolve(null);
    const id = ++lastId;
    const stop = () => {
      if (state.name !== 'no-worker') state.worker.postMessage({ stop: id } satisfies ToBodyWorker);
      settle(id, null);
    };
    signal.addEventListener('abort', stop, { once: true });
    open.set(id, { onProgress, settle: resolve });
    const message: ToBodyWorker = { id, source, request, pictures: pictures ?? null, falseAnswers: falseAnswers() };
    busyWorker().postMessage(message, pictures ? [pictures] : []);
    return promise.finally(() => signal.removeEventListener('abort', stop));
  }
  return { ask, warmUp };
}

function hasNoModel(answer: BodyAnswer | null): boolean {
  return answer?.kind === 'cannot-see' && (answer.reason === 'not-loaded' || answer.reason === 'cannot-run');
}

export interface SeeBodyOptions {
  /** Ends the work before the next frame; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: BodyProgress) => void;
  /** Whether the visitor has agreed to the download on a metered connection. */
  readonly mayDownload?: boolean;
  /** Where another worker offers the clip's pictures; without it the body worker decodes them. */
  readonly pictures?: MessagePort;
}

/** The result. `ask-first`: the connection is metered, and the visitor has not yet agreed to the download. */
export type SeeBodyAnswer = BodyAnswer | { readonly kind: 'ask-first'; readonly downloadBytes: number };

// A classic worker: the model's runtime is loaded with importScripts, which module workers lack.
const { ask, warmUp } = bodyWorkerClient(() => new Worker(new URL('./body-worker.ts', import.meta.url)));

/** Loads the model while a clip is being chosen and read, unless the visitor must agree to the download first. Never rejects. */
export async function loadModelAhead(): Promise<void> {
  if ((await modelAccess()).kind === 'free') warmUp();
}

/** Tracks the golfer in a file, or in a video at an address of this site. Rejects only when it is stopped. */
export async function seeBody(
  source: Blob | string,
  request: BodyRequest,
  { mayDownload = false, ...options }: SeeBodyOptions,
): Promise<SeeBodyAnswer> {
  const access: ModelAccess = mayDownload ? { kind: 'free' } : await modelAccess();
  options.signal.throwIfAborted();
  if (access.kind === 'ask-first') return access;
  if (access.kind === 'cannot-run') return { kind: 'cannot-see', reason: 'cannot-run' };
  const answer = await ask(source, request, options);
  options.signal.throwIfAborted();
  return answer ?? { kind: 'cannot-see', reason: 'cannot-run' };
}
