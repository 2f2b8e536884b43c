// A perceptron with one hidden layer that says how much speaks for each frame, by the window of signs around it. It is
// trained on animated swings (scripts/moments/training). Pure and deterministic.

/** Trained weights. Plain JSON. */
export interface Perceptron {
  /** Of each input, what is taken off it; its number is that of a window's values. */
  readonly means: readonly number[];
  /** Of each input, what it is then multiplied by. */
  readonly scales: readonly number[];
  /** Row by row, one row for each hidden unit: a weight for each input, and a number that is added. */
  readonly hidden: readonly number[];
  /** A weight for each hidden unit. */
  readonly output: readonly number[];
}

/** How much speaks for each frame: the larger, the likelier; only to be compared within a swing. */
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
