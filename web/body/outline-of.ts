// Makes the outline of one frame from the model's mask, which lies in a turned square: first a silhouette in the
// smallest upright grid around the body, then the lines of half coverage with only the corners that their shape needs.
import { contours } from 'd3-contour';
import type { Outline } from '#domain/outline/outline.ts';
import { LANDMARKS_SIDE_PX, sigmoid } from '#web/body/model/model-outputs.ts';
import { inPicture, inSquare, type TurnedSquare } from '#web/body/model/turned-square.ts';

/** Half covered, of 255. */
const EDGE = 127.5;
/** A corner closer than this to the line between its neighbors, in cells, is left out. */
const TOLERANCE = 0.35;
/** The minimum area of a part of the golfer, or of a hole, in cells. */
const LEAST_CELLS = 12;
/** The maximum number of rings; the largest are kept. */
const MOST_RINGS = 8;

type Corner = readonly [x: number, y: number];

/** The outline of a silhouette; it has no rings when no cell is covered. */
export function outlineOf(silhouette: Silhouette): Outline {
  const { frameIndex, time, leftPx, topPx, cellPx, columns, rows, cells } = silhouette;
  const [shape] = contours().size([columns, rows]).thresholds([EDGE])(Array.from(cells));
  const rings = (shape?.coordinates.flat() ?? []) as unknown as Corner[][];
  return {
    frameIndex,
    time,
    rings: rings
      .map((ring) => ({ ring, area: Math.abs(areaOf(ring)) }))
      .filter(({ area }) => area >= LEAST_CELLS)
      .toSorted((a, b) => b.area - a.area)
      .slice(0, MOST_RINGS)
      .map(({ ring }) => simplified(ring).flatMap(([x, y]) => [leftPx + x * cellPx, topPx + y * cellPx]))
      .filter(({ length }) => length >= 6),
  };
}

function areaOf(ring: readonly Corner[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Drops the closing corner, which repeats the first, and corners that hardly matter (Douglas and Peucker, 1973). */
function simplified(ring: readonly Corner[]): Corner[] {
  const half = Math.floor(ring.length / 2);
  return [...kept(ring.slice(0, half + 1)), ...kept(ring.slice(half))];
}

/** The significant corners of a line, without the last one. */
function kept(line: readonly Corner[]): Corner[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return first ? [first] : [];
  let [farthest, distance] = [0, 0];
  for (let at = 1; at < line.length - 1; at++) {
    const away = distanceToLine(line[at] ?? first, first, last);
    if (away > distance) [farthest, distance] = [at, away];
  }
  if (distance <= TOLERANCE) return [first];
  return [...kept(line.slice(0, farthest + 1)), ...kept(line.slice(farthest))];
}

function distanceToLine([x, y]: Corner, [fromX, fromY]: Corner, [toX, toY]: Corner): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = Math.hypot(alongX, alongY);
  if (length === 0) return Math.hypot(x - fromX, y - fromY);
  return Math.abs((x - fromX) * alongY - (y - fromY) * alongX) / length;
}

/** The maximum number of cells along one side of a silhouette. */
const MAX_SILHOUETTE_CELLS = 384;

const SIDE = LANDMARKS_SIDE_PX;
/** Cells left free around the body, for its soft edge. */
const MARGIN = 2;
/** The minimum share of a cell that belongs to the body. */
const COVERED = 0.5;

/**
 * How much of each cell of a grid over the upright picture the golfer covers, row by row: 0 background, 255 golfer; the edge is
 * about a cell wide. The grid may begin left of the picture or above it. Its places are pixels of the clip's picture.
 */
type Silhouette = ReturnType<typeof silhouetteOf>;

/** The silhouette of a mask of logits over a square of a picture that has `scale` pixels per pixel of the clip's. */
export function silhouetteOf(
  mask: Float32Array,
  square: TurnedSquare,
  scale: number,
  frame: { readonly frameIndex: number; readonly time: number },
) {
  const soft = softened(mask.map(sigmoid));
  const cellPx = square.sidePx / SIDE;
  const { fromX, toX, fromY, toY } = coveredPart(soft, square);
  const columns = Math.min(MAX_SILHOUETTE_CELLS, Math.max(1, Math.ceil((toX - fromX) / cellPx) + 2 * MARGIN));
  const rows = Math.min(MAX_SILHOUETTE_CELLS, Math.max(1, Math.ceil((toY - fromY) / cellPx) + 2 * MARGIN));
  const [left, top] = [fromX - MARGIN * cellPx, fromY - MARGIN * cellPx];
  const cells: Uint8Array = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const middle = { xPx: left + (column + 0.5) * cellPx, yPx: top + (row + 0.5) * cellPx };
      const [x, y] = inSquare(square, middle);
      cells[row * columns + column] = Math.round(255 * between(soft, x * SIDE - 0.5, y * SIDE - 0.5));
    }
  }
  const { frameIndex, time } = frame;
  return { frameIndex, time, leftPx: left / scale, topPx: top / scale, cellPx: cellPx / scale, columns, rows, cells };
}

/** Blurs the edge by a cell to either side, since the mask is nearly black and white. */
function softened(mask: Float32Array): Float32Array {
  const across = averaged(mask, 1);
  return averaged(across, SIDE);
}

function averaged(mask: Float32Array, step: number): Float32Array {
  return mask.map((value, at) => ((mask[at - step] ?? value) + 2 * value + (mask[at + step] ?? value)) / 4);
}

/** The part of the picture that the body covers; the square's middle when no cell is covered. */
function coveredPart(mask: Float32Array, square: TurnedSquare) {
  let [fromX, toX, fromY, toY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [at, value] of mask.entries()) {
    if (value < COVERED) continue;
    const { xPx, yPx } = inPicture(square, ((at % SIDE) + 0.5) / SIDE, (Math.floor(at / SIDE) + 0.5) / SIDE);
    [fromX, toX] = [Math.min(fromX, xPx), Math.max(toX, xPx)];
    [fromY, toY] = [Math.min(fromY, yPx), Math.max(toY, yPx)];
  }
  if (toX >= fromX) return { fromX, toX, fromY, toY };
  const { xPx, yPx } = square.center;
  return { fromX: xPx, toX: xPx, fromY: yPx, toY: yPx };
}

/** The mask interpolated between its cells; 0 outside the mask. */
function between(mask: Float32Array, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const at = (c: number, r: number) => (c < 0 || r < 0 || c >= SIDE || r >= SIDE ? 0 : (mask[r * SIDE + c] ?? 0));
  const [right, down] = [x - column, y - row];
  const upper = at(column, row) * (1 - right) + at(column + 1, row) * right;
  const lower = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
  return upper * (1 - down) + lower * down;
}
