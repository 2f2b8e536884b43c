// Confidence of a search's proposals. Separate from the search, so that a page can import it without loading it.
import { LONG_DOWNSWING } from '#domain/swing/slow-motion.ts';
import type { Position } from '#domain/swing/swing.ts';
import type { FoundSwing } from './find-swings.ts';

/** From this confidence on it is said that a swing was found; below, that it might be one. */
export const SURE = 0.7;

/** How sure a proposed position is: picture and sound agree, the picture alone is clear, or it has to be checked. */
export type Certainty = 'heard' | 'sure' | 'check';

/** From this strength on a sign agrees. */
const AGREES = 0.9;
/** From this confidence on a position is clear in the picture. */
const CLEAR = 0.85;

/**
 * How sure a position is. Everything has to agree: every sign of the swing, the position itself, and a downswing in real
 * time, since slow motion stretches the start of the backswing beyond what the search can place. Figures in decision 060.
 */
export function certaintyOf({ signs, moments, isHeard }: FoundSwing, position: Position): Certainty {
  const isRealTime = moments.strike.time - moments.top.time < LONG_DOWNSWING;
  const agree = isRealTime && Object.values(signs).every((sign: number) => sign >= AGREES);
  if (!agree || moments[position].confidence < CLEAR) return 'check';
  return position === 'strike' && isHeard ? 'heard' : 'sure';
}
