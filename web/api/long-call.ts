// Calls that are answered minutes later, when the server's work is done. After a lost connection the same call is
// repeated: the server joins it to the running job, so nothing is done twice.
import type { ResponseOf } from '#contract/calls.ts';
import type { CallName } from '#contract/routes.ts';
import { type CallOptions, callApi } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { type Waiting, withRetry } from './retry.ts';

/** A connection without an answer for this long is considered lost; the next call finds the result. */
const ANSWER_TIMEOUT_MS = 10 * 60 * 1000;

/** Cancelling of a long call, and the callback while it waits. */
export interface LongCallOptions {
  readonly signal: AbortSignal;
  readonly onWaiting: (waiting: Waiting | null) => void;
}

/** Resolves to the answer when the work is done. Throws ApiError or TypeError, or the signal's reason when stopped. */
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
