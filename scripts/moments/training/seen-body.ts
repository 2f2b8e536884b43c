// The body of a filmed scene as the body model would detect it: joints that jitter, errors where the hands are fast or
// hidden, and frames without a detection. Seeded and pure.
import { type BodyFrame, JOINTS, type Joint, type SeenBody } from '#domain/body/body-track.ts';
import type { Scene, ScenePlaces } from './animated-scene.ts';
import type { Chance } from './chance.ts';
import type { Filming } from './filming.ts';
import { seenPoint } from './small-pictures.ts';

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
export function seenBody(chance: Chance, scene: Scene, filming: Filming): (frame: number) => BodyFrame {
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
