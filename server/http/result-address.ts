// The addresses under which visitors know their results, and the way back from one. A client's address is only ever
// compared: nothing of it is opened or fetched (hostile cases 44 to 48).
import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/app-error.ts';
import type { ResultStore } from '#server/jobs/result-store.ts';
import { RESULT_PATH } from './media.ts';
import type { Visitors } from './visitors.ts';

/** The address of a result. */
export function resultAddress(handle: string): string {
  return `${RESULT_PATH}${handle}.mp4`;
}

/** A result of whoever asks. */
export interface OwnResult {
  readonly visitorId: string;
  /** The file in the store's room `results`. */
  readonly mediaName: string;
}

/**
 * The result at an address, to the letter as the server gave it out. Throws `AppError('result-not-found')` for every
 * other text, and for results that are unknown, expired or another visitor's.
 */
export async function ownResult(
  { visitors, results }: { visitors: Visitors; results: ResultStore },
  request: FastifyRequest,
  address: string,
): Promise<OwnResult> {
  const handle = address.slice(RESULT_PATH.length, -'.mp4'.length);
  const isOurs = /^[A-Za-z0-9_-]{1,64}$/.test(handle) && address === resultAddress(handle);
  const visitorId = isOurs ? await visitors.find(request) : null;
  const mediaName = visitorId === null ? undefined : await results.find(visitorId, handle);
  if (visitorId === null || mediaName === undefined) throw new AppError('result-not-found');
  return { visitorId, mediaName };
}
