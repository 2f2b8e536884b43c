// Turns a soft shape into triangles (surface nets), each vertex moved onto the true surface with its true normal.
// Pure.
// biome-ignore-all lint/style/noNonNullAssertion: indices run inside the arrays' own bounds

import {
  type Part,
  partBounds,
  partDistance,
  partsNear,
  type SoftShape,
  shapeDistance,
  shapeSlope,
} from './soft-shape.ts';

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

/** Cells along each side of a block. A part that is far from a block skips all its cells. */
const BLOCK = 4;

/** Adds one part to the sums of the exponential union, where it is near. */
function addPart(grid: Grid, part: Part, blendRadius: number): void {
  const { size, low, step, field } = grid;
  const [nx, ny] = size;
  const reach = Math.max(blendRadius * 4.5, step * 2);
  const box = partBounds(part, reach);
  const from = [0, 1, 2].map((axis) => Math.max(0, Math.floor((box.low[axis]! - low[axis]!) / step)));
  const to = [0, 1, 2].map((axis) => Math.min(size[axis]! - 1, Math.ceil((box.high[axis]! - low[axis]!) / step)));
  const skip = (reach + step * BLOCK * 0.87) * 1.2;
  const half = (BLOCK - 1) / 2;
  for (let bk = from[2]!; bk <= to[2]!; bk += BLOCK) {
    for (let bj = from[1]!; bj <= to[1]!; bj += BLOCK) {
      for (let bi = from[0]!; bi <= to[0]!; bi += BLOCK) {
        const [mx, my, mz] = [low[0] + (bi + half) * step, low[1] + (bj + half) * step, low[2] + (bk + half) * step];
        if (partDistance(part, mx, my, mz) > skip) continue;
        const [endI, endJ, endK] = [
          Math.min(to[0]!, bi + BLOCK - 1),
          Math.min(to[1]!, bj + BLOCK - 1),
          Math.min(to[2]!, bk + BLOCK - 1),
        ];
        for (let k = bk; k <= endK; k++) {
          for (let j = bj; j <= endJ; j++) {
            const row = (k * ny + j) * nx;
            for (let i = bi; i <= endI; i++) {
              const distance = partDistance(part, low[0] + i * step, low[1] + j * step, low[2] + k * step);
              if (distance < blendRadius * 6) field[row + i]! += Math.exp(Math.min(40, -distance / blendRadius));
            }
          }
        }
      }
    }
  }
}

function sampleField(shape: SoftShape, step: number): Grid {
  const { blendRadius } = shape;
  const bounds = shape.parts.map((part) => partBounds(part, step * 2.5));
  const low = [0, 1, 2].map(
    (axis) => Math.floor(Math.min(...bounds.map((b) => b.low[axis]!)) / step) * step,
  ) as Grid['low'];
  const size = [0, 1, 2].map(
    (axis) => Math.ceil((Math.max(...bounds.map((b) => b.high[axis]!)) - low[axis]!) / step) + 1,
  ) as Grid['size'];
  const field = new Float32Array(size[0] * size[1] * size[2]);
  const grid: Grid = { size, low, step, field };
  for (const part of shape.parts) addPart(grid, part, blendRadius);
  for (let i = 0; i < field.length; i++)
    field[i] = field[i]! > 0 ? -blendRadius * Math.log(field[i]!) : blendRadius * 6;
  if (shape.hollows) hollowOut(grid, shape);
  return grid;
}

/** Shapes with hollows are small and meshed once: every point near the surface is asked for again. */
function hollowOut({ size, low, step, field }: Grid, shape: SoftShape): void {
  const [nx, ny] = size;
  for (let n = 0; n < field.length; n++) {
    if (Math.abs(field[n]!) > 0.04) continue;
    const [i, j, k] = [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))];
    field[n] = shapeDistance(shape, low[0] + i * step, low[1] + j * step, low[2] + k * step);
  }
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

/** `step` is the grid's in meters. */
export function surfaceOf(shape: SoftShape, step: number): Surface {
  const grid = sampleField(shape, step);
  const { vertexOf, points } = cellVertices(grid);
  const positions = new Float32Array(points);
  const normals = new Float32Array(points.length);
  const near: SoftShape = { ...shape };
  const partsAt = partsNear(shape.parts, shape.blendRadius * 5 + step);
  const outwards = { x: 0, y: 0, z: 0 };
  for (let n = 0; n < positions.length; n += 3) {
    near.parts = partsAt(positions[n]!, positions[n + 1]!, positions[n + 2]!);
    // Moved towards the surface twice, after which the grid is no longer visible.
    for (let round = 0; round < 2; round++) {
      const distance = shapeSlope(near, positions[n]!, positions[n + 1]!, positions[n + 2]!, outwards);
      const length = Math.hypot(outwards.x, outwards.y, outwards.z) || 1;
      const move = Math.max(-step * 0.5, Math.min(step * 0.5, distance)) / length;
      normals[n] = outwards.x / length;
      normals[n + 1] = outwards.y / length;
      normals[n + 2] = outwards.z / length;
      positions[n]! -= normals[n]! * move;
      positions[n + 1]! -= normals[n + 1]! * move;
      positions[n + 2]! -= normals[n + 2]! * move;
    }
  }
  return { positions, normals, indices: new Uint32Array(quads(grid, vertexOf)) };
}
