// Where the joints of the library's animated golfers are in their pictures, from the studio that rendered them.
import { Vector3 } from 'three';
import { clipCamera, clipSwing } from '#content/studio/clip-swing.ts';
import { type ClipPlan, golferClip } from '#content/studio/clips.ts';
import { headPoint, onClub } from '#content/studio/motion/club.ts';
import type { Foot } from '#content/studio/motion/skeleton.ts';
import { scaled } from '#domain/body/body-geometry.ts';
import { type BodyTrack, byJoint, type Joint, type PicturePoint, seenFrames } from '#domain/body/body-track.ts';

/** A golfer of the library with known joints. */
export interface StudioGolfer {
  readonly slug: string;
  readonly view: 'face-on' | 'down-the-line';
  readonly hand: 'right' | 'left';
  readonly marks: { readonly restTime: number; readonly topTime: number; readonly strikeTime: number };
  /** The golfer's height in the picture, in pixels. */
  readonly bodyPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly slowMotionFactor: number;
  /** Where the joints are at a time of the clip, in seconds. */
  readonly jointsAt: (time: number) => Readonly<Record<Joint, PicturePoint>>;
  /** The grip's end, and the middle of the club's sole. */
  readonly clubAt: (time: number) => readonly [butt: PicturePoint, head: PicturePoint];
  /** Two points on the shaft's middle line: at the grip's end, and 0.8 m further down. */
  readonly shaftAt: (time: number) => readonly [grip: PicturePoint, end: PicturePoint];
  /** Where the ball lies until the strike. */
  readonly ball: PicturePoint;
}

/** Ear and tip of the nose in the head's own frame, in meters (content/studio/figure/head-shape.ts). */
const EAR_M = { x: 0.074, y: 0.082, z: -0.004 };
const NOSE_M = { x: 0, y: 0.068, z: 0.118 };
/** Heel and tip of the toes in the shoe's frame, in meters, and the foot's length that it was drawn for (ibid.). */
const HEEL_M = { x: 0, y: 0.03, z: -0.075 };
const TOE_M = { x: 0, y: 0.03, z: 0.17 };
const SHOE_FOOT_M = 0.27;
/** Length of shaft that every club has, in meters. */
const SHAFT_M = 0.8;
/** How much smaller a woman's head is drawn (content/studio/figure/figure.ts). */
const WOMANS_HEAD = 0.98;

export function studioGolfer(slug: string): StudioGolfer {
  return plannedGolfer(golferClip(slug));
}

