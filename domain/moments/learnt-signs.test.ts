// A perceptron's window around a frame, and the sign that it computes.
import { expect, test } from 'vitest';
import {
  LEARNT_POSITIONS,
  perceptronScores,
  signWindows,
  withLearntSigns,
  withoutLearntSigns,
} from './learnt-signs.ts';
import { SIGN_WEIGHTS } from './swings-in-body.ts';

test('a window contains the signs around a frame, in downswings, and flags missing frames', () => {
  const times = [0, 0.1, 0.2, 0.3, 0.4];
  const signs = { times, signs: times.map((time) => [10 * time]) };
  const windows = signWindows(signs, { downswing: 1 }, 'strike');
  const [own, ...around] = windows[2] ?? [];
  expect(own).toBeCloseTo(2);
  const pairs = Array.from({ length: around.length / 2 }, (_, at) => around.slice(2 * at, 2 * at + 2));
  expect(pairs.map(([isOutside]) => isOutside)).toEqual([1, 1, 0, 0, 0, 0, 0, 1, 1]);
  expect(pairs.map(([, sign]) => Math.round(sign ?? -1))).toEqual([0, 0, 0, 1, 2, 3, 4, 4, 4]);
});

test('a perceptron sums the weighted outputs of its hidden units', () => {
  const perceptron = { means: [1, 0], scales: [2, 1], hidden: [1, 0, 0.5, 0, 1, 0], output: [2, -1] };
  const [score] = perceptronScores(perceptron, [Float32Array.from([2, 3])]);
  expect(score).toBeCloseTo(2 * Math.tanh(2.5) - Math.tanh(3));
});

test('the learnt sign is appended with its own weight, and can be left out', () => {
  const times = [0, 0.1, 0.2];
  const measuredWith = (count: number) => ({ times, signs: times.map((time) => Array(count).fill(time)) });
  const measured = { rest: measuredWith(6), top: measuredWith(3), strike: measuredWith(7) };
  const signs = withLearntSigns(measured, { downswing: 0.3 });
  for (const position of LEARNT_POSITIONS) {
    for (const frame of signs[position].signs) expect(frame).toHaveLength(SIGN_WEIGHTS[position].length);
  }
  expect(signs.rest).toEqual(measured.rest);
  expect(withoutLearntSigns(signs)).toEqual(measured);
});
