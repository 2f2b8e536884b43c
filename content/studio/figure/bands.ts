// Bands of cloth and leather laid around the pose: belt, and the hems of sleeves, trousers, shorts and skirt.
import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import type { Pose } from '#studio/motion/swing-motion.ts';
import type { BodyShapes } from './body-shape.ts';
import { partsNear, shapeDistance, type Tube } from './soft-shape.ts';

const AROUND = 64;
const BELT_TALL = 0.034;
/** Height of the belt's middle above the middle of the pelvis, for a golfer of 1.83 m. */
const BELT_HEIGHT = 0.062;

/**
 * A ring of rows. `pointAt` returns the place and the outward direction of a row at an angle; `shades` darkens each
 * row.
 */
function ringGeometry(
  rows: number,
  shades: readonly number[],
  pointAt: (angle: number, row: number) => { place: Vector3; outwards: Vector3 },
): BufferGeometry {
  const positions = new Float32Array(AROUND * rows * 3);
  const normals = new Float32Array(AROUND * rows * 3);
  const colors = new Float32Array(AROUND * rows * 3);
  const indices: number[] = [];
  for (let i = 0; i < AROUND; i++) {
    for (let row = 0; row < rows; row++) {
      const { place, outwards } = pointAt((i / AROUND) * Math.PI * 2, row);
      const at = (i * rows + row) * 3;
      place.toArray(positions, at);
      outwards.toArray(normals, at);
      colors.fill(shades[row] ?? 1, at, at + 3);
      if (row === rows - 1) continue;
      const a = i * rows + row;
      const b = ((i + 1) % AROUND) * rows + row;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
  geometry.setIndex(indices);
  return geometry;
}

/**
 * Place along the cloth, as a share of the band's height with 0 at its lower edge, and outwards, as a share of its
 * thickness.
 */
const HEM_ROWS: readonly [along: number, out: number, lean: number][] = [
  [-0.9, -0.6, 0.5],
  [-0.85, 0.7, 0],
  [-0.1, 1, 0],
  [0.08, 0.7, 0.8],
  [0.1, -0.6, 0.9],
  [-0.3, -1.8, -0.9],
];

/** The hem at the cut end of a tube of cloth. */
export function hemGeometry(cloth: Tube, tall: number, thick: number): BufferGeometry {
  const along = new Vector3().subVectors(cloth.b, cloth.a).normalize();
  const across = new Vector3().crossVectors(cloth.side, along);
  return ringGeometry(HEM_ROWS.length, [0.82, 1, 1, 1, 0.7, 0.45], (angle, row) => {
    const [down, out, lean] = HEM_ROWS[row] ?? [0, 0, 0];
    const [ru, rv] = [cloth.rb[0] + out * thick, cloth.rb[1] + out * thick];
    const place = cloth.b
      .clone()
      .addScaledVector(along, down * tall)
      .addScaledVector(cloth.side, Math.cos(angle) * ru)
      .addScaledVector(across, Math.sin(angle) * rv);
    const outwards = cloth.side
      .clone()
      .multiplyScalar(Math.cos(angle) / ru)
      .addScaledVector(across, Math.sin(angle) / rv)
      .normalize()
      .multiplyScalar(row === 5 ? -0.4 : 1)
      .addScaledVector(along, lean)
      .normalize();
    return { place, outwards };
  });
}

export interface Belt {
  geometry: BufferGeometry;
  /** Where the buckle sits, and the places of the loops. */
  buckle: Vector3;
  loops: { place: Vector3; outwards: Vector3 }[];
}

export function layBelt(pose: Pose, shapes: BodyShapes, scale: number): Belt {
  const { pelvis, pelvisTurn } = pose.trunk;
  const up = new Vector3(0, 1, 0).applyQuaternion(pelvisTurn);
  const middle = pelvis.clone().addScaledVector(up, BELT_HEIGHT * scale);
  const parts = [shapes.shirt, shapes.trousers].map((shape) => ({
    blendRadius: shape.blendRadius,
    near: partsNear(shape.parts, 0.1),
  }));
  const inside = (p: Vector3) =>
    parts.some(
      ({ blendRadius, near }) => shapeDistance({ blendRadius, parts: near(p.x, p.y, p.z) }, p.x, p.y, p.z) < 0,
    );
  /** The outward direction from the middle of the pelvis to the outermost cloth. */
  const girth = (outwards: Vector3) => {
    let near = 0.06;
    let far = 0.26;
    for (let i = 0; i < 11; i++) {
      const half = (near + far) / 2;
      if (inside(middle.clone().addScaledVector(outwards, half))) near = half;
      else far = half;
    }
    return near;
  };
  const wayAt = (angle: number) => new Vector3(Math.sin(angle), 0, Math.cos(angle)).applyQuaternion(pelvisTurn);
  const girths = Array.from({ length: AROUND }, (_, i) => girth(wayAt((i / AROUND) * Math.PI * 2)));
  const girthAt = (angle: number) => girths[Math.round((angle / (Math.PI * 2)) * AROUND) % AROUND] ?? 0.15;
  const rows = [
    [0.5, -0.03, 0.9],
    [0.47, 0.0038, 0.25],
    [-0.47, 0.0038, -0.25],
    [-0.5, -0.02, -0.9],
  ] as const;
  const geometry = ringGeometry(rows.length, [0.8, 1, 1, 0.7], (angle, row) => {
    const [height, out, lean] = rows[row] ?? rows[0];
    const outwards = wayAt(angle);
    const place = middle
      .clone()
      .addScaledVector(outwards, girthAt(angle) + out)
      .addScaledVector(up, height * BELT_TALL * scale);
    return { place, outwards: outwards.addScaledVector(up, lean).normalize() };
  });
  const on = (angle: number, out: number) => middle.clone().addScaledVector(wayAt(angle), girthAt(angle) + out);
  const turns = [0.7, 1.75, Math.PI, 2 * Math.PI - 1.75, 2 * Math.PI - 0.7];
  return {
    geometry,
    buckle: on(0, 0.0045),
    loops: turns.map((angle) => ({ place: on(angle, 0.0045), outwards: wayAt(angle) })),
  };
}
