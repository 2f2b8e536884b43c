// Arms, legs and neck as soft shapes around a pose's joints: bones with their muscles. Pure.
import { Vector3 } from 'three';
import type { Physique, Segments } from '#studio/motion/physique.ts';
import type { Foot } from '#studio/motion/skeleton.ts';
import type { Pose } from '#studio/motion/swing-motion.ts';
import type { Cone, Ellipsoid, Part, Tube } from './soft-shape.ts';

export interface Outfit {
  shorts: boolean;
  skirt: boolean;
}

export function cone(a: Vector3, b: Vector3, ra: number, rb: number, cut: 'a' | 'b' | '' = ''): Cone {
  return { kind: 'cone', a, b, ra, rb, cutA: cut === 'a', cutB: cut === 'b' };
}

/** `side` is made perpendicular to the limb. */
export function tube(
  a: Vector3,
  b: Vector3,
  side: Vector3,
  ra: readonly [number, number],
  rb: readonly [number, number],
  cut: 'a' | 'b' | '' = '',
): Tube {
  const along = new Vector3().subVectors(b, a).normalize();
  const across = side.clone().addScaledVector(along, -side.dot(along)).normalize();
  return { kind: 'tube', a, b, side: across, ra, rb, cutA: cut === 'a', cutB: cut === 'b' };
}

/** An ellipsoid along a bone: `radii` are along it, along `side`, and across both. */
function muscle(middle: Vector3, along: Vector3, side: Vector3, radii: [number, number, number]): Ellipsoid {
  const first = along.clone().normalize();
  const second = side.clone().addScaledVector(first, -side.dot(first)).normalize();
  return { kind: 'ellipsoid', middle, axes: [first, second, new Vector3().crossVectors(first, second)], radii };
}

export const between = (a: Vector3, b: Vector3, t: number) => a.clone().lerp(b, t);

export interface ArmJoints {
  shoulder: Vector3;
  elbow: Vector3;
  wrist: Vector3;
}

export function armsOf({ arms }: Pose): [lead: ArmJoints, trail: ArmJoints] {
  return [
    { shoulder: arms.leadShoulder, elbow: arms.leadElbow, wrist: arms.leadWrist },
    { shoulder: arms.trailShoulder, elbow: arms.trailElbow, wrist: arms.trailWrist },
  ];
}

export interface LegJoints {
  hip: Vector3;
  knee: Vector3;
  foot: Foot;
  /** 1 for the lead leg, whose outside is at +x. */
  outside: 1 | -1;
}

export function legsOf({ trunk, legs }: Pose): [lead: LegJoints, trail: LegJoints] {
  return [
    { hip: trunk.leadHip, knee: legs.leadKnee, foot: legs.leadFoot, outside: 1 },
    { hip: trunk.trailHip, knee: legs.trailKnee, foot: legs.trailFoot, outside: -1 },
  ];
}

/** The direction of the inside of the elbow. A straight arm has none, so a little of `otherwise` keeps it steady. */
export function elbowInside({ shoulder, elbow, wrist }: ArmJoints, otherwise: Vector3): Vector3 {
  return between(shoulder, wrist, 0.5).sub(elbow).addScaledVector(otherwise, 0.025);
}

/** The direction in which the knee points. */
export function kneeFront({ hip, knee, foot }: LegJoints): Vector3 {
  const ahead = new Vector3(0, 0, 1).applyQuaternion(foot.turn);
  return between(hip, foot.ankle, 0.5).sub(knee).negate().addScaledVector(ahead, 0.06).normalize();
}

function armParts(arm: ArmJoints, palm: Vector3, inside: Vector3, g: number): Part[] {
  const { shoulder, elbow, wrist } = arm;
  const upper = new Vector3().subVectors(elbow, shoulder);
  const fore = new Vector3().subVectors(wrist, elbow);
  const flat = new Vector3().crossVectors(fore, palm);
  const flexor = inside.clone().normalize();
  const off = (p: Vector3, way: Vector3, meters: number) => p.addScaledVector(way, meters * g);
  return [
    tube(between(shoulder, elbow, 0.45), elbow, flat, [0.039 * g, 0.04 * g], [0.034 * g, 0.034 * g]),
    muscle(off(between(shoulder, elbow, 0.58), flexor, 0.011), upper, flexor, [0.08 * g, 0.032 * g, 0.033 * g]),
    muscle(off(between(shoulder, elbow, 0.55), flexor, -0.012), upper, flexor, [0.085 * g, 0.031 * g, 0.033 * g]),
    // The tip of the elbow.
    muscle(off(elbow.clone(), flexor, -0.011), upper, flexor, [0.026 * g, 0.02 * g, 0.024 * g]),
    tube(elbow, between(elbow, wrist, 0.3), flat, [0.034 * g, 0.033 * g], [0.038 * g, 0.034 * g]),
    tube(between(elbow, wrist, 0.3), wrist, flat, [0.038 * g, 0.034 * g], [0.027 * g, 0.0205 * g]),
    muscle(off(between(elbow, wrist, 0.24), flexor, 0.008), fore, flat, [0.085 * g, 0.036 * g, 0.03 * g]),
  ];
}

