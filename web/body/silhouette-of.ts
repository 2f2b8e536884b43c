// Makes the silhouette of one frame from the model's mask, which lies in a turned square: the smallest upright grid
// around the body, with cells as large as the mask's. Pure.
import { LANDMARKS_SIDE_PX } from './model/body-model.ts';
import { sigmoid } from './model/detections.ts';
import { inPicture, inSquare, type TurnedSquare } from './model/turned-square.ts';

/** How much of each cell of a grid over the upright picture the golfer covers. */
export interface Silhouette {
  /** The index of the frame in the clip's frame table. */
  readonly frameIndex: number;
  /** The frame's time in seconds on the clip's shown timeline. */
  readonly time: number;
  /** The grid's left edge in the upright picture, in pixels. May be negative. */
  readonly leftPx: number;
  /** The grid's top edge in the upright picture, in pixels. May be negative. */
  readonly topPx: number;
  /** The side of one square cell in pixels of the upright picture, above 0. */
  readonly cellPx: number;
  /** Cells in a row, up to {@link MAX_SILHOUETTE_CELLS}. */
  readonly columns: number;
  /** Rows of cells, up to {@link MAX_SILHOUETTE_CELLS}. */
  readonly rows: number;
  /** One byte per cell, row by row from the top left: 0 background, 255 golfer. The edge is about a cell wide. */
  readonly cells: Uint8Array;
}

/** The maximum number of cells along one side of a silhouette. */
const MAX_SILHOUETTE_CELLS = 384;

const SIDE = LANDMARKS_SIDE_PX;
/** Cells left free around the body, for its soft edge. */
const MARGIN = 2;
/** The minimum share of a cell that belongs to the body. */
const COVERED = 0.5;

/** The silhouette of a mask of logits over a square of a picture that has `scale` pixels per pixel of the clip's. */
export function silhouetteOf(
  mask: Float32Array,
  square: TurnedSquare,
  scale: number,
  frame: { readonly frameIndex: number; readonly time: number },
): Silhouette {
  const soft = softened(mask.map(sigmoid));
  const cellPx = square.sidePx / SIDE;
  const { fromX, toX, fromY, toY } = coveredPart(soft, square);
  const columns = Math.min(MAX_SILHOUETTE_CELLS, Math.max(1, Math.ceil((toX - fromX) / cellPx) + 2 * MARGIN));
  const rows = Math.min(MAX_SILHOUETTE_CELLS, Math.max(1, Math.ceil((toY - fromY) / cellPx) + 2 * MARGIN));
  const [left, top] = [fromX - MARGIN * cellPx, fromY - MARGIN * cellPx];
  const cells = new Uint8Array(columns * rows);
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
  const { xPx, yPx } = square.centre;
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
