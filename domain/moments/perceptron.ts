// A perceptron with one hidden layer that scores each frame by the window of signs around it. Trained on animated
// swings (scripts/moments/training). Pure and deterministic.

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
