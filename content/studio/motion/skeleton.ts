// The golfer's joints in the world, from the keyed angles: trunk, legs and arms. Pure.
import { Quaternion, Vector3 } from 'three';
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
  /** The point of the sole that never moves. */
  stays: Vector3;
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

/** Where each foot points at rest, in degrees outwards. */
const FLARE = { lead: 16, trail: 4 };

/**
 * The one point of each sole that stays where it is, in parts of the foot's length from below the ankle: the lead foot opens on
 * its heel, the trail heel rises and turns on the ball of the big toe.
 */
const STAYS = { lead: { inwards: 0, forwards: -0.2 }, trail: { inwards: 0.13, forwards: 0.62 } };

interface FootMotion {
  heel: number;
  pivot: number;
  roll: number;
}

function footAt(which: 'lead' | 'trail', stanceHalf: number, s: Segments, { heel, pivot, roll }: FootMotion): Foot {
  const side = which === 'lead' ? 1 : -1;
  const yaw = (degrees: number) => new Quaternion().setFromAxisAngle(Y, degrees * RADIANS);
  const { inwards, forwards } = STAYS[which];
  const onSole = new Vector3(-side * inwards * s.foot, 0, forwards * s.foot);
  const flare = side * FLARE[which];
  const stays = onSole
    .clone()
    .applyQuaternion(yaw(flare))
    .add(new Vector3(side * stanceHalf, 0, 0));
  const turn = yaw(flare + pivot)
    .multiply(new Quaternion().setFromAxisAngle(X, heel * RADIANS))
    .multiply(new Quaternion().setFromAxisAngle(Z, -roll * RADIANS));
  const at = (x: number, y: number, z: number) => new Vector3(x, y, z).sub(onSole).applyQuaternion(turn).add(stays);
  return { ankle: at(0, s.ankleHeight, 0), ball: at(0, 0, s.foot * 0.62), stays, turn };
}

function feetOf(values: StyleValues, s: Segments, stanceHalf: number): { leadFoot: Foot; trailFoot: Foot } {
  const { leadPivot, leadRoll, trailHeel, trailPivot } = values;
  return {
    leadFoot: footAt('lead', stanceHalf, s, { heel: 0, pivot: leadPivot, roll: leadRoll }),
    trailFoot: footAt('trail', stanceHalf, s, { heel: trailHeel, pivot: trailPivot, roll: 0 }),
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
      const reach = leg * 0.997;
      const highest = foot.ankle.y + Math.sqrt(Math.max(0.01, reach * reach - across * across));
      pelvis.y = softMin(pelvis.y, highest - offset.y, 0.012);
    }
  }
  const waist = pelvis
    .clone()
    .add(new Vector3(0, s.lumbar, 0).applyQuaternion(pelvisTurn.clone().slerp(chestTurn, 0.35)));
  const hub = waist.clone().add(new Vector3(0, s.thorax, 0).applyQuaternion(chestTurn));
  const neckTop = new Vector3(values.neckX, values.neckY, values.neckZ).multiplyScalar(s.scale).add(hub);
  return {
    pelvis,
    pelvisTurn,
    waist,
    hub,
    chestTurn,
    neckTop,
    headTurn: bodyTurn(values.headNod, values.headSide, values.headTurn),
    leadShoulder: shoulderAt(1, { hub, chestTurn }, s, values.leadShrug, values.leadReach),
    trailShoulder: shoulderAt(-1, { hub, chestTurn }, s, values.trailShrug, values.trailReach),
    leadHip: pelvis.clone().add(leadHipOffset),
    trailHip: pelvis.clone().add(trailHipOffset),
  };
}

function softMin(a: number, b: number, width: number): number {
  const h = Math.max(width - Math.abs(a - b), 0) / width;
  return Math.min(a, b) - (h * h * width) / 4;
}

/** The shoulder blade lifts the joint by `shrug` and brings it forwards by `reach`, both for a golfer of 1.83 m. */
function shoulderAt(
  side: 1 | -1,
  { hub, chestTurn }: Pick<Trunk, 'hub' | 'chestTurn'>,
  s: Segments,
  shrug: number,
  reach: number,
): Vector3 {
  const onChest = new Vector3(side * s.shoulderHalfWidth, (shrug - 0.022) * s.scale, (reach + 0.03) * s.scale);
  return onChest.applyQuaternion(chestTurn).add(hub);
}

export function placeLegs(values: StyleValues, trunk: Trunk, s: Segments, stanceHalf: number): Legs {
  const { leadFoot, trailFoot } = feetOf(values, s, stanceHalf);
  /** A knee bends over the foot, turned by `outwards` degrees. */
  const forward = (foot: Foot, outwards: number) =>
    Z.clone()
      .applyQuaternion(foot.turn)
      .setY(0)
      .normalize()
      .applyAxisAngle(Y, outwards * RADIANS);
  return {
    leadFoot,
    trailFoot,
    leadKnee: middleJoint(trunk.leadHip, leadFoot.ankle, s.thigh, s.shank, forward(leadFoot, values.leadKneeOut)),
    trailKnee: middleJoint(trunk.trailHip, trailFoot.ankle, s.thigh, s.shank, forward(trailFoot, -values.trailKneeOut)),
  };
}

/** The hands are on the grip. A shoulder moves towards them when the arm would be too short. */
export function placeArms(
  values: StyleValues,
  trunk: Trunk,
  s: Segments,
  { leadWrist, trailWrist }: Pick<Arms, 'leadWrist' | 'trailWrist'>,
): Arms {
  const leadShoulder = reachingShoulder(trunk.leadShoulder, leadWrist, s);
  const trailShoulder = reachingShoulder(trunk.trailShoulder, trailWrist, s);
  const leadWay = new Vector3(values.leadElbowX, values.leadElbowY, values.leadElbowZ);
  const trailWay = new Vector3(values.trailElbowX, values.trailElbowY, values.trailElbowZ);
  return {
    leadShoulder,
    trailShoulder,
    leadWrist,
    trailWrist,
    leadElbow: middleJoint(leadShoulder, leadWrist, s.upperArm, s.forearm, leadWay),
    trailElbow: middleJoint(trailShoulder, trailWrist, s.upperArm, s.forearm, trailWay),
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
