// The golfer's clothes and skin as soft shapes around a pose's joints. Pure.
import { type Quaternion, Vector3 } from 'three';
import type { Physique, Segments } from '#studio/motion/physique.ts';
import type { Pose } from '#studio/motion/swing-motion.ts';
import {
  type ArmJoints,
  armsOf,
  between,
  cone,
  elbowInside,
  kneeFront,
  type LegJoints,
  legsOf,
  type Outfit,
  skinParts,
  tube,
} from './limb-shape.ts';
import type { Ellipsoid, Part, SoftShape } from './soft-shape.ts';

export interface BodyShapes {
  shirt: SoftShape;
  trousers: SoftShape;
  skin: SoftShape;
}

function frameOf(turn: Quaternion): [Vector3, Vector3, Vector3] {
  return [
    new Vector3(1, 0, 0).applyQuaternion(turn),
    new Vector3(0, 1, 0).applyQuaternion(turn),
    new Vector3(0, 0, 1).applyQuaternion(turn),
  ];
}

export function ellipsoid(middle: Vector3, turn: Quaternion, radii: [number, number, number]): Ellipsoid {
  return { kind: 'ellipsoid', middle, axes: frameOf(turn), radii };
}

/** How far down the upper arm a sleeve reaches, and how far down the thigh shorts and skirts do. */
const SLEEVE_END = 0.62;
const SHORTS_END = 0.84;
const SKIRT_END = 0.6;

function torsoParts(pose: Pose, k: number, g: number, body: Physique): Part[] {
  const { trunk, arms } = pose;
  const { chestTurn, pelvisTurn } = trunk;
  const chest = (x: number, y: number, z: number) =>
    new Vector3(x * k, y * k, z * k).applyQuaternion(chestTurn).add(trunk.hub);
  const bellyTurn = pelvisTurn.clone().slerp(chestTurn, 0.5);
  const belly = (x: number, y: number, z: number) =>
    new Vector3(x * k, y * k, z * k).applyQuaternion(bellyTurn).add(trunk.waist);
  const pelvis = (x: number, y: number, z: number) =>
    new Vector3(x * k, y * k, z * k).applyQuaternion(pelvisTurn).add(trunk.pelvis);
  const heavy = Math.max(0, body.build - 1.02);
  const both = (part: (side: 1 | -1) => Part): Part[] => [part(1), part(-1)];
  const slopes = [arms.leadShoulder, arms.trailShoulder].flatMap((shoulder, i) => {
    const side = i === 0 ? 1 : -1;
    const size = body.woman ? 0.78 : 1;
    return [
      cone(shoulder, between(shoulder, trunk.hub, 0.7), 0.031 * g * size, 0.06 * g * size),
      cone(chest(side * 0.028, 0.05, -0.016), between(shoulder, trunk.hub, 0.2), 0.04 * g * size, 0.034 * g * size),
    ];
  });
  if (body.woman) {
    return [
      ellipsoid(chest(0, -0.13, 0), chestTurn, [0.132 * g, 0.17 * k, 0.092 * g]),
      ellipsoid(chest(0, -0.07, 0.008), chestTurn, [0.14 * g, 0.085 * k, 0.082 * g]),
      ellipsoid(belly(0, -0.01, 0.004), bellyTurn, [0.108 * g, 0.13 * k, 0.084 * g]),
      ellipsoid(pelvis(0, 0.1, 0.004), pelvisTurn, [0.13 * g, 0.06 * k, 0.096 * g]),
      ellipsoid(pelvis(0, 0.062, 0), pelvisTurn, [0.142 * g, 0.06 * k, 0.104 * g]),
      ...both((side) => ellipsoid(chest(side * 0.06, -0.142, 0.07), chestTurn, [0.055 * g, 0.058 * g, 0.046 * g])),
      ...both((side) => ellipsoid(chest(side * 0.075, -0.1, -0.05), chestTurn, [0.062 * g, 0.09 * k, 0.04 * g])),
      ...slopes,
    ];
  }
  const parts: Part[] = [
    ellipsoid(chest(0, -0.14, -0.002), chestTurn, [0.152 * g, 0.19 * k, 0.106 * g]),
    // The broad upper chest and back. Without it the shoulders look like separate balls.
    ellipsoid(chest(0, -0.075, 0.01), chestTurn, [0.172 * g, 0.095 * k, 0.098 * g]),
    ...both((side) => ellipsoid(chest(side * 0.072, -0.108, 0.066), chestTurn, [0.068 * g, 0.052 * k, 0.038 * g])),
    ...both((side) => ellipsoid(chest(side * 0.088, -0.12, -0.056), chestTurn, [0.072 * g, 0.105 * k, 0.046 * g])),
    ellipsoid(belly(0, -0.02, 0.006), bellyTurn, [0.139 * g, 0.15 * k, 0.102 * g]),
    ellipsoid(pelvis(0, 0.1, 0.004), pelvisTurn, [0.142 * g, 0.06 * k, 0.104 * g]),
    ellipsoid(pelvis(0, 0.06, 0), pelvisTurn, [0.145 * g, 0.06 * k, 0.107 * g]),
    ...slopes,
  ];
  if (heavy > 0) {
    const out = Math.min(1, heavy / 0.18);
    parts.push(
      ellipsoid(belly(0, -0.05, 0.03 + 0.035 * out), bellyTurn, [
        (0.115 + 0.02 * out) * g,
        0.12 * k,
        (0.08 + 0.012 * out) * g,
      ]),
    );
  }
  return parts;
}

