// Requests to the body worker, whose code is loaded with the first one.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { Stretch } from '#domain/body/looked-at-frames.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { BodyRequest } from './body-request.ts';
import type { SeeBodyAnswer, SeeBodyOptions } from './see-body.ts';

/** The golfer's track over a stretch of a clip that holds a whole swing. */
export interface SeenStretch {
  readonly source: Blob | string;
  readonly stretch: Stretch;
  readonly track: BodyTrack;
  /** The positions that were found: the swing is tracked again at them. Undefined if that is done or not wanted. */
  readonly measuredAt?: SwingAnnotations;
}

/** Loads the code that starts the worker with the first request. Rejects only when it is stopped. */
export async function answerTo(
  source: Blob | string,
  request: BodyRequest,
  options: SeeBodyOptions,
): Promise<SeeBodyAnswer> {
  const module = await import('./see-body.ts').catch(() => null);
  options.signal.throwIfAborted();
  return module ? module.seeBody(source, request, options) : { kind: 'cannot-see', reason: 'not-loaded' };
}
