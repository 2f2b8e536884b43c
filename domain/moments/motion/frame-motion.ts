// The motion between two small gray pictures, as a grid of cells, after removing the shift of the whole picture
// (hand-held camera).
import type { CellMotion } from '#domain/moments/clip-motion.ts';

/** One small gray picture, upright. */
export interface GrayFrame {
  readonly time: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly gray: Uint8Array;
}

/** The motion between two frames: how much each cell of the picture changed above noise, per second. */
export interface FrameMotion extends CellMotion {
  /** The time between the frames, in seconds. */
  readonly length: number;
  /** The share of the picture that moved, 0 to 1: a golfer moves little of it, a panning camera or a cut nearly all. */
  readonly movingShare: number;
  /** How the picture as a whole moved, in its own pixels: the camera's motion, which `cells` leaves out. */
  readonly shiftPx: Shift;
}

/** The side of one cell of the motion grid. */
const CELL_PX = 4;
/** Compression and dithering change flat areas by a few gray levels from frame to frame. */
const MIN_CHANGE = 5;
/** A change counts from this multiple of the picture's median change: noise and residual shake are not motion. */
const NOISE_FACTOR = 3;
/** The maximum shift of the whole small picture between frames of a hand-held camera. */
const MAX_SHIFT_PX = 4;

/** The motion from one frame to the next one of the same size. */
export function motionBetween(before: GrayFrame, after: GrayFrame): FrameMotion {
  const { widthPx, heightPx } = before;
  const shift = cameraShift(before, after);
  const columns = Math.max(1, Math.floor(widthPx / CELL_PX));
  const rows = Math.max(1, Math.floor(heightPx / CELL_PX));
  const cells = new Float32Array(columns * rows);
  const changes = changesBetween(before, after, shift);
  const threshold = MIN_CHANGE + NOISE_FACTOR * medianOf(changes);
  const length = Math.max(1e-3, after.time - before.time);
  let moving = 0;
  for (let y = 0; y < rows * CELL_PX; y++) {
    const row = Math.floor(y / CELL_PX) * columns;
    for (let x = 0; x < columns * CELL_PX; x++) {
      const beyond = (changes[y * widthPx + x] ?? 0) - threshold;
      if (beyond <= 0) continue;
      moving++;
      const cell = row + Math.floor(x / CELL_PX);
      cells[cell] = (cells[cell] ?? 0) + beyond;
    }
  }
  for (let cell = 0; cell < cells.length; cell++) cells[cell] = (cells[cell] ?? 0) / length;
  const time = (before.time + after.time) / 2;
  const movingShare = moving / (widthPx * heightPx);
  const change = meanOf(changes);
  return { time, endTime: after.time, length, columns, rows, cells, change, movingShare, shiftPx: shift };
}

/** A shift of the whole picture to the right and down. */
interface Shift {
  readonly x: number;
  readonly y: number;
}

/** The whole-pixel shift of the picture: the best match of its row and column sums. */
function cameraShift(before: GrayFrame, after: GrayFrame): Shift {
  const a = sumsOf(before);
  const b = sumsOf(after);
  return { x: bestShift(a.columns, b.columns), y: bestShift(a.rows, b.rows) };
}

function sumsOf({ widthPx, heightPx, gray }: GrayFrame) {
  const columns = new Float32Array(widthPx);
  const rows = new Float32Array(heightPx);
  for (let y = 0; y < heightPx; y++) {
    let sum = 0;
    for (let x = 0; x < widthPx; x++) {
      const value = gray[y * widthPx + x] ?? 0;
      sum += value;
      columns[x] = (columns[x] ?? 0) + value;
    }
    rows[y] = sum / widthPx;
  }
  for (let x = 0; x < widthPx; x++) columns[x] = (columns[x] ?? 0) / heightPx;
  return { columns, rows };
}

/** A shift must match clearly better than none: the golfer's own motion must not pass for the camera's. */
const CLEARLY_BETTER = 0.7;

function bestShift(a: Float32Array, b: Float32Array): number {
  const still = profileDistance(a, b, 0);
  let best = 0;
  let least = still * CLEARLY_BETTER;
  for (let shift = -MAX_SHIFT_PX; shift <= MAX_SHIFT_PX; shift++) {
    const distance = profileDistance(a, b, shift);
    if (distance < least) [best, least] = [shift, distance];
  }
  return best;
}

/** Compares slopes instead of sums, so that a change of exposure does not count as motion. */
function profileDistance(a: Float32Array, b: Float32Array, shift: number): number {
  let sum = 0;
  for (let at = MAX_SHIFT_PX + 1; at < a.length - MAX_SHIFT_PX; at++) {
    const slopeA = (a[at] ?? 0) - (a[at - 1] ?? 0);
    const slopeB = (b[at + shift] ?? 0) - (b[at + shift - 1] ?? 0);
    sum += Math.abs(slopeA - slopeB);
  }
  return sum;
}

/** The absolute change of each pixel; pixels that a shift moves in from outside count as unchanged. */
function changesBetween(before: GrayFrame, after: GrayFrame, shift: Shift): Uint8Array {
  const { widthPx, heightPx, gray } = before;
  const changes = new Uint8Array(widthPx * heightPx);
  const fromX = Math.max(0, -shift.x);
  const toX = Math.min(widthPx, widthPx - shift.x);
  for (let y = Math.max(0, -shift.y); y < Math.min(heightPx, heightPx - shift.y); y++) {
    const other = (y + shift.y) * widthPx + shift.x;
    for (let x = fromX; x < toX; x++) {
      const at = y * widthPx + x;
      changes[at] = Math.abs((gray[at] ?? 0) - (after.gray[other + x] ?? 0));
    }
  }
  return changes;
}

function meanOf(values: Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length > 0 ? sum / values.length : 0;
}

function medianOf(values: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value] ?? 0;
    if (seen * 2 >= values.length) return value;
  }
  return 0;
}
