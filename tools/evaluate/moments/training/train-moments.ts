// Teaches the perceptrons with animated swings and judges them on labeled clips beside the measured signs (docs/decisions/074):
// `node tools/evaluate/moments/training/train-moments.ts FOLDER --from ANSWERS`, with the answers that evaluate-moments wrote with
// `--json`; without a folder, animated swings only. `--swings` and `--others` say how many clips. `--json
// domain/moments/trained-perceptrons.json` writes the perceptrons that the product uses; the weights of the signs are then fitted
// again (`evaluate-moments --weights`).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  LEARNT_POSITIONS,
  type Perceptron,
  perceptronScores,
  signWindows,
  withoutLearntSigns,
} from '#domain/moments/learnt-signs.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import {
  type ClipAnswer,
  judgedScores,
  type LabeledClip,
  type Outcome,
  outcomesOf,
  positionTable,
} from '#tools/evaluate/moments/moments-scores.ts';
import { chanceOf } from './chance.ts';
import { trainPerceptron } from './train-perceptron.ts';
import { rightOf, trainingSet, trainingSwings } from './training-set.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    json: { type: 'string' },
    swings: { type: 'string', default: '900' },
    others: { type: 'string', default: '150' },
  },
});

const TRAINING = { hiddenUnits: 8, rounds: 20, stepLength: 0.003, noise: 0.3, heldSmall: 0.01 };
/** One in this many swings is left out of training and used for validation. */
const KEPT_BACK = 10;

const set = trainingSet(Number(values.swings), Number(values.others), (count) => {
  if (count % 100 === 0) console.log(`${count} clips`);
});
console.log(`Animated swings: ${set.found.length} found, ${set.missed} missed`);
console.log(`Other movements: ${set.falseFinds} of ${set.others} taken for a swing, ${set.sureFalseFinds} surely`);
const taught = set.found.filter((_, at) => at % KEPT_BACK > 0);
const keptBack = set.found.filter((_, at) => at % KEPT_BACK === 0);
const perceptrons = Object.fromEntries(
  POSITIONS.map((position) => {
    const perceptron = trainPerceptron(trainingSwings(taught, position), chanceOf(1), TRAINING);
    const { product, learnt } = rightOf(keptBack, position, perceptron);
    console.log(`${position}, kept back: product ${product}, perceptron ${learnt} of ${keptBack.length} right`);
    return [position, perceptron];
  }),
) as Record<Position, Perceptron>;
if (values.json) {
  const used = Object.fromEntries(LEARNT_POSITIONS.map((position) => [position, perceptrons[position]]));
  writeFileSync(values.json, `${JSON.stringify(used)}\n`);
}
const [folder] = positionals;
if (folder && values.from) judge(folder, values.from);

/** Measured signs, perceptron and both on labeled clips, each with weights fitted to clips of other sources. */
function judge(from: string, answersFile: string): void {
  const clips: LabeledClip[] = JSON.parse(readFileSync(path.join(from, 'manifest.json'), 'utf8'));
  const answers: Record<string, ClipAnswer> = JSON.parse(readFileSync(answersFile, 'utf8'));
  const swings = clips.flatMap((clip) => outcomesOf(clip, answers[clip.slug] ?? { kind: 'cannot-read' }));
  const labeled = swings.filter(({ labels }) => labels);
  const ways = {
    'measured signs': (signs: readonly number[]) => signs,
    'perceptron alone': (_: readonly number[], score: number) => [score],
    both: (signs: readonly number[], score: number) => [...signs, score],
  };
  for (const [name, way] of Object.entries(ways)) {
    const scored = (position: Position) =>
      judgedScores(
        labeled.map((outcome) => withSigns(outcome, position, way)),
        position,
      );
    console.log(`Judged on labeled clips: ${name}`);
    console.table(positionTable(labeled, { rest: scored('rest'), top: scored('top'), strike: scored('strike') }));
  }
}

function withSigns(
  outcome: Outcome,
  position: Position,
  way: (signs: readonly number[], score: number) => readonly number[],
): Outcome {
  const { proposal } = outcome;
  if (!proposal?.signs || !proposal.hands) return outcome;
  const measured = withoutLearntSigns(proposal.signs)[position];
  const { times, signs } = measured;
  const scores = perceptronScores(perceptrons[position], signWindows(measured, proposal.hands, position));
  const changed = { times, signs: signs.map((own, frame) => way(own, scores[frame] ?? 0)) };
  return { ...outcome, proposal: { ...proposal, signs: { ...proposal.signs, [position]: changed } } };
}
