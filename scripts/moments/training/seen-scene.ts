// What the search sees and hears of an animated scene: the product's own looks and its own measure of motion, on the body and
// the small pictures of the scene. Seeded and pure.
import { makeBodyTrack } from '#domain/body/body-track.ts';
import type { CellMotion } from '#domain/moments/clip-motion.ts';
import { passesForSwings } from '#domain/moments/looked-at-for-swings.ts';
import { type GreyFrame, motionBetween } from '#domain/moments/motion/frame-motion.ts';
import { motionStretches, type SeenClip } from '#domain/moments/swings-in-body.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import type { Scene } from './animated-scene.ts';
import { chanceOf } from './chance.ts';
import { drawnFilming, type Filming } from './filming.ts';
import { seenBody } from './seen-body.ts';
import { smallPictures } from './small-pictures.ts';

/** A clip of our own making, with its exact truth. */
export interface LabelledSeries {
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
