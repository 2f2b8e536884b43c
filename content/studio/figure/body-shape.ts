// The golfer's clothes and skin as soft shapes around a pose's joints. Pure.
import { type Quaternion, Vector3 } from 'three';
import type { Physique, Segments } from '#studio/motion/physique.ts';
import type { Pose } from '#studio/motion/swing-motion.ts';
import type { Cone, Ellipsoid, Part, SoftShape } from './soft-shape.ts';

export interface Outfit {
  shorts: boolean;
  skirt: boolean;
}

export interface BodyShapes {
  collar: SoftShape;
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

export function cone(a: Vector3, b: Vector3, ra: number, rb: number, cut: 'a' | 'b' | '' = ''): Cone {
  return { kind: 'cone', a, b, ra, rb, cutA: cut === 'a', cutB: cut === 'b' };
}

const between = (a: Vector3, b: Vector3, t: number) => a.clone().lerp(b, t);

function shirtParts(pose: Pose, s: Segments, body: Physique): Part[] {
  const { trunk, arms } = pose;
  const k = s.scale;
  const g = k * (0.5 + 0.5 * body.build);
  const chest = (x: number, y: number, z: number) =>
    new Vector3(x * k, y * k, z * k).applyQuaternion(trunk.chestTurn).add(trunk.hub);
  const belly = trunk.pelvisTurn.clone().slerp(trunk.chestTurn, 0.5);
  const parts: Part[] = [
    ellipsoid(
      chest(0, -0.13, 0.0),
      trunk.chestTurn,
      body.woman ? [0.142 * g, 0.19 * k, 0.098 * g] : [0.163 * g, 0.2 * k, 0.112 * g],
    ),
    ellipsoid(
      trunk.waist.clone().add(new Vector3(0, -0.02 * k, 0.008).applyQuaternion(belly)),
      belly,
      body.woman ? [0.122 * g, 0.15 * k, 0.09 * g] : [0.14 * g, 0.16 * k, 0.106 * g * body.build],
    ),
    ellipsoid(
      trunk.pelvis.clone().add(new Vector3(0, 0.055 * k, 0).applyQuaternion(trunk.pelvisTurn)),
      trunk.pelvisTurn,
      body.woman ? [0.146 * g, 0.085 * k, 0.104 * g] : [0.148 * g, 0.085 * k, 0.108 * g],
    ),
    // The broad upper chest and back: without it the shoulders stand alone like balls.
    ellipsoid(
      chest(0, -0.075, 0.012),
      trunk.chestTurn,
      body.woman ? [0.15 * g, 0.1 * k, 0.092 * g] : [0.178 * g, 0.105 * k, 0.105 * g],
    ),
    ellipsoid(chest(0, -0.11, 0.045), trunk.chestTurn, [0.125 * g, 0.105 * k, 0.088 * g]),
    // Shoulder girdle and the slope from neck to shoulder.
    cone(arms.leadShoulder, between(arms.leadShoulder, trunk.hub, 0.7), 0.044 * g, 0.066 * g),
    cone(arms.trailShoulder, between(arms.trailShoulder, trunk.hub, 0.7), 0.044 * g, 0.066 * g),
    cone(chest(0.03, 0.05, -0.012), between(arms.leadShoulder, trunk.hub, 0.22), 0.046 * g, 0.038 * g),
    cone(chest(-0.03, 0.05, -0.012), between(arms.trailShoulder, trunk.hub, 0.22), 0.046 * g, 0.038 * g),
    sleeve(arms.leadShoulder, arms.leadElbow, g * (body.woman ? 0.88 : 1)),
    sleeve(arms.trailShoulder, arms.trailElbow, g * (body.woman ? 0.88 : 1)),
  ];
  if (body.woman) {
    parts.push(ellipsoid(chest(0.06, -0.14, 0.07), trunk.chestTurn, [0.062 * g, 0.062 * g, 0.05 * g]));
    parts.push(ellipsoid(chest(-0.06, -0.14, 0.07), trunk.chestTurn, [0.062 * g, 0.062 * g, 0.05 * g]));
  }
  return parts;
}

function sleeve(shoulder: Vector3, elbow: Vector3, g: number): Part {
  return cone(shoulder, between(shoulder, elbow, 0.72), 0.046 * g, 0.053 * g, 'b');
}

/** A polo's collar: a ring around the neck, open in front. */
function collarParts(pose: Pose, s: Segments, body: Physique): Part[] {
  const { trunk } = pose;
  const k = s.scale * (body.woman ? 0.92 : 1);
  const up = new Vector3().subVectors(trunk.neckTop, trunk.hub).normalize();
  const front = new Vector3(0, 0, 1).applyQuaternion(trunk.chestTurn).projectOnPlane(up).normalize();
  const side = new Vector3().crossVectors(up, front);
  const middle = trunk.hub
    .clone()
    .addScaledVector(up, 0.074 * s.scale)
    .addScaledVector(front, 0.004);
  const point = (degrees: number) => {
    const a = (degrees * Math.PI) / 180;
    const drop = 0.03 * k * Math.cos(a);
    return middle
      .clone()
      .addScaledVector(front, Math.cos(a) * 0.07 * k)
      .addScaledVector(side, Math.sin(a) * 0.067 * k)
      .addScaledVector(up, -drop);
  };
  const parts: Part[] = [];
  for (let degrees = 18; degrees < 342; degrees += 27) {
    parts.push(cone(point(degrees), point(degrees + 27), 0.013 * k, 0.013 * k));
  }
  return parts;
}

function trouserParts(pose: Pose, s: Segments, body: Physique, outfit: Outfit): Part[] {
  const { trunk, legs } = pose;
  const k = s.scale;
  const g = k * (0.5 + 0.5 * body.build);
  const pelvis = (x: number, y: number, z: number) =>
    new Vector3(x * k, y * k, z * k).applyQuaternion(trunk.pelvisTurn).add(trunk.pelvis);
  const wide = body.woman ? 1.03 : 1;
  const parts: Part[] = [
    ellipsoid(pelvis(0, 0.012, -0.004), trunk.pelvisTurn, [0.163 * g * wide, 0.092 * k, 0.12 * g]),
    ellipsoid(pelvis(0.07, -0.04, -0.055), trunk.pelvisTurn, [0.082 * g, 0.095 * k, 0.085 * g]),
    ellipsoid(pelvis(-0.07, -0.04, -0.055), trunk.pelvisTurn, [0.082 * g, 0.095 * k, 0.085 * g]),
  ];
  for (const [hip, knee, foot] of [
    [trunk.leadHip, legs.leadKnee, legs.leadFoot],
    [trunk.trailHip, legs.trailKnee, legs.trailFoot],
  ] as const) {
    if (outfit.skirt) parts.push(cone(hip, between(hip, knee, 0.62), 0.094 * g, 0.108 * g, 'b'));
    else if (outfit.shorts) parts.push(cone(hip, between(hip, knee, 0.86), 0.092 * g, 0.082 * g, 'b'));
    else {
      parts.push(cone(hip, knee, 0.092 * g, 0.058 * g));
      parts.push(cone(knee, between(knee, foot.ankle, 1.02), 0.058 * g, 0.058 * g, 'b'));
    }
  }
  return parts;
}

function skinParts(pose: Pose, s: Segments, body: Physique, outfit: Outfit): Part[] {
  const { trunk, arms, legs } = pose;
  const k = s.scale * (body.woman ? 0.92 : 1);
  const g = k * (0.6 + 0.4 * body.build);
  const parts: Part[] = [cone(trunk.hub.clone().lerp(trunk.neckTop, -0.2), trunk.neckTop, 0.06 * k, 0.054 * k)];
  for (const [shoulder, elbow, wrist] of [
    [arms.leadShoulder, arms.leadElbow, arms.leadWrist],
    [arms.trailShoulder, arms.trailElbow, arms.trailWrist],
  ] as const) {
    parts.push(cone(between(shoulder, elbow, 0.4), elbow, 0.045 * g, 0.04 * g));
    parts.push(cone(elbow, between(elbow, wrist, 0.35), 0.041 * g, 0.042 * g));
    parts.push(cone(between(elbow, wrist, 0.35), wrist, 0.042 * g, 0.028 * g));
  }
  if (outfit.shorts || outfit.skirt) {
    for (const [hip, knee, foot] of [
      [trunk.leadHip, legs.leadKnee, legs.leadFoot],
      [trunk.trailHip, legs.trailKnee, legs.trailFoot],
    ] as const) {
      parts.push(cone(between(hip, knee, 0.35), knee, 0.074 * g, 0.054 * g));
      const calf = between(knee, foot.ankle, 0.32).add(new Vector3(0, 0, -0.018).applyQuaternion(foot.turn));
      parts.push(cone(knee, calf, 0.052 * g, 0.056 * g));
      parts.push(cone(calf, foot.ankle, 0.056 * g, 0.036 * g));
    }
  }
  return parts;
}

export function bodyShapes(pose: Pose, s: Segments, body: Physique, outfit: Outfit): BodyShapes {
  return {
    collar: { parts: collarParts(pose, s, body), blendRadius: 0.003 },
    shirt: { parts: shirtParts(pose, s, body), blendRadius: 0.016 },
    trousers: { parts: trouserParts(pose, s, body, outfit), blendRadius: 0.016 },
    skin: { parts: skinParts(pose, s, body, outfit), blendRadius: 0.008 },
  };
}
