// Retries a call after transient failures and waits while the browser is offline. The call must be safe to repeat. Not
// p-retry: it never retries a TypeError whose message is not in its list, so interrupted bodies would need wrapping.
import type { ResponseOf } from '#contract/calls.ts';
import type { CallName } from '#contract/routes.ts';
import { ApiError, type CallOptions, callApi } from './api-client.ts';

export type Waiting = 'offline' | 'reconnecting';

interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called with the reason of a wait, and with null when it is over. */
  readonly onWaiting: (waiting: Waiting | null) => void;
  /** Whether an answer of the server is worth another try. A lost connection always is. */
  readonly isTransient?: (error: ApiError) => boolean;
}

/** Waits between tries, in milliseconds; the last one repeats. */
const BACKOFF_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const;
const MAX_TRIES = 8;

/** Runs `work` until it succeeds, fails permanently or has been tried eight times. Throws the last error. */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onWaiting, isTransient = isTransientStatus } = options;
  for (let failures = 0; ; ) {
    try {
      const result = await work();
      if (failures > 0) onWaiting(null);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError ? !isTransient(error) : !isLostConnection(error)) throw error;
      if (navigator.onLine === false) {
        onWaiting('offline');
        await backOnline(signal);
        continue;
      }
      failures += 1;
      if (failures >= MAX_TRIES) throw error;
      onWaiting('reconnecting');
      await delay(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0, signal);
    }
  }
}

/** Whether an error means that no answer arrived: no network, or a timeout. */
export function isLostConnection(error: unknown): boolean {
  // fetch throws a TypeError without a network, and AbortSignal.timeout a DOMException with this name.
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

function isTransientStatus({ status }: ApiError): boolean {
  const isPermanent = status === 501 || status === 507;
  return status === 408 || status === 429 || (status >= 500 && !isPermanent);
}

function backOnline(signal: AbortSignal): Promise<void> {
  return settled(signal, (resolve) => {
    window.addEventListener('online', resolve, { once: true });
    return () => window.removeEventListener('online', resolve);
  });
}

function delay(waitMs: number, signal: AbortSignal): Promise<void> {
  return settled(signal, (resolve) => {
    const timer = setTimeout(resolve, waitMs);
    return () => clearTimeout(timer);
  });
}

/** A promise that `start` resolves or the signal rejects; `start` returns a function that removes its listener. */
function settled(signal: AbortSignal, start: (resolve: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop();
      reject(signal.reason as Error);
    };
    const stop = start(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** A connection without an answer for this long is considered lost; the next call finds the result. */
const ANSWER_TIMEOUT_MS = 10 * 60 * 1000;

export interface LongCallOptions {
  readonly signal: AbortSignal;
  readonly onWaiting: (waiting: Waiting | null) => void;
}

/**
 * Makes a call that is answered minutes later. After a lost connection the same call is repeated: the server joins it to
 * the running job, so nothing is done twice. Resolves to the answer when the work is done. Throws ApiError or TypeError,
 * or the signal's reason when stopped.
 */
export function callUntilDone<Name extends CallName>(
  name: Name,
  call: CallOptions<Name>,
  { signal, onWaiting }: LongCallOptions,
): Promise<ResponseOf<Name>> {
  const ask = () =>
    callApi(name, { ...call, signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]) });
  return withRetry(ask, { signal, onWaiting, isTransient: isGatewayTrouble });
}

/** Error codes after which the same call may soon succeed: the work was not tried, or the machine failed. */
const TRY_AGAIN = ['stopping', 'busy', 'not-checked', 'storage-failed'];

/** A restarting server, a transient failure or a proxy's timeout. Failed work is not retried automatically. */
function isGatewayTrouble({ status, code }: ApiError): boolean {
  return status === 502 || (code !== null && TRY_AGAIN.includes(code)) || ((status === 503 || status === 504) && !code);
}
