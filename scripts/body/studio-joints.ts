// Where the joints of the library's animated golfers are in their pictures, from the studio that rendered them.
import { Vector3 } from 'three';
import { golferClip } from '#content/studio/clips.ts';
import { createCamera } from '#content/studio/course/camera.ts';
import { createSwing } from '#content/studio/motion/swing-motion.ts';
import type { Joint, PicturePoint } from '#domain/body/body-track.ts';

/** The joints that are compared. The studio's golfers have no elbows or feet that a model would place alike. */
export type StudioJoint = Exclude<Joint, `${string}Toe` | `${string}Heel` | 'nose'>;

/** A golfer of the library with known joints. */
export interface StudioGolfer {
  readonly slug: string;
  readonly view: 'face-on' | 'down-the-line';
  readonly hand: 'right' | 'left';
  readonly marks: { readonly restTime: number; readonly topTime: number; readonly strikeTime: number };
  /** The golfer's height in the picture, in pixels. */
  readonly bodyPx: number;
  readonly widthPx: number;
  readonly jointsAt: (time: number) => Readonly<Record<StudioJoint, PicturePoint>>;
}

/** Ears in the head's own frame (content/studio/figure/head-shape.ts), and the height it was drawn for. */
const EAR_M = { x: 0.074, y: 0.082, z: -0.004 };

/** A golfer of the library by name. */
export function studioGolfer(slug: string): StudioGolfer {
  const plan = golferClip(slug);
  const { widthPx, heightPx, view, hand, times } = plan;
  const camera = createCamera({
    view,
    widthPx,
    heightPx,
    heightM: plan.pictureM,
    mirrored: hand === 'left',
    shift: plan.shift ?? 0,
  });
  const swing = createSwing({
    club: plan.club,
    body: plan.body,
    faults: plan.faults,
    times,
    limber: plan.limber,
    waggle: times.rest > 0,
  });
  const inPicture = (place: Vector3): PicturePoint => {
    const shown = new Vector3(hand === 'left' ? -place.x : place.x, place.y, place.z).project(camera);
    return { xPx: ((shown.x + 1) / 2) * widthPx, yPx: ((1 - shown.y) / 2) * heightPx };
  };
  return {
    slug,
    view,
    hand,
    marks: { restTime: times.rest, topTime: times.top, strikeTime: times.strike },
    bodyPx: (plan.body.heightM / plan.pictureM) * heightPx,
    widthPx,
    jointsAt: (time) => {
      const { trunk, legs, arms } = swing.poseAt(time);
      const ear = (side: 1 | -1) =>
        new Vector3(side * EAR_M.x, EAR_M.y, EAR_M.z).applyQuaternion(trunk.headTurn).add(trunk.neckTop);
      const lead = {
        Ear: ear(1),
        Shoulder: trunk.leadShoulder,
        Elbow: arms.leadElbow,
        Wrist: arms.leadWrist,
        Hip: trunk.leadHip,
        Knee: legs.leadKnee,
        Ankle: legs.leadFoot.ankle,
      };
      const trail = {
        Ear: ear(-1),
        Shoulder: trunk.trailShoulder,
        Elbow: arms.trailElbow,
        Wrist: arms.trailWrist,
        Hip: trunk.trailHip,
        Knee: legs.trailKnee,
        Ankle: legs.trailFoot.ankle,
      };
      const [left, right] = hand === 'right' ? [lead, trail] : [trail, lead];
      const named = [
        ...Object.entries(left).map(([name, place]) => [`left${name}`, inPicture(place)]),
        ...Object.entries(right).map(([name, place]) => [`right${name}`, inPicture(place)]),
      ];
      return Object.fromEntries(named) as Record<StudioJoint, PicturePoint>;
    },
  };
}

/** The same golfer in a picture turned left to right: left becomes right. */
export function mirroredGolfer(golfer: StudioGolfer): StudioGolfer {
  return {
    ...golfer,
    hand: golfer.hand === 'right' ? 'left' : 'right',
    jointsAt: (time) => {
      const turned = Object.entries(golfer.jointsAt(time)).map(([name, { xPx, yPx }]) => {
        const other = name.startsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left');
        return [other, { xPx: golfer.widthPx - xPx, yPx }];
      });
      return Object.fromEntries(turned) as Record<StudioJoint, PicturePoint>;
    },
  };
}
