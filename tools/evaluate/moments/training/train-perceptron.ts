// Trains the perceptron that scores the frames in which a position may lie: the frames of a swing compared with each other.
// Seeded, pure and deterministic.
import type { Perceptron } from '#domain/moments/learnt-signs.ts';
import type { Chance } from './chance.ts';

/** The frames of one swing with how much each of them is the wanted one, together 1. */
export interface TrainingSwing {
  readonly windows: readonly Float32Array[];
  readonly wanted: readonly number[];
}

interface Training {
  readonly hiddenUnits: number;
  readonly rounds: number;
  readonly stepLength: number;
  /**
   * Noise on each input, in standard deviations of the input. It keeps the perceptron from learning traits of animated
   * swings only.
   */
  readonly noise: number;
  readonly heldSmall: number;
}

export function trainPerceptron(swings: readonly TrainingSwing[], chance: Chance, training: Training): Perceptron {
  const inputs = swings[0]?.windows[0]?.length ?? 0;
  const { means, scales } = spreadsOf(swings, inputs);
  const { hiddenUnits, rounds } = training;
  const row = inputs + 1;
  const weights = Float64Array.from({ length: hiddenUnits * (row + 1) }, (_, at) =>
    at < hiddenUnits * row ? chance.normal(1 / Math.sqrt(inputs)) : chance.normal(1 / Math.sqrt(hiddenUnits)),
  );
  const slope = new Float64Array(weights.length);
  const optimizer = adam(weights.length);
  const order = swings.map((_, at) => at);
  for (let round = 0; round < rounds; round++) {
    shuffle(order, chance);
    // The steps become shorter towards the end.
    const stepLength = training.stepLength * 0.5 * (1 + Math.cos((Math.PI * round) / rounds));
    for (let first = 0; first < order.length; first += BATCH) {
      slope.fill(0);
      for (const at of order.slice(first, first + BATCH)) {
        const swing = swings[at];
        if (swing) addSlope({ swing, weights, slope, means, scales, hiddenUnits, noise: training.noise }, chance);
      }
      optimizer(weights, slope, stepLength, training.heldSmall);
    }
  }
  const rounded = [...weights].map((weight) => Math.round(1e4 * weight) / 1e4);
  return {
    means: [...means].map((mean) => Math.round(1e4 * mean) / 1e4),
    scales: [...scales].map((scale) => Math.round(1e4 * scale) / 1e4),
    hidden: rounded.slice(0, hiddenUnits * row),
    output: rounded.slice(hiddenUnits * row),
  };
}

const BATCH = 16;

interface Slope {
  readonly swing: TrainingSwing;
  readonly weights: Float64Array;
  readonly slope: Float64Array;
  readonly means: Float64Array;
  readonly scales: Float64Array;
  readonly hiddenUnits: number;
  readonly noise: number;
}

/** Adds one swing's gradient of the cross-entropy at the wanted frames. */
function addSlope({ swing, weights, slope, means, scales, hiddenUnits, noise }: Slope, chance: Chance): void {
  const inputs = means.length;
  const row = inputs + 1;
  const count = swing.windows.length;
  const values = new Float64Array(count * inputs);
  const active = new Float64Array(count * hiddenUnits);
  const scores = new Float64Array(count);
  // The same error in all frames of a swing: neighbors see the same series.
  const errors = Float64Array.from({ length: inputs }, () => chance.normal(noise));
  for (const [frame, window] of swing.windows.entries()) {
    for (let input = 0; input < inputs; input++) {
      const value = ((window[input] ?? 0) - (means[input] ?? 0)) * (scales[input] ?? 0);
      values[frame * inputs + input] = value + (errors[input] ?? 0);
    }
    for (let unit = 0; unit < hiddenUnits; unit++) {
      let sum = weights[unit * row + inputs] ?? 0;
      for (let input = 0; input < inputs; input++)
        sum += (weights[unit * row + input] ?? 0) * (values[frame * inputs + input] ?? 0);
      const value = Math.tanh(sum);
      active[frame * hiddenUnits + unit] = value;
      scores[frame] = (scores[frame] ?? 0) + value * (weights[hiddenUnits * row + unit] ?? 0);
    }
  }
  const most = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const all = odds.reduce((sum, one) => sum + one, 0);
  for (let frame = 0; frame < count; frame++) {
    const off = (odds[frame] ?? 0) / all - (swing.wanted[frame] ?? 0);
    for (let unit = 0; unit < hiddenUnits; unit++) {
      const value = active[frame * hiddenUnits + unit] ?? 0;
      const out = hiddenUnits * row + unit;
      slope[out] = (slope[out] ?? 0) + off * value;
      const back = off * (weights[out] ?? 0) * (1 - value * value);
      for (let input = 0; input < inputs; input++) {
        const at = unit * row + input;
        slope[at] = (slope[at] ?? 0) + back * (values[frame * inputs + input] ?? 0);
      }
      slope[unit * row + inputs] = (slope[unit * row + inputs] ?? 0) + back;
    }
  }
}

/** Adam's steps (Kingma and Ba, 2015), with weights that decay. */
function adam(length: number) {
  const first = new Float64Array(length);
  const second = new Float64Array(length);
  let step = 0;
  return (weights: Float64Array, slope: Float64Array, stepLength: number, heldSmall: number): void => {
    step++;
    for (let at = 0; at < length; at++) {
      const value = (slope[at] ?? 0) / BATCH;
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * value;
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * value * value;
      const way = (first[at] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((second[at] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
      weights[at] = (weights[at] ?? 0) - stepLength * (way + heldSmall * (weights[at] ?? 0));
    }
  };
}

function spreadsOf(swings: readonly TrainingSwing[], inputs: number) {
  const means = new Float64Array(inputs);
  const squares = new Float64Array(inputs);
  let count = 0;
  for (const { windows } of swings) {
    for (const window of windows) {
      count++;
      for (let input = 0; input < inputs; input++) {
        const value = window[input] ?? 0;
        means[input] = (means[input] ?? 0) + value;
        squares[input] = (squares[input] ?? 0) + value * value;
      }
    }
  }
  for (let input = 0; input < inputs; input++) means[input] = (means[input] ?? 0) / count;
  const scales = squares.map((square, input) => {
    const spread = Math.sqrt(Math.max(0, square / count - (means[input] ?? 0) ** 2));
    return spread > 1e-6 ? 1 / spread : 0;
  });
  return { means, scales };
}

function shuffle(order: number[], chance: Chance): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(chance.between(0, at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}
