// The short form in which a silhouette is stored: the lengths of its runs of covered and free cells. About 1 kB each.
import { MAX_SILHOUETTE_CELLS, type Silhouette } from '#domain/body/silhouette.ts';

/** The farthest a grid may lie from the picture's corner, and the largest cell, in pixels. */
const MAX_DISTANCE_PX = 32_768;
const HUNDREDTHS = 100;
/** From this value on a cell counts as the golfer's. */
const COVERED = 128;
const FULL = 255;

/** A silhouette as plain JSON. Its edges are sharp; {@link silhouetteOf} makes them soft again. */
export interface StoredSilhouette {
  /** The index of the frame in the clip's frame table. */
  readonly frameIndex: number;
  /** The grid's left and top edge and the side of one cell, each in whole hundredths of a pixel of the upright picture. */
  readonly grid: readonly [left: number, top: number, cell: number];
  readonly columns: number;
  readonly rows: number;
  /**
   * How many cells are free, then how many are the golfer's, then free again, and so on, row by row from the top left.
   * Whole numbers, 0 only at the start; together all cells.
   */
  readonly runs: readonly number[];
}

/** The stored form of a silhouette. */
export function storedSilhouette(silhouette: Silhouette): StoredSilhouette {
  const { frameIndex, leftPx, topPx, cellPx, columns, rows, cells } = silhouette;
  const runs = [0];
  let isGolfer = false;
  for (const cell of cells) {
    if (cell >= COVERED !== isGolfer) {
      isGolfer = !isGolfer;
      runs.push(0);
    }
    runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
  }
  const [left, top, cell] = [leftPx, topPx, cellPx].map((px) => Math.round(px * HUNDREDTHS));
  return { frameIndex, grid: [left ?? 0, top ?? 0, cell ?? 0], columns, rows, runs };
}

/** A stored silhouette from JSON that may have been changed by anyone; null when the value is not one. */
export function readStoredSilhouette(value: unknown): StoredSilhouette | null {
  if (typeof value !== 'object' || value === null) return null;
  const { frameIndex, grid, columns, rows, runs } = value as Readonly<Record<string, unknown>>;
  const isSize = isWhole(columns, 1, MAX_SILHOUETTE_CELLS) && isWhole(rows, 1, MAX_SILHOUETTE_CELLS);
  if (!isSize || !isWhole(frameIndex, 0, Number.MAX_SAFE_INTEGER)) return null;
  if (!Array.isArray(grid) || grid.length !== 3 || !Array.isArray(runs)) return null;
  const [left, top, cell] = grid as unknown[];
  const most = MAX_DISTANCE_PX * HUNDREDTHS;
  if (!isWhole(left, -most, most) || !isWhole(top, -most, most) || !isWhole(cell, 1, most)) return null;
  const count = columns * rows;
  if (!runs.every((run, index): run is number => isWhole(run, index === 0 ? 0 : 1, count))) return null;
  if (runs.reduce((sum, run) => sum + run, 0) !== count) return null;
  return { frameIndex, grid: [left, top, cell], columns, rows, runs };
}

/** The silhouette of a stored one in the frame of that time, in seconds, with an edge about a cell wide. */
export function silhouetteOf({ frameIndex, grid, columns, rows, runs }: StoredSilhouette, time: number): Silhouette {
  const sharp = new Uint8Array(columns * rows);
  let at = 0;
  for (const [order, run] of runs.entries()) {
    if (order % 2 === 1) sharp.fill(FULL, at, at + run);
    at += run;
  }
  const [leftPx, topPx, cellPx] = grid.map((hundredths) => hundredths / HUNDREDTHS) as [number, number, number];
  return { frameIndex, time, leftPx, topPx, cellPx, columns, rows, cells: softened(sharp, columns, rows) };
}

/** Each cell with its neighbours across and down, weighted 1, 2, 1. Outside of the grid there is no golfer. */
function softened(sharp: Uint8Array, columns: number, rows: number): Uint8Array {
  const at = (row: number, column: number) =>
    row < 0 || row >= rows || column < 0 || column >= columns ? 0 : (sharp[row * columns + column] ?? 0);
  const across = (row: number, column: number) => at(row, column - 1) + 2 * at(row, column) + at(row, column + 1);
  return sharp.map((_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return Math.round((across(row - 1, column) + 2 * across(row, column) + across(row + 1, column)) / 16);
  });
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
