// Requests to the body worker, whose code is loaded with the first one.
import { isBesidePosition } from '#domain/body/bodies-at.ts';
import { type BodyTrack, seenFrames } from '#domain/body/body-track.ts';
import type { Stretch } from '#domain/body/looked-at-frames.ts';
import { judgeSlowMotion, NO_FILMING_FACTS } from '#domain/swing/slow-motion.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { BodyRequest } from './body-request.ts';
import type { SeeBodyAnswer, SeeBodyOptions } from './see-body.ts';

/** The golfer's track over a stretch of a clip that holds a whole swing. */
export interface SeenStretch {
  readonly source: Blob | string;
  readonly stretch: Stretch;
  readonly track: BodyTrack;
  /** The marked positions: the body is measured again in the frames beside them. Undefined if that is done or not wanted. */
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

/**
 * Measures the body again in the frames beside the positions, in the mirrored picture as well. Null if there are no such
 * frames, nobody is found, or it is stopped. Never rejects.
 */
export async function lookAgain(
  { source, track, measuredAt }: SeenStretch,
  signal: AbortSignal,
): Promise<BodyTrack | null> {
  if (!measuredAt) return null;
  // Before the comparison nothing else is known of the clip's speed.
  const { factor } = judgeSlowMotion({ facts: NO_FILMING_FACTS, clip: null, annotations: measuredAt });
  const beside = seenFrames(track).filter(({ time }) => isBesidePosition(measuredAt, time, factor));
  if (beside.length === 0) return null;
  const wanted = { frames: beside.map(({ frameIndex }) => frameIndex), areMeasured: true };
  const answer = await answerTo(source, { wanted }, { signal }).catch(() => null);
  return answer?.kind === 'seen' ? answer.track : null;
}
