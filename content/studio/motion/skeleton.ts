// The golfer's joints in the world, from the keyed angles: trunk, legs and arms. Pure.
import { Quaternion, Vector3 } from 'three';
import { keyedCurve } from './keyed-curve.ts';
import type { Segments } from './physique.ts';
import type { StyleValues } from './swing-style.ts';

const RADIANS = Math.PI / 180;
const X = new Vector3(1, 0, 0);
const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);

export interface Trunk {
  pelvis: Vector3;
  pelvisTurn: Quaternion;
  /** Middle of the back, where lumbar spine and rib cage meet. */
  waist: Vector3;
  /** Middle between the shoulders. */
  hub: Vector3;
  chestTurn: Quaternion;
  neckTop: Vector3;
  headTurn: Quaternion;
  leadShoulder: Vector3;
  trailShoulder: Vector3;
  leadHip: Vector3;
  trailHip: Vector3;
}

export interface Foot {
  ankle: Vector3;
  ball: Vector3;
  /** Turns the foot's frame (x outwards, y up, z towards the toes) into the world. */
  turn: Quaternion;
}

export interface Legs {
  leadKnee: Vector3;
  trailKnee: Vector3;
  leadFoot: Foot;
  trailFoot: Foot;
}

export interface Arms {
  leadShoulder: Vector3;
  trailShoulder: Vector3;
  leadElbow: Vector3;
  trailElbow: Vector3;
  leadWrist: Vector3;
  trailWrist: Vector3;
}

/** Bend forwards, lean away from the target, then turn about the spine so leaned. */
function bodyTurn(bend: number, side: number, turn: number): Quaternion {
  return new Quaternion()
    .setFromAxisAngle(X, bend * RADIANS)
    .multiply(new Quaternion().setFromAxisAngle(Z, side * RADIANS))
    .multiply(new Quaternion().setFromAxisAngle(Y, turn * RADIANS));
}

const LEAD_FLARE = 24;
const TRAIL_FLARE = -8;

function footAt(
  side: 1 | -1,
  stanceHalf: number,
  s: Segments,
  flare: number,
  heel: number,
  pivot: number,
  roll: number,
): Foot {
  const yaw = new Quaternion().setFromAxisAngle(Y, flare * RADIANS);
  const flatAnkle = new Vector3(side * stanceHalf, s.ankleHeight, 0);
  // The ball of the foot is the one point that stays: the heel rises and turns about it.
  const ball = flatAnkle.clone().add(new Vector3(0, -s.ankleHeight, s.foot * 0.62).applyQuaternion(yaw));
  const turn = new Quaternion()
    .setFromAxisAngle(Y, (flare + pivot) * RADIANS)
    .multiply(new Quaternion().setFromAxisAngle(X, heel * RADIANS))
    .multiply(new Quaternion().setFromAxisAngle(Z, -roll * RADIANS));
  const ankle = new Vector3(0, s.ankleHeight, -s.foot * 0.62).applyQuaternion(turn).add(ball);
  return { ankle, ball, turn };
}

function feetOf(values: StyleValues, s: Segments, stanceHalf: number): { leadFoot: Foot; trailFoot: Foot } {
  return {
    leadFoot: footAt(1, stanceHalf, s, LEAD_FLARE, 0, 0, values.leadRoll * 0.5),
    trailFoot: footAt(-1, stanceHalf, s, TRAIL_FLARE, values.trailHeel, values.trailPivot, 0),
  };
}

export function placeTrunk(values: StyleValues, s: Segments, stanceHalf: number): Trunk {
  const pelvisTurn = bodyTurn(values.pelvisBend, values.pelvisSide, values.pelvisTurn);
  const chestTurn = bodyTurn(values.chestBend, values.chestSide, values.chestTurn);
  const leg = s.thigh + s.shank;
  const hipDrop = 0.028 * s.scale;
  const pelvis = new Vector3(
    values.pelvisX * s.scale,
    s.ankleHeight + leg * 0.935 + values.pelvisY * s.scale + hipDrop,
    (values.pelvisZ - 0.1) * s.scale,
  );
  const leadHipOffset = new Vector3(s.hipHalfWidth, -hipDrop, 0).applyQuaternion(pelvisTurn);
  const trailHipOffset = new Vector3(-s.hipHalfWidth, -hipDrop, 0).applyQuaternion(pelvisTurn);
  const { leadFoot, trailFoot } = feetOf(values, s, stanceHalf);
  // A leg cannot be longer than it is: the pelvis comes down until both reach.
  for (let i = 0; i < 3; i++) {
    for (const [offset, foot] of [
      [leadHipOffset, leadFoot],
      [trailHipOffset, trailFoot],
    ] as const) {
      const hip = pelvis.clone().add(offset);
      const across = Math.hypot(hip.x - foot.ankle.x, hip.z - foot.ankle.z);
      const reach = leg * 0.992;
      const highest = foot.ankle.y + Math.sqrt(Math.max(0.01, reach * reach - across * across));
      pelvis.y = softMin(pelvis.y, highest - offset.y, 0.012);
    }
  }
  const waist = pelvis
    .clone()
    .add(new Vector3(0, s.lumbar, 0).applyQuaternion(pelvisTurn.clone().slerp(chestTurn, 0.35)));
  const hub = waist.clone().add(new Vector3(0, s.thorax, 0).applyQuaternion(chestTurn));
  const neckTop = hub.clone().add(new Vector3(0, s.neck * 1.25, s.neck * 0.3).applyQuaternion(neckTurn(values)));
  return {
    pelvis,
    pelvisTurn,
    waist,
    hub,
    chestTurn,
    neckTop,
    headTurn: bodyTurn(values.headNod, values.chestSide * 0.55, values.headTurn),
    leadShoulder: shoulderAt(1, hub, chestTurn, s),
    trailShoulder: shoulderAt(-1, hub, chestTurn, s),
    leadHip: pelvis.clone().add(leadHipOffset),
    trailHip: pelvis.clone().add(trailHipOffset),
  };
}

