// The training set is what the search sees of animated swings, the same for the same seeds; the perceptron learns from it.
import { describe, expect, test } from 'vitest';
import { perceptronScores } from '#domain/moments/learnt-signs.ts';
import { POSITIONS } from '#domain/swing/swing.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { swingScene } from './animated-scene.ts';
import { chanceOf } from './chance.ts';
import { otherScene } from './other-movements.ts';
import { trainPerceptron } from './train-perceptron.ts';
import { rightOf, seenSeries, trainingSet, trainingSwings } from './training-set.ts';

describe('an animated clip', () => {
  test('is the same for the same seed, and another one for another', () => {
    const [first, again, other] = [8, 8, 9].map((seed) => {
      const { clip, labels } = seenSeries(seed, swingScene);
      return { labels, clicks: clip.clicks, track: clip.track, changes: clip.motions.map(({ change }) => change) };
    });
    expect(first?.changes.length).toBeGreaterThan(0);
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(other?.labels).not.toEqual(first?.labels);
  });

  test('has its positions in order, each on the first frame of a picture', () => {
    const { clip, labels } = seenSeries(9, swingScene);
    const { rest = 0, top = 0, strike = 0 } = labels ?? {};
    expect([rest, top, strike].toSorted((a, b) => a - b)).toEqual([rest, top, strike]);
    for (const position of [rest, top, strike]) expect(clip.frameTimes).toContain(position);
  });

  test('without a swing has no positions, and somebody in it', () => {
    const { clip, labels } = seenSeries(1, otherScene);
    expect(labels).toBeNull();
    expect(clip.track.frames.length).toBeGreaterThan(5);
  });
});

describe('the perceptron', () => {
  // The wanted frame is the one whose second number is largest; the first number says nothing.
  const swings = Array.from({ length: 60 }, (_, at) => {
    const chance = chanceOf(at);
    const windows = Array.from({ length: 5 }, () => Float32Array.from([chance.normal(1), chance.between(0, 1)]));
    const best = windows.reduce((most, one, frame) => ((one[1] ?? 0) > (windows[most]?.[1] ?? 0) ? frame : most), 0);
    return { windows, wanted: windows.map((_, frame) => (frame === best ? 1 : 0)) };
  });
  const training = { hiddenUnits: 4, rounds: 60, stepLength: 0.02, noise: 0, heldSmall: 0 };

  test('learns which frame is wanted, the same from the same draws', () => {
    const perceptron = trainPerceptron(swings, chanceOf(1), training);
    expect(trainPerceptron(swings, chanceOf(1), training)).toEqual(perceptron);
    const right = swings.filter(({ windows, wanted }) => {
      const scores = perceptronScores(perceptron, windows);
      return wanted[scores.indexOf(Math.max(...scores))] === 1;
    });
    expect(right.length).toBeGreaterThan(54);
  });
});

campaignTest(
  'animated swings teach a perceptron that finds others, and nothing else is taken for a swing',
  async () => {
    const { found, missed, falseFinds } = trainingSet(60, 20);
    expect(missed).toBeLessThan(10);
    expect(falseFinds).toBeLessThan(3);
    const training = { hiddenUnits: 8, rounds: 20, stepLength: 0.005, noise: 0.3, heldSmall: 0.01 };
    for (const position of POSITIONS) {
      const perceptron = trainPerceptron(trainingSwings(found.slice(20), position), chanceOf(1), training);
      expect(rightOf(found.slice(0, 20), position, perceptron).learnt, position).toBeGreaterThan(10);
    }
  },
);
