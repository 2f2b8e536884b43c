// Waits for the body in one clip, for a video that is made of it.
import type { BodyFacts } from '#domain/comparison/comparison-plan.ts';
import { firstAnswer } from '#web/lib/readonly-store.ts';
import { type BodyClip, type BodyLook, type ClipBodyState, clipBodyOf, isUnderWay } from './clip-body.ts';

interface FactsOptions {
  readonly wantsOutlines: boolean;
  /** Ends the wait, not the tracking: the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onLook?: (look: BodyLook) => void;
}

/**
 * Resolves to the body facts of a clip once tracking has finished; to null when no golfer is found, and when the
 * visitor would have to agree to a download first.
 */
export async function bodyFacts(
  clip: BodyClip,
  { wantsOutlines, signal, onLook }: FactsOptions,
): Promise<BodyFacts | null> {
  const body = clipBodyOf(clip.of);
  const isEnough = ({ facts }: ClipBodyState) => facts !== null && (facts.outlines !== null || !wantsOutlines);
  const known = body.getState();
  if (!isEnough(known) || !isUnderWay(known.look)) body.look(clip, { wantsOutlines });
  const enough = body.getState();
  if (isEnough(enough) && !isUnderWay(enough.look)) return enough.facts;
  const hasEnded = ({ look }: ClipBodyState) => {
    onLook?.(look);
    // The other caller has stopped the tracking: start it again for this one.
    if (look.stage === 'none') body.look(clip, { wantsOutlines });
    else if (!isUnderWay(look)) return true;
  };
  await firstAnswer(body, hasEnded, signal);
  return body.getState().facts;
}