export function plannedGolfer(plan: ClipPlan): StudioGolfer {
  const { slug, widthPx, heightPx, view, hand, times, slowMotionFactor } = plan;
  const camera = clipCamera(plan);
  const swing = clipSwing(plan);
  const { segments } = swing;
  const poseAt = lastKept((time: number) => swing.poseAt(time / slowMotionFactor));
  const headScale = segments.scale * (plan.body.woman ? WOMANS_HEAD : 1);
  const inPicture = (place: Vector3): PicturePoint => {
    const shown = new Vector3(hand === 'left' ? -place.x : place.x, place.y, place.z).project(camera);
    return { xPx: ((shown.x + 1) / 2) * widthPx, yPx: ((1 - shown.y) / 2) * heightPx };
  };
  return {
    slug,
    view,
    hand,
    marks: {
      restTime: times.rest * slowMotionFactor,
      topTime: times.top * slowMotionFactor,
      strikeTime: times.strike * slowMotionFactor,
    },
    slowMotionFactor,
    bodyPx: (plan.body.heightM / plan.pictureM) * heightPx,
    widthPx,
    heightPx,
    jointsAt: (time) => {
      const { trunk, legs, arms } = poseAt(time);
      const inHead = ({ x, y, z }: typeof EAR_M, side: 1 | -1 = 1) =>
        new Vector3(side * x, y, z).multiplyScalar(headScale).applyQuaternion(trunk.headTurn).add(trunk.neckTop);
      const inShoe = ({ x, y, z }: typeof HEEL_M, foot: Foot) =>
        new Vector3(x, y, z)
          .multiplyScalar(segments.foot / SHOE_FOOT_M)
          .add(new Vector3(0, -segments.ankleHeight, 0))
          .applyQuaternion(foot.turn)
          .add(foot.ankle);
      const lead = {
        Ear: inHead(EAR_M, 1),
        Shoulder: trunk.leadShoulder,
        Elbow: arms.leadElbow,
        Wrist: arms.leadWrist,
        Hip: trunk.leadHip,
        Knee: legs.leadKnee,
        Ankle: legs.leadFoot.ankle,
        Heel: inShoe(HEEL_M, legs.leadFoot),
        Toe: inShoe(TOE_M, legs.leadFoot),
      };
      const trail = {
        Ear: inHead(EAR_M, -1),
        Shoulder: trunk.trailShoulder,
        Elbow: arms.trailElbow,
        Wrist: arms.trailWrist,
        Hip: trunk.trailHip,
        Knee: legs.trailKnee,
        Ankle: legs.trailFoot.ankle,
        Heel: inShoe(HEEL_M, legs.trailFoot),
        Toe: inShoe(TOE_M, legs.trailFoot),
      };
      const [left, right] = hand === 'right' ? [lead, trail] : [trail, lead];
      const named = [
        ['nose', inPicture(inHead(NOSE_M))],
        ...Object.entries(left).map(([name, place]) => [`left${name}`, inPicture(place)]),
        ...Object.entries(right).map(([name, place]) => [`right${name}`, inPicture(place)]),
      ];
      return Object.fromEntries(named) as Record<Joint, PicturePoint>;
    },
    clubAt: (time) => {
      const { club } = poseAt(time);
      return [inPicture(club.butt), inPicture(onClub(club, headPoint(swing.club, swing.club.headWidth / 2, 0)))];
    },
    shaftAt: (time) => {
      const { club } = poseAt(time);
      const way = new Vector3(0, -SHAFT_M, 0).applyQuaternion(club.turn);
      return [inPicture(club.butt), inPicture(way.add(club.butt))];
    },
    ball: inPicture(swing.ball),
  };
}

/** Computes a moment only once when it is requested several times in a row. */
function lastKept<T>(at: (time: number) => T): (time: number) => T {
  let kept: { readonly time: number; readonly value: T } | null = null;
  return (time) => {
    if (kept?.time !== time) kept = { time, value: at(time) };
    return kept.value;
  };
}

/** The same golfer in a picture turned left to right: left becomes right. */
export function mirroredGolfer(golfer: StudioGolfer): StudioGolfer {
  const turnedPoint = ({ xPx, yPx }: PicturePoint): PicturePoint => ({ xPx: golfer.widthPx - xPx, yPx });
  return {
    ...golfer,
    hand: golfer.hand === 'right' ? 'left' : 'right',
    jointsAt: (time) => {
      const turned = Object.entries(golfer.jointsAt(time)).map(([name, place]) => {
        const other = name.startsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left');
        return [other, turnedPoint(place)];
      });
      return Object.fromEntries(turned) as Record<Joint, PicturePoint>;
    },
    clubAt: (time) => {
      const [butt, head] = golfer.clubAt(time);
      return [turnedPoint(butt), turnedPoint(head)];
    },
    shaftAt: (time) => {
      const [grip, end] = golfer.shaftAt(time);
      return [turnedPoint(grip), turnedPoint(end)];
    },
    ball: turnedPoint(golfer.ball),
  };
}

/** The ideal track: the same frames, with the model's certainty of each joint and the true places. */
export function knownTrack(track: BodyTrack, { heightPx, jointsAt }: StudioGolfer): BodyTrack {
  const frames = seenFrames(track).map((frame) => {
    const known = jointsAt(frame.time);
    const joints = byJoint((joint) => ({
      ...scaled(known[joint], track.heightPx / heightPx),
      certainty: frame.body.joints[joint].certainty,
    }));
    return { ...frame, body: { ...frame.body, joints } };
  });
  return { ...track, frames };
}
