// What the search sees and hears of an animated scene: the product's own looks, its own measure of motion on small pictures of the
// scene, and the body as the model would detect it: joints that jitter, errors where the hands are fast or hidden, and frames
// without a detection. Seeded and pure.
import { type BodyFrame, JOINTS, type Joint, makeBodyTrack, type SeenBody } from '#domain/body/body-track.ts';
import type { CellMotion } from '#domain/moments/clip-motion.ts';
import { passesForSwings } from '#domain/moments/looked-at-for-swings.ts';
import { type GreyFrame, motionBetween } from '#domain/moments/motion/frame-motion.ts';
import { motionStretches, type SeenClip } from '#domain/moments/swings-in-body.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import type { Scene, ScenePlaces } from './animated-scene.ts';
import { type Chance, chanceOf } from './chance.ts';
import { drawnFilming, type Filming } from './filming.ts';
import { seenPoint, smallPictures } from './small-pictures.ts';

/** A clip of our own making, with its exact truth. */
interface LabelledSeries {
  readonly clip: SeenClip;
  /** The frames nearest to the positions, the first of their picture; null where there is no swing. */
  readonly labels: Readonly<Record<Position, number>> | null;
  /** How many times slower than life it plays. */
  readonly slowdown: number;
}

/** Films and looks at the scene that a function draws. */
export function seenSeries(seed: number, draw: (chance: ReturnType<typeof chanceOf>) => Scene): LabelledSeries {
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

/** As in web/moments/clip-reader.ts. */
const MIN_INTERVAL = 1 / 75;
/** Of 240 frames a second three are left out; a longer gap lies between two stretches. */
const MOST_SKIPPED = 4;

function motionsOf(wanted: readonly number[], pictureOf: (frame: number) => GreyFrame): readonly CellMotion[] {
  const found: CellMotion[] = [];
  let before: { readonly frame: number; readonly picture: GreyFrame } | null = null;
  for (const frame of wanted) {
    const picture = pictureOf(frame);
    if (before && picture.time - before.picture.time < MIN_INTERVAL) continue;
    if (before && frame - before.frame <= MOST_SKIPPED) found.push(motionBetween(before.picture, picture));
    before = { frame, picture };
  }
  return found;
}

function labelsOf(positions: NonNullable<Scene['positions']>, { frames }: Filming): LabelledSeries['labels'] {
  const nearest = (life: number) => {
    const best = frames.reduce((most, one) => (Math.abs(one.taken - life) < Math.abs(most.taken - life) ? one : most));
    return best.time;
  };
  const entries = POSITIONS.map((position) => [position, nearest(positions[position])]);
  return Object.fromEntries(entries) as LabelledSeries['labels'];
}

/** How a clip's joints err, in body sizes (docs/measurements.md, 073: animated series). */
interface Errors {
  /** From picture to picture. */
  readonly stir: number;
  /** For a whole clip, per joint. */
  readonly bias: ReadonlyMap<Joint, { readonly x: number; readonly y: number }>;
  /** Where the hands are fast: the share of their way in a picture by which they are off. */
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
