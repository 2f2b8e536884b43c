// The training set: animated swings as the search sees them, each with what the rules propose and the exact truth. Seeded.

import {
  type Perceptron,
  perceptronScores,
  type SwingSigns,
  signWindows,
  withoutLearntSigns,
} from '#domain/moments/learnt-signs.ts';
import { chooseFrame } from '#domain/moments/position-signs.ts';
import { type BodySwing, swingsInBody, windowOf } from '#domain/moments/swings-in-body.ts';
import type { Position } from '#domain/swing/swing.ts';
import { RIGHT_WITHIN } from '#scripts/moments/moments-scores.ts';
import { swingScene } from './animated-scene.ts';
import { otherScene } from './other-movements.ts';
import { seenSeries } from './seen-scene.ts';
import type { TrainingSwing } from './train-perceptron.ts';

interface FoundSeries {
  readonly labels: Readonly<Record<Position, number>>;
  readonly slowdown: number;
  /** As the product proposes it. */
  readonly swing: BodySwing;
  /** Without what a perceptron says. */
  readonly measured: SwingSigns;
}

/** What came of the clips of some seeds. */
interface TrainingSet {
  readonly found: readonly FoundSeries[];
  /** Swings of which nothing, or only something else, was proposed. */
  readonly missed: number;
  /** Clips without a swing, and how many of them were taken for one, surely and at all. */
  readonly others: number;
  readonly falseFinds: number;
  readonly sureFalseFinds: number;
}

/** Minimum likeness at which a swing counts as found. */
const SURE = 0.7;
/** Other seeds for clips without a swing. */
const OTHER_SEEDS = 1_000_000;

/** Clips of the seeds 0, 1, 2 and so on, with the given numbers of clips with and without a swing. */
export function trainingSet(
  swings: number,
  others: number,
  onClip: (count: number) => void = () => undefined,
): TrainingSet {
  const found: FoundSeries[] = [];
  for (let seed = 0; seed < swings; seed++) {
    const { clip, labels, slowdown } = seenSeries(seed, swingScene);
    const swing = labels && swingsInBody(clip).find(({ hands }) => isNear(hands.strikeTime, labels));
    if (labels && swing?.signs) found.push({ labels, slowdown, swing, measured: withoutLearntSigns(swing.signs) });
    onClip(seed + 1);
  }
  let [falseFinds, sureFalseFinds] = [0, 0];
  for (let seed = 0; seed < others; seed++) {
    // Some of them putt, which is a short stroke.
    const [first] = swingsInBody(seenSeries(OTHER_SEEDS + seed, otherScene).clip).filter(({ isShort }) => !isShort);
    if (first) falseFinds++;
    if (first && first.confidence >= SURE) sureFalseFinds++;
    onClip(swings + seed + 1);
  }
  return { found, missed: swings - found.length, others, falseFinds, sureFalseFinds };
}

function isNear(time: number, { top, strike }: FoundSeries['labels']): boolean {
  return Math.abs(time - strike) < 0.5 * (strike - top);
}

/** The swings to learn a position from: those in which its frame is among the ones to choose from. */
export function trainingSwings(found: readonly FoundSeries[], position: Position): readonly TrainingSwing[] {
  return found.flatMap(({ labels, slowdown, swing, measured }) => {
    const { times } = measured[position];
    const frame = slowdown / 30;
    const label = labels[position];
    if (times.every((time) => Math.abs(time - label) > RIGHT_WITHIN[position] * frame)) return [];
    const spread = (RIGHT_WITHIN[position] / 2) * frame;
    const bells = times.map((time) => Math.exp(-0.5 * ((time - label) / spread) ** 2) + 1e-9);
    const all = bells.reduce((sum, bell) => sum + bell, 0);
    return [
      { windows: signWindows(measured[position], swing.hands, position), wanted: bells.map((bell) => bell / all) },
    ];
  });
}

/** How many of some animated swings are right in a position, by the product and by a perceptron alone. */
export function rightOf(found: readonly FoundSeries[], position: Position, perceptron: Perceptron) {
  let [product, learnt] = [0, 0];
  for (const { labels, slowdown, swing, measured } of found) {
    const isRight = (time: number) =>
      Math.abs(time - labels[position]) * 30 <= (RIGHT_WITHIN[position] + 0.05) * slowdown;
    const scores = perceptronScores(perceptron, signWindows(measured[position], swing.hands, position));
    const signs = { times: measured[position].times, signs: scores.map((score) => [score]) };
    if (isRight(swing.moments[position].time)) product++;
    if (isRight(chooseFrame(signs, [1], windowOf(swing.hands, position)).time)) learnt++;
  }
  return { product, learnt };
}
