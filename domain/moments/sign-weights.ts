// How much each sign of a position counts, in the order of position-signs.ts. Fitted by `npm run evaluate:moments -- FOLDER
// --weights` on 40 labelled swings (docs/decisions/073): the weights under which the labelled frames are likeliest.
import type { Position } from '#domain/swing/swing.ts';

/** The weights of each position's signs. */
export const SIGN_WEIGHTS: Readonly<Record<Position, readonly number[]>> = {
  rest: [-0.41, -0.42, -0.26, 0.49, 0.56, -0.25],
  top: [-0.98, 0.18, -1],
  strike: [-1.61, 0.41, 1.45, 0.83],
};
