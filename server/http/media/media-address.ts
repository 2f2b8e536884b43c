// Builds and parses the addresses of results and library videos. A client's address is only compared, never opened or
// fetched (hostile cases 44 to 48).
import type { FastifyRequest } from 'fastify';
import type { ResultStore } from '#server/comparisons/result-store.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { MAX_GOLFER_ID } from '#server/library/golfer-store.ts';
import { AppError } from '#server/runtime/app-error.ts';

/** Where results are served: this, the handle, `.mp4`. */
export const RESULT_PATH = '/media/';
/** Where the library's videos are served: this, the golfer's id, `.mp4`. */
export const GOLFER_VIDEO_PATH = '/media/golfers/';

export function resultAddress(handle: string): string {
  return `${RESULT_PATH}${handle}.mp4`;
}

/** A result of the requesting visitor. */
export interface OwnResult {
  readonly visitorId: string;
  /** The file in the store's bucket `results`. */
  readonly mediaName: string;
}

/**
 * The result at an address, which must match exactly. Throws `AppError('result-not-found')` for any other text, and for
 * results that are unknown, expired or another visitor's.
 */
export async function ownResult(
  { visitors, results }: { visitors: Visitors; results: ResultStore },
  request: FastifyRequest,
  address: string,
): Promise<OwnResult> {
  const handle = address.slice(RESULT_PATH.length, -'.mp4'.length);
  const isOurs = /^[A-Za-z0-9_-]{1,64}$/.test(handle) && address === resultAddress(handle);
  const visitorId = isOurs ? await visitors.find(request) : null;
  const result = visitorId === null ? undefined : await results.find(visitorId, handle);
  if (visitorId === null || !result) throw new AppError('result-not-found');
  return { visitorId, mediaName: result.mediaName };
}

/** Parses a golfer's id; null when it is not one. */
export function parseGolferId(text: string): number | null {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  return id !== null && id <= MAX_GOLFER_ID ? id : null;
}
