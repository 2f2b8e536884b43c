// How much each sign of a position counts, in the order of position-signs.ts. Fitted by `npm run evaluate:moments -- FOLDER
// --weights` on 40 labelled swings (docs/decisions/073): the weights under which the labelled frames are likeliest.
import type { Position } from '#domain/swing/swing.ts';

/** The weights of each position's signs. */
export const SIGN_WEIGHTS: Readonly<Record<Position, readonly number[]>> = {
  rest: [-0.44, -0.44, -0.23, 0.5, 0.56, -0.27],
  top: [-1.01, 0.17, -0.98],
  strike: [-0.51, 1.05, 0.46, -0.78, 0.26, -0.93, -0.68],
};
