// Tracks the golfer's body in a clip, in a separate worker. The worker, its decoder and the model are loaded with the
// first request and are kept for a while after the last.
import type { BodyAnswer, BodyProgress, BodyRequest } from './body-request.ts';
import { createBodyWorkerClient } from './body-worker-client.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';

/** Options of one request. */
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
const client = createBodyWorkerClient(() => new Worker(new URL('./body-worker.ts', import.meta.url)));

/** Tracks the golfer in a file, or in a video at an address of this site. Rejects only when it is stopped. */
export async function seeBody(
  source: Blob | string,
  request: BodyRequest,
  { signal, onProgress = () => undefined, mayDownload = false, pictures }: SeeBodyOptions,
): Promise<SeeBodyAnswer> {
  const access: ModelAccess = mayDownload ? { kind: 'free' } : await modelAccess();
  signal.throwIfAborted();
  if (access.kind === 'ask-first') return access;
  if (access.kind === 'cannot-run') return { kind: 'cannot-see', reason: 'cannot-run' };
  const answer = await client.ask(source, request, { signal, onProgress, pictures });
  signal.throwIfAborted();
  return answer ?? { kind: 'cannot-see', reason: 'cannot-run' };
}
