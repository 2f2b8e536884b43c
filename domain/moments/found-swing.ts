// A swing that is proposed: where its positions lie and how sure that is.
import type { Position } from '#domain/swing/swing.ts';

/** From this confidence on it is said that a swing was found; below, that it might be one. */
export const SURE = 0.7;

/** How sure a proposed position is: body, picture and sound agree, body and picture do, or it has to be checked. */
export type Certainty = 'heard' | 'sure' | 'check';

/** One proposed position. */
export interface Moment {
  /** The time of a shown frame, in seconds on the clip's shown timeline. */
  readonly time: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly certainty: Certainty;
  /** The first and the last shown frame between which the position almost surely lies; null where that is not known. */
  readonly range: { readonly from: number; readonly to: number } | null;
}

/** One swing that was found. */
export interface FoundSwing {
  readonly moments: Readonly<Record<Position, Moment>>;
  /** How sure it is that this is a swing at all, 0 to 1. */
  readonly confidence: number;
}
