// The belt: a band laid around the waist of the pose, wherever shirt and trousers happen to be.
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import type { Pose } from '#studio/motion/swing-motion.ts';
import type { BodyShapes } from './body-shape.ts';
import { shapeDistance } from './soft-shape.ts';

const AROUND = 56;
const TALL = 0.034;
const THICK = 0.004;

/** The way outwards from the pelvis' middle to the outermost cloth. */
function girth(shapes: BodyShapes, middle: Vector3, outwards: Vector3): number {
  let near = 0.02;
  let far = 0.3;
  for (let i = 0; i < 14; i++) {
    const half = (near + far) / 2;
    const p = middle.clone().addScaledVector(outwards, half);
    const inside =
      Math.min(shapeDistance(shapes.shirt, p.x, p.y, p.z), shapeDistance(shapes.trousers, p.x, p.y, p.z)) < 0;
    if (inside) near = half;
    else far = half;
  }
  return near;
}

export function beltGeometry(pose: Pose, shapes: BodyShapes, scale: number): BufferGeometry {
  const { pelvis, pelvisTurn } = pose.trunk;
  const up = new Vector3(0, 1, 0).applyQuaternion(pelvisTurn);
  const positions = new Float32Array(AROUND * 4 * 3);
  const normals = new Float32Array(AROUND * 4 * 3);
  const indices: number[] = [];
  // Four rows: inner top, outer top, outer bottom, inner bottom.
  const rows = [
    [0.5, -0.01],
    [0.46, THICK],
    [-0.46, THICK],
    [-0.5, -0.01],
  ] as const;
  for (let i = 0; i < AROUND; i++) {
    const angle = (i / AROUND) * Math.PI * 2;
    const outwards = new Vector3(Math.sin(angle), 0, Math.cos(angle)).applyQuaternion(pelvisTurn);
    rows.forEach(([height, out], row) => {
      const middle = pelvis.clone().addScaledVector(up, (0.062 + height * TALL) * scale);
      const p = middle.clone().addScaledVector(outwards, girth(shapes, middle, outwards) + out);
      p.toArray(positions, (i * 4 + row) * 3);
      outwards
        .clone()
        .addScaledVector(up, row === 0 ? 0.6 : row === 3 ? -0.6 : 0)
        .normalize()
        .toArray(normals, (i * 4 + row) * 3);
      if (row === 3) return;
      const a = i * 4 + row;
      const b = ((i + 1) % AROUND) * 4 + row;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    });
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(positions.length).fill(1), 3));
  geometry.setIndex(indices);
  return geometry;
}
