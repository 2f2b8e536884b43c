// The training set: animated swings as the search sees them (the product's own looks, small pictures, and the body as the model
// would detect it, with joints that jitter, errors where the hands are fast or hidden, and frames without a detection), each with
// what the rules propose and the exact truth. Seeded.
import { type BodyFrame, JOINTS, type Joint, makeBodyTrack, type SeenBody } from '#domain/body/body-track.ts';
import type { CellMotion } from '#domain/moments/clip-motion.ts';
import { passesForSwings } from '#domain/moments/frames-for-swings.ts';
import {
  type Perceptron,
  perceptronScores,
  type SwingSigns,
  signWindows,
  withoutLearntSigns,
} from '#domain/moments/learnt-signs.ts';
import { type GrayFrame, motionBetween } from '#domain/moments/motion/frame-motion.ts';
import { chooseFrame } from '#domain/moments/position-signs.ts';
import {
  type BodySwing,
  motionStretches,
  type SeenClip,
  swingsInBody,
  windowOf,
} from '#domain/moments/swings-in-body.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { RIGHT_WITHIN } from '#tools/evaluate/moments/moments-scores.ts';
import type { Scene, ScenePlaces } from './animated-scene.ts';
import { swingScene } from './animated-scene.ts';
import { type Chance, chanceOf } from './chance.ts';
import { drawnFilming, type Filming } from './filming.ts';
import { otherScene } from './other-movements.ts';
import { seenPoint, smallPictures } from './small-pictures.ts';
import type { TrainingSwing } from './train-perceptron.ts';

interface FoundSeries {
  readonly labels: Readonly<Record<Position, number>>;
  readonly slowdown: number;
  /** As the product proposes it. */
  readonly swing: BodySwing;
  /** Without the perceptron's score. */
  readonly measured: SwingSigns;
}

