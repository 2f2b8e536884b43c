// Turns a soft shape into triangles (surface nets), each vertex moved onto the true surface with its true normal.
// Pure.
// biome-ignore-all lint/style/noNonNullAssertion: indices run inside the arrays' own bounds

import type { SoftShape } from './soft-shape.ts';
import { partBounds, partDistance, shapeDistance } from './soft-shape.ts';

export interface Surface {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

interface Grid {
  size: [number, number, number];
  low: [number, number, number];
  step: number;
  field: Float32Array;
}

function sampleField(shape: SoftShape, step: number): Grid {
  const bounds = shape.parts.map((part) => partBounds(part, step * 2.5));
  const low = [0, 1, 2].map(
    (axis) => Math.floor(Math.min(...bounds.map((b) => b.low[axis]!)) / step) * step,
  ) as Grid['low'];
  const size = [0, 1, 2].map(
    (axis) => Math.ceil((Math.max(...bounds.map((b) => b.high[axis]!)) - low[axis]!) / step) + 1,
  ) as Grid['size'];
  const [nx, ny] = size;
  const sums = new Float32Array(nx * ny * size[2]);
  for (const part of shape.parts) {
    const box = partBounds(part, Math.max(shape.blendRadius * 4, step * 2));
    const from = [0, 1, 2].map((axis) => Math.max(0, Math.floor((box.low[axis]! - low[axis]!) / step)));
    const to = [0, 1, 2].map((axis) => Math.min(size[axis]! - 1, Math.ceil((box.high[axis]! - low[axis]!) / step)));
    for (let k = from[2]!; k <= to[2]!; k++) {
      for (let j = from[1]!; j <= to[1]!; j++) {
        const row = (k * ny + j) * nx;
        for (let i = from[0]!; i <= to[0]!; i++) {
          const distance = partDistance(part, low[0] + i * step, low[1] + j * step, low[2] + k * step);
          if (distance < shape.blendRadius * 6) sums[row + i]! += Math.exp(Math.min(40, -distance / shape.blendRadius));
        }
      }
    }
  }
  for (let i = 0; i < sums.length; i++)
    sums[i] = sums[i]! > 0 ? -shape.blendRadius * Math.log(sums[i]!) : shape.blendRadius * 6;
  return { size, low, step, field: sums };
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, (c >> 2) & 1] as const);
const EDGES = [
  [0, 1],
  [0, 2],
  [0, 4],
  [1, 3],
  [1, 5],
  [2, 3],
  [2, 6],
  [3, 7],
  [4, 5],
  [4, 6],
  [5, 7],
  [6, 7],
] as const;

/** One vertex per cell that the surface crosses, in the middle of its crossings. */
function cellVertices(grid: Grid): { vertexOf: Int32Array; points: number[] } {
  const { size, low, step, field } = grid;
  const [nx, ny, nz] = size;
  const offsets = CORNERS.map(([x, y, z]) => (z * ny + y) * nx + x);
  const vertexOf = new Int32Array(field.length).fill(-1);
  const points: number[] = [];
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const cell = (k * ny + j) * nx + i;
        let mask = 0;
        for (let c = 0; c < 8; c++) if (field[cell + offsets[c]!]! < 0) mask |= 1 << c;
        if (mask === 0 || mask === 255) continue;
        let x = 0;
        let y = 0;
        let z = 0;
        let crossings = 0;
        for (const [a, b] of EDGES) {
          const fa = field[cell + offsets[a]!]!;
          const fb = field[cell + offsets[b]!]!;
          if (fa < 0 === fb < 0) continue;
          const t = fa / (fa - fb);
          x += CORNERS[a]![0] + t * (CORNERS[b]![0] - CORNERS[a]![0]);
          y += CORNERS[a]![1] + t * (CORNERS[b]![1] - CORNERS[a]![1]);
          z += CORNERS[a]![2] + t * (CORNERS[b]![2] - CORNERS[a]![2]);
          crossings++;
        }
        vertexOf[cell] = points.length / 3;
        points.push(
          low[0] + (i + x / crossings) * step,
          low[1] + (j + y / crossings) * step,
          low[2] + (k + z / crossings) * step,
        );
      }
    }
  }
  return { vertexOf, points };
}

function quads(grid: Grid, vertexOf: Int32Array): number[] {
  const { size, field } = grid;
  const [nx, ny, nz] = size;
  const strides = [1, nx, nx * ny] as const;
  const indices: number[] = [];
  for (let k = 1; k < nz - 1; k++) {
    for (let j = 1; j < ny - 1; j++) {
      for (let i = 1; i < nx - 1; i++) {
        const cell = (k * ny + j) * nx + i;
        const inside = field[cell]! < 0;
        for (let axis = 0; axis < 3; axis++) {
          if (inside === field[cell + strides[axis]!]! < 0) continue;
          const u = strides[(axis + 1) % 3]!;
          const v = strides[(axis + 2) % 3]!;
          const [a, b, c, d] = [vertexOf[cell]!, vertexOf[cell - u]!, vertexOf[cell - u - v]!, vertexOf[cell - v]!];
          if (inside) indices.push(a, b, c, a, c, d);
          else indices.push(a, c, b, a, d, c);
        }
      }
    }
  }
  return indices;
}

const TETRAHEDRON = [
  [1, -1, -1],
  [-1, -1, 1],
  [-1, 1, -1],
  [1, 1, 1],
] as const;

export function surfaceOf(shape: SoftShape, step: number): Surface {
  const grid = sampleField(shape, step);
  const { vertexOf, points } = cellVertices(grid);
  const positions = new Float32Array(points);
  const normals = new Float32Array(points.length);
  const e = step * 0.3;
  const near: SoftShape = { blendRadius: shape.blendRadius, parts: [] };
  const boxes = shape.parts.map((part) => partBounds(part, shape.blendRadius * 5 + step * 2));
  for (let n = 0; n < positions.length; n += 3) {
    const [x, y, z] = [positions[n]!, positions[n + 1]!, positions[n + 2]!];
    near.parts = shape.parts.filter((_, i) => {
      const { low, high } = boxes[i]!;
      return x > low[0] && x < high[0] && y > low[1] && y < high[1] && z > low[2] && z < high[2];
    });
    let gx = 0;
    let gy = 0;
    let gz = 0;
    let middle = 0;
    for (const [tx, ty, tz] of TETRAHEDRON) {
      const value = shapeDistance(near, x + e * tx, y + e * ty, z + e * tz);
      gx += tx * value;
      gy += ty * value;
      gz += tz * value;
      middle += value / 4;
    }
    const length = Math.hypot(gx, gy, gz) || 1;
    const move = Math.max(-step * 0.5, Math.min(step * 0.5, middle));
    normals[n] = gx / length;
    normals[n + 1] = gy / length;
    normals[n + 2] = gz / length;
    positions[n]! -= normals[n]! * move;
    positions[n + 1]! -= normals[n + 1]! * move;
    positions[n + 2]! -= normals[n + 2]! * move;
  }
  return { positions, normals, indices: new Uint32Array(quads(grid, vertexOf)) };
}
