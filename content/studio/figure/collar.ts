// A polo's collar: it stands up around the neck, folds over, and lies on the shirt in two points, open in front.
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import type { Physique, Segments } from '#studio/motion/physique.ts';
import type { Pose } from '#studio/motion/swing-motion.ts';
import { partsNear, type SoftShape, shapeSlope } from './soft-shape.ts';

const AROUND = 56;
/** Half of the opening in front, in degrees. */
const OPEN = 14;
/** Rows from the inner foot to the edge of the flap: distance from the neck, height along it. */
const ROWS: readonly [out: number, up: number, shade: number][] = [
  [0.0, -0.02, 0.55],
  [0.001, 0.018, 0.7],
  [0.003, 0.0225, 0.95],
  [0.0065, 0.0215, 1],
  [0.012, 0.008, 1],
  [0.02, -0.008, 1],
  [0.026, -0.02, 1],
  [0.0255, -0.0235, 0.8],
];

export function collarGeometry(pose: Pose, s: Segments, body: Physique, shirt: SoftShape): BufferGeometry {
  const { trunk } = pose;
  const k = s.scale * (body.woman ? 0.9 : 1);
  const neck = k * (0.8 + 0.2 * body.build);
  const chestUp = new Vector3(0, 1, 0).applyQuaternion(trunk.chestTurn);
  const up = new Vector3().subVectors(trunk.neckTop, trunk.hub).normalize().lerp(chestUp, 0.5).normalize();
  const front = new Vector3(0, 0, 1).applyQuaternion(trunk.chestTurn).projectOnPlane(up).normalize();
  const side = new Vector3().crossVectors(up, front);
  const middle = trunk.hub
    .clone()
    .addScaledVector(up, 0.062 * s.scale)
    .addScaledVector(front, 0.006 * s.scale);
  const partsAt = partsNear(shirt.parts, 0.1);
  const near: SoftShape = { blendRadius: shirt.blendRadius, parts: [] };
  const outwards = { x: 0, y: 0, z: 0 };
  const positions: number[] = [];
  const colors: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= AROUND; i++) {
    const degrees = OPEN + (i / AROUND) * (360 - 2 * OPEN);
    const angle = (degrees * Math.PI) / 180;
    const ahead = Math.cos(angle);
    // The flap is longest at its points beside the opening; the collar is lower in front than behind.
    const point = Math.exp(-(((Math.min(degrees, 360 - degrees) - OPEN) / 24) ** 2));
    const way = new Vector3().addScaledVector(front, ahead).addScaledVector(side, Math.sin(angle));
    ROWS.forEach(([out, rise, shade], row) => {
      const flap = Math.max(0, row - 3) / (ROWS.length - 4);
      const radius = (ahead > 0 ? 0.061 : 0.06) * neck + out * k;
      const p = middle
        .clone()
        .addScaledVector(way, radius + 0.012 * k * point * flap)
        .addScaledVector(up, (rise - 0.026 * Math.max(-0.35, ahead) - 0.03 * point * flap) * k);
      if (row > 2) {
        near.parts = partsAt(p.x, p.y, p.z);
        for (let round = 0; round < 2; round++) {
          const inside = (row === ROWS.length - 1 ? 0.0015 : 0.0045) - shapeSlope(near, p.x, p.y, p.z, outwards);
          if (inside > 0) p.add(new Vector3(outwards.x, outwards.y, outwards.z).normalize().multiplyScalar(inside));
        }
      }
      positions.push(p.x, p.y, p.z);
      colors.push(shade, shade, shade);
      if (i === AROUND || row === ROWS.length - 1) return;
      const a = i * ROWS.length + row;
      const b = a + ROWS.length;
      indices.push(a, a + 1, b, a + 1, b + 1, b);
    });
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colors), 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}