/** The outcomes of the clips of some seeds. */
interface TrainingSet {
  readonly found: readonly FoundSeries[];
  /** Swings without a proposal, or with a proposal for something else only. */
  readonly missed: number;
  /** Clips without a swing, and how many of them were taken for one: surely, and in total. */
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

/** A clip that we rendered, with its exact labels. */
interface LabeledSeries {
  readonly clip: SeenClip;
  /** The frames nearest to the positions, the first of their picture; null where there is no swing. */
  readonly labels: Readonly<Record<Position, number>> | null;
  /** How many times slower than life it plays. */
  readonly slowdown: number;
}

/** Films and looks at the scene that a function draws. */
export function seenSeries(seed: number, draw: (chance: ReturnType<typeof chanceOf>) => Scene): LabeledSeries {
  const chance = chanceOf(seed);
  const scene = draw(chance);
  const filming = drawnFilming(chance, scene);
  const { frames, clicks, shownAt } = filming;
  const frameTimes = frames.map(({ time }) => time);
  const lookAt = seenBody(chance, scene, filming);
  const { widthPx, heightPx } = scene;
  let track = makeBodyTrack({ widthPx, heightPx, frames: [] });
  for (const { framesAfter } of passesForSwings(frameTimes, [])) {
    const more = framesAfter(track).map(lookAt);
    track = makeBodyTrack({ widthPx, heightPx, frames: [...track.frames, ...more] });
  }
  const pictureOf = smallPictures(chance, scene, filming);
  const stretches = motionStretches(track);
  const wanted = frames.flatMap(({ time }, frame) =>
    stretches.some(({ from, to }) => time >= from && time <= to) ? frame : [],
  );
  return {
    clip: { track, motions: motionsOf(wanted, pictureOf), clicks, frameTimes },
    labels: scene.positions && labelsOf(scene.positions, filming),
    slowdown: shownAt(1) - shownAt(0),
  };
}

/** As in web/find/clip-reader.ts. */
const MIN_INTERVAL = 1 / 75;
/** Of 240 frames a second three are left out; a longer gap lies between two stretches. */
const MOST_SKIPPED = 4;

function motionsOf(wanted: readonly number[], pictureOf: (frame: number) => GrayFrame): readonly CellMotion[] {
  const found: CellMotion[] = [];
  let before: { readonly frame: number; readonly picture: GrayFrame } | null = null;
  for (const frame of wanted) {
    const picture = pictureOf(frame);
    if (before && picture.time - before.picture.time < MIN_INTERVAL) continue;
    if (before && frame - before.frame <= MOST_SKIPPED) found.push(motionBetween(before.picture, picture));
    before = { frame, picture };
  }
  return found;
}

function labelsOf(positions: NonNullable<Scene['positions']>, { frames }: Filming): LabeledSeries['labels'] {
  const nearest = (life: number) => {
    const best = frames.reduce((most, one) => (Math.abs(one.taken - life) < Math.abs(most.taken - life) ? one : most));
    return best.time;
  };
  const entries = POSITIONS.map((position) => [position, nearest(positions[position])]);
  return Object.fromEntries(entries) as LabeledSeries['labels'];
}

/** How a clip's joints err, in body sizes (docs/measurements.md, 074: errors of the joints). */
interface Errors {
  /** From picture to picture. */
  readonly stir: number;
  /** For a whole clip, per joint. */
  readonly bias: ReadonlyMap<Joint, { readonly x: number; readonly y: number }>;
  /** Error of fast hands, as a share of the distance that they move in one picture. */
  readonly blur: number;
  /** The wrist that is farther from the camera, where the body hides it. */
  readonly hidden: number;
  /** The share of frames without a detection. */
  readonly missing: number;
}

/** The body in a frame, by its place in the clip. */
function seenBody(chance: Chance, scene: Scene, filming: Filming): (frame: number) => BodyFrame {
  const errors = drawnErrors(chance);
  const sizePx = 0.76 * scene.bodyPx;
  const seen = new Map<number, SeenBody | null>();
  return (frameIndex) => {
    const { time = 0, taken = 0 } = filming.frames[frameIndex] ?? {};
    // A repeated picture is seen as the picture that it repeats.
    const picture = Math.round(taken * 1e5);
    if (!seen.has(picture)) {
      const isMissing = chance.happens(errors.missing);
      seen.set(picture, isMissing ? null : bodyIn({ chance, scene, filming, errors, sizePx }, taken));
    }
    return { frameIndex, time, body: seen.get(picture) ?? null };
  };
}

function drawnErrors(chance: Chance): Errors {
  const bias = chance.ratio(0.004, 0.03);
  return {
    stir: chance.happens(0.1) ? chance.ratio(0.004, 0.015) : chance.ratio(0.0007, 0.005),
    bias: new Map(JOINTS.map((joint) => [joint, { x: chance.normal(bias), y: chance.normal(bias) }])),
    blur: chance.between(0, 0.25),
    hidden: chance.ratio(0.003, 0.05),
    missing: chance.happens(0.1) ? chance.between(0, 0.1) : 0,
  };
}

interface Look {
  readonly chance: Chance;
  readonly scene: Scene;
  readonly filming: Filming;
  readonly errors: Errors;
  readonly sizePx: number;
}

/** Between two pictures of a usual clip, in seconds of life. */
const PICTURE = 1 / 30;

function bodyIn({ chance, scene, filming, errors, sizePx }: Look, taken: number): SeenBody {
  const places = scene.placesAt(taken);
  const before = scene.placesAt(taken - PICTURE);
  const camera = filming.cameraAt(taken);
  const joints = JOINTS.map((joint) => {
    const isWrist = joint === 'leftWrist' || joint === 'rightWrist';
    const isHidden = joint === `${scene.hiddenArm}Wrist`;
    const spread = sizePx * (errors.stir + (isHidden ? errors.hidden : 0));
    const { x = 0, y = 0 } = errors.bias.get(joint) ?? {};
    const seen = seenPoint(places.joints[joint], camera, scene);
    const blur = isWrist ? chance.normal(errors.blur) : 0;
    const way = wayOf(joint, before, places);
    return [
      joint,
      {
        xPx: seen.xPx + sizePx * x + chance.normal(spread) + blur * way.xPx,
        yPx: seen.yPx + sizePx * y + chance.normal(spread) + blur * way.yPx,
        certainty: isHidden ? chance.ratio(0.03, 0.9) : chance.between(0.8, 1),
      },
    ];
  });
  return { certainty: chance.between(0.9, 1), joints: Object.fromEntries(joints) };
}

function wayOf(joint: Joint, before: ScenePlaces, after: ScenePlaces) {
  const [from, to] = [before.joints[joint], after.joints[joint]];
  return { xPx: to.xPx - from.xPx, yPx: to.yPx - from.yPx };
}