function softMin(a: number, b: number, width: number): number {
  const h = Math.max(width - Math.abs(a - b), 0) / width;
  return Math.min(a, b) - (h * h * width) / 4;
}

function neckTurn(values: StyleValues): Quaternion {
  return bodyTurn(values.chestBend * 0.9, values.chestSide * 0.9, values.chestTurn * 0.5 + values.headTurn * 0.5);
}

function shoulderAt(side: 1 | -1, hub: Vector3, chestTurn: Quaternion, s: Segments): Vector3 {
  return hub
    .clone()
    .add(new Vector3(side * s.shoulderHalfWidth, -0.022 * s.scale, 0.03 * s.scale).applyQuaternion(chestTurn));
}

export function placeLegs(values: StyleValues, trunk: Trunk, s: Segments, stanceHalf: number): Legs {
  const { leadFoot, trailFoot } = feetOf(values, s, stanceHalf);
  const forward = (foot: Foot, weight: number) =>
    Z.clone()
      .applyQuaternion(foot.turn)
      .setY(0)
      .normalize()
      .multiplyScalar(weight)
      .add(
        Z.clone()
          .applyQuaternion(trunk.pelvisTurn)
          .setY(0)
          .multiplyScalar(1 - weight),
      );
  return {
    leadFoot,
    trailFoot,
    leadKnee: middleJoint(trunk.leadHip, leadFoot.ankle, s.thigh, s.shank, forward(leadFoot, 0.7)),
    trailKnee: middleJoint(trunk.trailHip, trailFoot.ankle, s.thigh, s.shank, forward(trailFoot, 0.7)),
  };
}

/** Where each elbow points on the phase clock. */
// biome-ignore format: a table of keys reads better in rows
const ELBOWS = {
  lead: [[0, [0.5, -0.5, -0.6]], [0.6, [0.4, -0.8, 0.3]], [1, [0.2, -0.9, 0.5]], [1.5, [0.2, -0.8, 0.5]],
    [2, [0.7, -0.4, -0.5]], [2.42, [0.2, -0.9, -0.4]], [3, [0.7, -0.8, -0.2]], [4.4, [0.9, -0.75, -0.2]]],
  trail: [[0, [-0.4, -0.5, -0.7]], [0.6, [-0.5, -0.8, -0.4]], [1, [-0.25, -0.95, -0.25]], [1.5, [-0.3, -0.9, 0.1]],
    [2, [-0.25, -0.25, -0.9]], [2.42, [0.2, -0.9, 0.3]], [3, [0.8, -0.5, 0.5]], [4.4, [0.95, -0.35, 0.4]]],
} satisfies Record<'lead' | 'trail', [phase: number, way: [number, number, number]][]>;

function elbowHint(which: 'lead' | 'trail', phase: number): Vector3 {
  const part = (axis: 0 | 1 | 2) => keyedCurve(ELBOWS[which].map(([at, way]) => [at, way[axis]])).at(phase);
  return new Vector3(part(0), part(1), part(2));
}

/** The hands are on the grip. A shoulder moves towards them when the arm would be too short. */
export function placeArms(trunk: Trunk, s: Segments, leadWrist: Vector3, trailWrist: Vector3, phase: number): Arms {
  const leadShoulder = reachingShoulder(trunk.leadShoulder, leadWrist, s);
  const trailShoulder = reachingShoulder(trunk.trailShoulder, trailWrist, s);
  return {
    leadShoulder,
    trailShoulder,
    leadWrist,
    trailWrist,
    leadElbow: middleJoint(leadShoulder, leadWrist, s.upperArm, s.forearm, elbowHint('lead', phase)),
    trailElbow: middleJoint(trailShoulder, trailWrist, s.upperArm, s.forearm, elbowHint('trail', phase)),
  };
}

function reachingShoulder(shoulder: Vector3, wrist: Vector3, s: Segments): Vector3 {
  const arm = (s.upperArm + s.forearm) * 0.992;
  const way = new Vector3().subVectors(wrist, shoulder);
  const missing = Math.max(0, way.length() - arm);
  return shoulder.clone().addScaledVector(way.normalize(), missing);
}

/**
 * The place of the middle joint. `hint` gives the direction in which it bends; only its part across the limb counts.
 * For a target out of reach the limb is straight.
 */
function middleJoint(root: Vector3, end: Vector3, first: number, second: number, hint: Vector3): Vector3 {
  const along = new Vector3().subVectors(end, root);
  const distance = Math.min(Math.max(along.length(), Math.abs(first - second) + 1e-4), first + second - 1e-5);
  along.normalize();
  const across = hint.clone().addScaledVector(along, -hint.dot(along)).normalize();
  const forward = (first * first - second * second + distance * distance) / (2 * distance);
  const aside = Math.sqrt(Math.max(0, first * first - forward * forward));
  return root.clone().addScaledVector(along, forward).addScaledVector(across, aside);
}