/** `from`: the share of the thigh that clothes cover. The leg begins below it. */
function legParts(leg: LegJoints, from: number, g: number): Part[] {
  const { hip, knee, foot, outside } = leg;
  const front = kneeFront(leg);
  const shank = new Vector3().subVectors(foot.ankle, knee);
  const thigh = new Vector3().subVectors(knee, hip);
  const side = new Vector3().crossVectors(front, shank).normalize();
  const inwards = side.clone().multiplyScalar(side.x * outside > 0 ? -1 : 1);
  const off = (p: Vector3, ahead: number, inner: number) =>
    p.addScaledVector(front, ahead * g).addScaledVector(inwards, inner * g);
  const low = foot.ankle.clone().addScaledVector(shank, 0.06);
  return [
    tube(
      between(hip, knee, from),
      between(hip, knee, 0.97),
      side,
      [(0.095 - 0.05 * from) * g, (0.098 - 0.05 * from) * g],
      [0.051 * g, 0.052 * g],
    ),
    // Thigh: front, and the drop above the inside of the knee.
    muscle(off(between(hip, knee, from + 0.22), 0.017, 0), thigh, side, [0.11 * g, 0.05 * g, 0.044 * g]),
    muscle(off(between(hip, knee, 0.84), 0.016, 0.02), thigh, side, [0.06 * g, 0.028 * g, 0.024 * g]),
    muscle(off(between(hip, knee, from + 0.22), -0.02, 0), thigh, side, [0.11 * g, 0.043 * g, 0.038 * g]),
    // Knee cap and the head of the shin bone.
    muscle(off(knee.clone(), 0.02, 0), thigh, side, [0.034 * g, 0.026 * g, 0.022 * g]),
    tube(between(knee, foot.ankle, -0.02), low, side, [0.047 * g, 0.046 * g], [0.028 * g, 0.033 * g]),
    // Both heads of the calf, the inner one lower.
    muscle(off(between(knee, foot.ankle, 0.31), -0.02, 0.017), shank, side, [0.14 * g, 0.031 * g, 0.034 * g]),
    muscle(off(between(knee, foot.ankle, 0.28), -0.018, -0.016), shank, side, [0.125 * g, 0.029 * g, 0.032 * g]),
    muscle(off(between(knee, foot.ankle, 0.97), 0.002, 0.026), shank, side, [0.016 * g, 0.012 * g, 0.015 * g]),
    muscle(off(between(knee, foot.ankle, 0.99), -0.002, -0.026), shank, side, [0.016 * g, 0.012 * g, 0.015 * g]),
  ];
}

export function skinParts(pose: Pose, s: Segments, body: Physique, outfit: Outfit): Part[] {
  const { trunk } = pose;
  const k = s.scale * (body.woman ? 0.9 : 1);
  const g = k * (0.6 + 0.4 * body.build);
  const headward = new Vector3().subVectors(trunk.neckTop, trunk.hub);
  const front = new Vector3(0, 0, 1).applyQuaternion(trunk.chestTurn);
  const face = new Vector3(0, 0, 1).applyQuaternion(trunk.headTurn);
  const left = new Vector3(1, 0, 0).applyQuaternion(trunk.headTurn);
  const nape = trunk.neckTop.clone().addScaledVector(face, -0.014 * k);
  const root = between(trunk.hub, trunk.neckTop, -0.2);
  const parts: Part[] = [
    cone(root, nape.clone().addScaledVector(headward, 0.12), 0.06 * g, 0.05 * g),
    // Muscles from behind the ears to the pit of the throat, and the throat itself.
    ...[1, -1].map((side) =>
      cone(
        trunk.neckTop
          .clone()
          .addScaledVector(left, side * 0.046 * k)
          .addScaledVector(headward, 0.25),
        trunk.hub
          .clone()
          .addScaledVector(front, 0.062 * k)
          .addScaledVector(left, side * 0.014 * k),
        0.017 * k,
        0.014 * k,
      ),
    ),
    cone(
      trunk.neckTop.clone().addScaledVector(face, 0.03 * k),
      trunk.hub.clone().addScaledVector(front, 0.05 * k),
      0.024 * k,
      0.028 * k,
    ),
  ];
  const clubSide = new Vector3(1, 0, 0).applyQuaternion(pose.club.turn);
  for (const arm of armsOf(pose)) parts.push(...armParts(arm, clubSide, elbowInside(arm, front), g));
  if (outfit.shorts || outfit.skirt)
    for (const leg of legsOf(pose)) {
      parts.push(...legParts(leg, outfit.skirt ? 0.5 : 0.45, g));
    }
  return parts;
}
