// Ambient occlusion from the soft shapes themselves: darker where body parts come close to each other. Pure.
// biome-ignore-all lint/style/noNonNullAssertion: indices run inside the arrays' own bounds

import type { SoftShape } from './soft-shape.ts';
import { partBounds, shapeDistance } from './soft-shape.ts';
import type { Surface } from './surface.ts';

const REACHES = [0.02, 0.05, 0.1] as const;

/** One grey per vertex, as RGB: 1 open to the sky, down to about 0.35 in a fold. */
export function shadeContacts(surface: Surface, shapes: SoftShape[]): Float32Array {
  const { positions, normals } = surface;
  const colors = new Float32Array(positions.length);
  const bounded = shapes.flatMap((shape) =>
    shape.parts.map((part) => ({ blendRadius: shape.blendRadius, part, box: partBounds(part, 0.11) })),
  );
  const probe: SoftShape = { blendRadius: 0.01, parts: [] };
  for (let n = 0; n < positions.length; n += 3) {
    const [x, y, z] = [positions[n]!, positions[n + 1]!, positions[n + 2]!];
    probe.parts = [];
    for (const { part, box } of bounded) {
      if (x > box.low[0] && x < box.high[0] && y > box.low[1] && y < box.high[1] && z > box.low[2] && z < box.high[2])
        probe.parts.push(part);
    }
    let open = 1;
    for (const reach of REACHES) {
      const distance = shapeDistance(
        probe,
        x + normals[n]! * reach,
        y + normals[n + 1]! * reach,
        z + normals[n + 2]! * reach,
      );
      open -= Math.max(0, (reach - distance) / reach) * (reach === 0.1 ? 0.22 : 0.17);
    }
    const shade = Math.max(0.42, open);
    colors[n] = shade;
    colors[n + 1] = shade;
    colors[n + 2] = shade;
  }
  return colors;
}
