// Adds one more sign to the measured ones of each frame: a perceptron's score of its signs and those around it (docs/decisions/074).
// Trained on animated swings (tools/evaluate/moments/training). Pure and deterministic.
import type { Position } from '#domain/swing/swing.ts';
import type { HandsSwing } from './hands-swings.ts';
import type { PositionSigns } from './position-signs.ts';
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

/** The extent of a window around its frame, and the distance between its samples, in downswings. */
const LOOKS: Readonly<Record<Position, { readonly reach: number; readonly step: number }>> = {
  rest: { reach: 1.5, step: 0.25 },
  top: { reach: 0.75, step: 0.15 },
  strike: { reach: 0.4, step: 0.1 },
};

/**
 * A window for each of a position's frames: the frame's signs, then for each sample around it whether it lies outside
 * the frames (1, else 0) and its signs, interpolated between two frames and clamped outside.
 */
export function signWindows(
  { times, signs }: PositionSigns,
  { downswing }: Pick<HandsSwing, 'downswing'>,
  position: Position,
): readonly Float32Array[] {
  const { reach, step } = LOOKS[position];
  const steps = Math.round(reach / step);
  const offsets = Array.from({ length: 2 * steps + 1 }, (_, at) => (at - steps) * step);
  return times.map((time, frame) => {
    const own = signs[frame] ?? [];
    const around = offsets.flatMap((offset) => {
      const at = time + offset * downswing;
      const isOutside = at < (times[0] ?? 0) || at > (times.at(-1) ?? 0);
      return [isOutside ? 1 : 0, ...signsAt(times, signs, at)];
    });
    return Float32Array.from([...own, ...around]);
  });
}

function signsAt(times: readonly number[], signs: PositionSigns['signs'], time: number): readonly number[] {
  const next = times.findIndex((one) => one >= time);
  const [from, to] = [next < 1 ? next : next - 1, next];
  const [before, after] = [times.at(from) ?? 0, times.at(to) ?? 0];
  const share = after > before ? Math.max(0, (time - before) / (after - before)) : 0;
  return (signs.at(from) ?? []).map((sign, index) => sign + share * ((signs.at(to)?.[index] ?? 0) - sign));
}

/** Trained weights. Plain JSON. */
export interface Perceptron {
  /** Subtracted from each input. Its length is the number of values in a window. */
  readonly means: readonly number[];
  /** Multiplied with each input after the subtraction. */
  readonly scales: readonly number[];
  /** One row per hidden unit: a weight for each input, and the bias. */
  readonly hidden: readonly number[];
  /** A weight for each hidden unit. */
  readonly output: readonly number[];
}

/** The score of each frame: larger is likelier. Comparable only within one swing. */
export function perceptronScores(perceptron: Perceptron, windows: readonly Float32Array[]): readonly number[] {
  const inputs = perceptron.means.length;
  return windows.map((window) =>
    perceptron.output.reduce((score, weight, unit) => {
      const row = unit * (inputs + 1);
      let sum = perceptron.hidden[row + inputs] ?? 0;
      for (let input = 0; input < inputs; input++) {
        const value = ((window[input] ?? 0) - (perceptron.means[input] ?? 0)) * (perceptron.scales[input] ?? 0);
        sum += (perceptron.hidden[row + input] ?? 0) * value;
      }
      return score + weight * Math.tanh(sum);
    }, 0),
  );
}
