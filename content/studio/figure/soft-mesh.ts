// Soft shapes as three.js meshes, darker where body parts come close to each other.
// biome-ignore-all lint/style/noNonNullAssertion: indices run inside the arrays' own bounds
import { BufferAttribute, BufferGeometry, type Material, Mesh } from 'three';
import { partDistance, partsNear, type SoftShape } from './soft-shape.ts';
import { type Surface, surfaceOf } from './surface.ts';

/** `around` casts contact shadows on the shape; `step` is the grid size in meters. */
export function geometryOf(shape: SoftShape, step: number, around: SoftShape[] = []): BufferGeometry {
  const surface = surfaceOf(shape, step);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(surface.normals, 3));
  geometry.setAttribute('color', new BufferAttribute(shadeContacts(surface, [shape, ...around]), 3));
  geometry.setIndex(new BufferAttribute(surface.indices, 1));
  return geometry;
}

export function meshOf(shape: SoftShape, step: number, paint: Material): Mesh {
  const mesh = new Mesh(geometryOf(shape, step), paint);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** How far outwards occlusion is tested, in meters, and how much a blocked direction darkens. */
const REACHES = [
  [0.025, 0.24],
  [0.08, 0.3],
] as const;
const DARKEST = 0.5;

/** One gray per vertex, as RGB: 1 open to the sky, down to `DARKEST` in a fold. */
function shadeContacts(surface: Surface, shapes: SoftShape[]): Float32Array {
  const { positions, normals } = surface;
  const colors = new Float32Array(positions.length);
  const partsAt = partsNear(
    shapes.flatMap((shape) => shape.parts),
    0.13,
  );
  for (let n = 0; n < positions.length; n += 3) {
    const parts = partsAt(positions[n]!, positions[n + 1]!, positions[n + 2]!);
    let open = 1;
    for (const [reach, weight] of REACHES) {
      const x = positions[n]! + normals[n]! * reach;
      const y = positions[n + 1]! + normals[n + 1]! * reach;
      const z = positions[n + 2]! + normals[n + 2]! * reach;
      let nearest: number = reach;
      for (const part of parts) {
        const distance = partDistance(part, x, y, z);
        if (distance < nearest) nearest = distance;
      }
      open -= Math.min(1.3, (reach - nearest) / reach) * weight;
    }
    colors.fill(Math.max(DARKEST, open), n, n + 3);
  }
  return colors;
}
