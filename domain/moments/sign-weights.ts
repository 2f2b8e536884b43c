// The weight of each sign of a position, in the order of position-signs.ts, with the learnt sign last. Fitted by `npm
// run evaluate:moments -- FOLDER --weights` on 40 labelled swings (docs/decisions/073) to maximize the likelihood of
// the labelled frames.
import type { Position } from '#domain/swing/swing.ts';

/** The weights of each position's signs. */
export const SIGN_WEIGHTS: Readonly<Record<Position, readonly number[]>> = {
  rest: [-0.44, -0.44, -0.23, 0.5, 0.56, -0.27],
  top: [-0.17, -0.03, -0.35, 0.77],
  strike: [-0.05, 0.82, 0.3, -0.33, -0.25, -0.48, -0.64, 0.43],
};
