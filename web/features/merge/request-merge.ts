// Asks the server for the merged video and waits for it. A lost connection asks the same again: the server then joins
// the job that is running, so nothing is made twice.
import type { MergeRequest } from '#contract/merges.ts';
import { callApi } from '#web/lib/api-client.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { type Waiting, withRetry } from '#web/lib/retry.ts';

/** A connection that is silent for this long is taken for dead; the next call finds the result. */
const ANSWER_TIMEOUT_MS = 10 * 60 * 1000;

interface MergeOptions {
  readonly signal: AbortSignal;
  readonly onWaiting: (waiting: Waiting | null) => void;
}

/** The address of the merged video. Throws ApiError or TypeError, or the signal's reason when stopped. */
export async function requestMerge(body: MergeRequest, { signal, onWaiting }: MergeOptions): Promise<string> {
  const ask = () =>
    callApi('mergeVideos', { body, signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]) });
  const { mergedVideoUrl } = await withRetry(ask, { signal, onWaiting, isPassing: isGatewayTrouble });
  return mergedVideoUrl;
}

/** A server that restarts, or a proxy that lost patience. A failed merge itself is not asked for again by itself. */
function isGatewayTrouble({ status, code }: ApiError): boolean {
  return status === 502 || code === 'stopping' || code === 'busy' || ((status === 503 || status === 504) && !code);
}
