// Draws strokes with round ends and soft edges into planes of bytes, as a canvas with `lineCap = 'round'` does. Each
// stroke is drawn once, whatever comes later. Pure pixels; knows nothing of frames, colours' names and ffmpeg.
import type { Point } from '#domain/drawing.ts';

/** A stroke in the pixels of one plane, and what it leaves there. */
export interface InkStroke {
  readonly from: Point;
  readonly to: Point;
  readonly width: number;
  /** One value of 0 to 255 for each of the plane's colours. */
  readonly values: readonly number[];
  /** Of two strokes that cross, the one with the greater order lies on top, whichever was drawn first. 0 to 65,534. */
  readonly order: number;
}

/** Planes of one size: how much ink covers each pixel, and the ink's colour there (not multiplied by the cover). */
export class InkPlane {
  readonly cover: Uint8Array;
  readonly colors: readonly Uint8Array[];
  readonly #widthPx: number;
  readonly #heightPx: number;
  /** How far beyond its edge a stroke leaves its colour without cover. */
  readonly #rimPx: number;
  /** One more than the order of the topmost stroke at each pixel. */
  readonly #top: Uint16Array;

  /** `cover` and `colors` are the caller's, one byte per pixel each, all 0. */
  constructor(
    size: { widthPx: number; heightPx: number; rimPx: number },
    planes: { cover: Uint8Array; colors: readonly Uint8Array[] },
  ) {
    this.#widthPx = size.widthPx;
    this.#heightPx = size.heightPx;
    this.#rimPx = size.rimPx;
    this.cover = planes.cover;
    this.colors = planes.colors;
    this.#top = new Uint16Array(size.widthPx * size.heightPx);
  }

  /** Draws a stroke. Returns how many pixels were looked at: the cost. */
  draw(stroke: InkStroke): number {
    const { from, to, width } = stroke;
    const reach = width / 2 + SOFT_EDGE_PX + this.#rimPx;
    const firstRow = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
    const lastRow = Math.min(this.#heightPx - 1, Math.ceil(Math.max(from.y, to.y) + reach));
    let looked = 0;
    for (let row = firstRow; row <= lastRow; row += 1) {
      const [first, end] = this.#columns(stroke, row, reach);
      if (first >= end) continue;
      // Most pixels of a broad stroke are wholly covered: no distance has to be measured there.
      const [solidFirst, solidEnd] = this.#columns(stroke, row, width / 2 - SOFT_EDGE_PX);
      const hasSolid = solidFirst < solidEnd;
      this.#drawSoft(stroke, row, first, hasSolid ? solidFirst : end);
      if (hasSolid) {
        this.#drawSolid(stroke, row, solidFirst, solidEnd);
        this.#drawSoft(stroke, row, solidEnd, end);
      }
      looked += end - first;
    }
    return looked;
  }

  /** The first column whose middle is nearer than `reach` to a stroke's line on a row, and the one after the last. */
  #columns(stroke: InkStroke, row: number, reach: number): readonly [number, number] {
    if (reach <= 0) return NO_COLUMNS;
    const [left, right] = spanOnRow(stroke, row + 0.5, reach);
    return left > right
      ? NO_COLUMNS
      : [Math.max(0, Math.ceil(left - 0.5)), Math.min(this.#widthPx, Math.floor(right - 0.5) + 1)];
  }

  #drawSoft({ from, to, width, values, order }: InkStroke, row: number, first: number, end: number): void {
    const halfWidth = width / 2;
    const alongX = to.x - from.x;
    const alongY = to.y - from.y;
    const lengthSquared = alongX * alongX + alongY * alongY;
    const y = row + 0.5 - from.y;
    for (let column = first; column < end; column += 1) {
      const x = column + 0.5 - from.x;
      // The nearest point of the line, as a share of its length.
      const share = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (x * alongX + y * alongY) / lengthSquared));
      const offX = x - share * alongX;
      const offY = y - share * alongY;
      const distance = Math.sqrt(offX * offX + offY * offY);
      // The overlap of the pixel's width and the line's, seen across the line: right also for lines thinner than a pixel.
      const overlap = Math.min(halfWidth, distance + 0.5) - Math.max(-halfWidth, distance - 0.5);
      this.#mix(row * this.#widthPx + column, Math.min(1, Math.max(0, overlap)), values, order + 1);
    }
  }

  #drawSolid({ values, order }: InkStroke, row: number, first: number, end: number): void {
    const rowAt = row * this.#widthPx;
    for (let at = rowAt + first; at < rowAt + end; at += 1) {
      if (order + 1 < (this.#top[at] ?? 0)) {
        this.#mix(at, 1, values, order + 1);
        continue;
      }
      this.#top[at] = order + 1;
      this.cover[at] = 255;
      this.#paint(at, values, 1);
    }
  }

  #mix(at: number, share: number, values: readonly number[], rank: number): void {
    const before = (this.cover[at] ?? 0) / 255;
    const isOnTop = rank >= (this.#top[at] ?? 0);
    if (share === 0 ? before > 0 : before === 1 && !isOnTop) return;
    if (share > 0 && isOnTop) this.#top[at] = rank;
    // What of the two is seen: all of the upper one, and of the lower one what the upper one leaves.
    const mine = isOnTop ? share : share * (1 - before);
    const together = share + before * (1 - share);
    this.cover[at] = Math.round(together * 255);
    this.#paint(at, values, together === 0 ? 1 : mine / together);
  }

  #paint(at: number, values: readonly number[], weight: number): void {
    for (let color = 0; color < values.length; color += 1) {
      const plane = this.colors[color];
      const value = values[color] ?? 0;
      if (plane) plane[at] = weight === 1 ? value : Math.round((plane[at] ?? 0) * (1 - weight) + value * weight);
    }
  }
}

const NO_COLUMNS = [0, 0] as const;

/** A pixel whose middle lies half a pixel outside of the outline is still touched. */
const SOFT_EDGE_PX = 0.5;

/** Between which x the points of a row at `y` are nearer than `reach` to a stroke's line. Empty: the first is greater. */
function spanOnRow({ from, to }: InkStroke, y: number, reach: number): [number, number] {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  const include = (x: number) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
  };
  for (const end of [from, to]) {
    const across = reach * reach - (y - end.y) ** 2;
    if (across < 0) continue;
    include(end.x - Math.sqrt(across));
    include(end.x + Math.sqrt(across));
  }
  // The two long sides of the rectangle between the round ends.
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0 || to.y === from.y) return [left, right];
  const sideX = (-(to.y - from.y) / length) * reach;
  const sideY = ((to.x - from.x) / length) * reach;
  for (const side of [1, -1]) {
    const share = (y - from.y - side * sideY) / (to.y - from.y);
    if (share >= 0 && share <= 1) include(from.x + side * sideX + share * (to.x - from.x));
  }
  return [left, right];
}
