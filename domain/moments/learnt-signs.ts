// Adds one more sign to the measured ones of each frame: the score of a perceptron trained on animated swings
// (docs/decisions/074).
import type { Position } from '#domain/swing/swing.ts';
import type { HandsSwing } from './hands-swings.ts';
import { type Perceptron, perceptronScores } from './perceptron.ts';
import type { PositionSigns } from './position-signs.ts';
import { signWindows } from './sign-windows.ts';
import trained from './trained-perceptrons.json' with { type: 'json' };

/** The positions with a perceptron. For the rest, the measured signs alone are more accurate. */
export const LEARNT_POSITIONS = ['top', 'strike'] as const satisfies readonly Position[];

const PERCEPTRONS: Readonly<Record<(typeof LEARNT_POSITIONS)[number], Perceptron>> = trained;

/** The signs of all three positions of a swing. */
export type SwingSigns = Readonly<Record<Position, PositionSigns>>;

/** The measured signs of each frame, with the perceptron's score appended where there is one. */
export function withLearntSigns(measured: SwingSigns, hands: Pick<HandsSwing, 'downswing'>): SwingSigns {
  const learnt = LEARNT_POSITIONS.map((position) => {
    const { times, signs } = measured[position];
    const scores = perceptronScores(PERCEPTRONS[position], signWindows(measured[position], hands, position));
    return [position, { times, signs: signs.map((frame, at) => [...frame, scores[at] ?? 0]) }];
  });
  return { ...measured, ...Object.fromEntries(learnt) };
}

/** The measured signs alone: the training input of a perceptron. */
export function withoutLearntSigns(signs: SwingSigns): SwingSigns {
  const measured = LEARNT_POSITIONS.map((position) => {
    const { times, signs: all } = signs[position];
    return [position, { times, signs: all.map((frame) => frame.slice(0, -1)) }];
  });
  return { ...signs, ...Object.fromEntries(measured) };
}