/** `ribs` is where the cloth under the arm begins; `cloth` sizes the sleeve, `g` the shoulder. */
function sleeveParts(arm: ArmJoints, front: Vector3, ribs: Vector3, g: number, cloth: number): Part[] {
  const { shoulder, elbow } = arm;
  const inside = elbowInside(arm, front);
  const end = between(shoulder, elbow, SLEEVE_END);
  return [
    // Cloth and muscle between ribs and arm, stretched by an arm that is raised or crosses the chest.
    cone(ribs, between(shoulder, elbow, 0.2), 0.056 * g, 0.036 * g),
    // The shoulder muscle, outside and a little down the arm.
    cone(shoulder, between(shoulder, elbow, 0.26), 0.033 * g, 0.046 * g),
    tube(
      between(shoulder, elbow, 0.12),
      end,
      inside,
      [0.043 * cloth, 0.043 * cloth],
      [0.057 * cloth, 0.055 * cloth],
      'b',
    ),
  ];
}

function shirtParts(pose: Pose, s: Segments, body: Physique): Part[] {
  const k = s.scale;
  const g = k * (0.5 + 0.5 * body.build);
  const front = new Vector3(0, 0, 1).applyQuaternion(pose.trunk.chestTurn);
  const sleeves = armsOf(pose).flatMap((arm, i) => {
    const ribs = new Vector3((i === 0 ? 0.098 : -0.098) * g, -0.125 * k, -0.022 * k)
      .applyQuaternion(pose.trunk.chestTurn)
      .add(pose.trunk.hub);
    return sleeveParts(arm, front, ribs, g * (body.woman ? 0.8 : 1), g * (body.woman ? 0.9 : 1));
  });
  return [...torsoParts(pose, k, g, body), ...sleeves];
}

