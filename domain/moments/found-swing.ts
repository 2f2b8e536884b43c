// A proposed swing: its positions and their confidence.
import type { Stretch } from '#domain/body/sampled-frames.ts';
import type { Position, SwingAnnotations } from '#domain/swing/swing.ts';

/** Minimum confidence for "swing found". Below it, the swing is only offered as a possible one. */
export const SURE = 0.7;

/** How a proposed position is supported: by body, picture and sound; by body and picture; or it has to be checked. */
export type Certainty = 'heard' | 'sure' | 'check';

/** One proposed position. */
export interface Moment {
  /** The time of a shown frame, in seconds on the clip's shown timeline. */
  readonly time: number;
  /** Confidence, 0 to 1. */
  readonly confidence: number;
  readonly certainty: Certainty;
  /**
   * The first and last shown frame of the range that contains the position with high probability; null where it is
   * unknown.
   */
  readonly range: { readonly from: number; readonly to: number } | null;
}

/** One swing that was found. */
export interface FoundSwing {
  readonly moments: Readonly<Record<Position, Moment>>;
  /** The confidence that this is a swing at all, 0 to 1. */
  readonly confidence: number;
  /** Whether it is a short stroke: a chip, a pitch or a putt. */
  readonly isShort: boolean;
}

/** The marks at the proposed times, in seconds of the clip. */
export function marksAt({ moments }: Pick<FoundSwing, 'moments'>): Readonly<Record<keyof SwingAnnotations, number>> {
  return { restTime: moments.rest.time, topTime: moments.top.time, strikeTime: moments.strike.time };
}

/** Where the search has tracked a swing that it found: from a downswing's length before the rest to two after the strike. */
export function foundStretch(swing: Pick<FoundSwing, 'moments'>): Stretch {
  const { restTime, topTime, strikeTime } = marksAt(swing);
  const downswing = strikeTime - topTime;
  return { from: restTime - downswing, to: strikeTime + 2 * downswing };
}
