// Soft shapes as three.js meshes, shaded where they come close to each other.
import { BufferAttribute, BufferGeometry, type Material, Mesh } from 'three';
import { shadeContacts } from './contact-shade.ts';
import type { SoftShape } from './soft-shape.ts';
import { surfaceOf } from './surface.ts';

/** `around` casts contact shade on the shape; `step` is the grid's in metres. */
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