function legParts(leg: LegJoints, outfit: Outfit, g: number): Part[] {
  const { hip, knee, foot } = leg;
  const front = kneeFront(leg);
  const side = new Vector3().crossVectors(front, new Vector3().subVectors(foot.ankle, knee));
  if (outfit.shorts) {
    return [
      tube(hip, between(hip, knee, SHORTS_END), side, [0.09 * g, 0.094 * g], [0.086 * g, 0.09 * g], 'b'),
      cone(hip, between(hip, knee, 0.5), 0.084 * g, 0.08 * g),
    ];
  }
  const hem = between(knee, foot.ankle, 1.0);
  const shank = new Vector3().subVectors(foot.ankle, knee).normalize();
  const calf = between(knee, foot.ankle, 0.3).addScaledVector(front, -0.022 * g);
  // Thigh and shank both count where they meet, because each is thinner there than the cloth.
  return [
    tube(hip, between(hip, knee, 0.95), side, [0.086 * g, 0.09 * g], [0.057 * g, 0.058 * g]),
    cone(
      between(hip, knee, 0.3).addScaledVector(front, 0.02 * g),
      between(hip, knee, 0.68).addScaledVector(front, 0.008 * g),
      0.07 * g,
      0.057 * g,
    ),
    tube(between(knee, foot.ankle, 0.02), hem, side, [0.055 * g, 0.056 * g], [0.059 * g, 0.067 * g], 'b'),
    cone(
      calf.clone().addScaledVector(shank, -0.07 * g),
      calf.clone().addScaledVector(shank, 0.07 * g),
      0.038 * g,
      0.036 * g,
    ),
  ];
}

/** A skirt hangs from the hips around both thighs. */
function skirtParts(pose: Pose, g: number): Part[] {
  const [lead, trail] = legsOf(pose);
  const low = [lead, trail].map(({ hip, knee }) => between(hip, knee, SKIRT_END)) as [Vector3, Vector3];
  const high = [lead, trail].map(({ hip }) => hip) as [Vector3, Vector3];
  const top = between(high[0], high[1], 0.5);
  const hem = between(low[0], low[1], 0.5);
  // The cloth hangs a little straighter than the thighs.
  hem.set(top.x + (hem.x - top.x) * 0.88, hem.y, top.z + (hem.z - top.z) * 0.88);
  const apart = new Vector3().subVectors(low[0], low[1]);
  const wide = apart.length() / 2 + 0.078 * g;
  return [
    tube(top, hem, apart, [0.15 * g, 0.108 * g], [Math.max(wide, 0.166 * g), 0.132 * g], 'b'),
    ...[0, 1].map((i) => cone(high[i as 0], between(high[i as 0], low[i as 0], 0.6), 0.088 * g, 0.084 * g)),
  ];
}

function trouserParts(pose: Pose, s: Segments, body: Physique, outfit: Outfit): Part[] {
  const { trunk } = pose;
  const k = s.scale;
  const g = k * (0.5 + 0.5 * body.build);
  const pelvis = (x: number, y: number, z: number) =>
    new Vector3(x * k, y * k, z * k).applyQuaternion(trunk.pelvisTurn).add(trunk.pelvis);
  const wide = body.woman ? 1.05 : 0.98;
  const parts: Part[] = [
    ellipsoid(pelvis(0, 0.035, 0), trunk.pelvisTurn, [0.146 * g, 0.07 * k, 0.106 * g]),
    ellipsoid(pelvis(0, -0.006, -0.002), trunk.pelvisTurn, [0.158 * g * wide, 0.085 * k, 0.112 * g]),
    ...[0.066, -0.066].map((x) =>
      ellipsoid(pelvis(x, -0.045, -0.05), trunk.pelvisTurn, [0.08 * g, 0.088 * k, 0.078 * g]),
    ),
  ];
  if (outfit.skirt) return [...parts, ...skirtParts(pose, g)];
  return [...parts, ...legsOf(pose).flatMap((leg) => legParts(leg, outfit, g * (body.woman ? 0.95 : 1)))];
}

export function bodyShapes(pose: Pose, s: Segments, body: Physique, outfit: Outfit): BodyShapes {
  return {
    shirt: { parts: shirtParts(pose, s, body), blendRadius: 0.016 },
    trousers: { parts: trouserParts(pose, s, body, outfit), blendRadius: 0.014 },
    skin: { parts: skinParts(pose, s, body, outfit), blendRadius: 0.009 },
  };
}
