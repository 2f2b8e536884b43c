// Retries a call after transient failures and waits while the browser is offline. The call must be safe to repeat. Not
// p-retry: it never retries a TypeError whose message is not in its list of browser messages, so interrupted bodies and
// XMLHttpRequest would need wrapping and the code would be as long as this.
import { ApiError } from './api-error.ts';

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
