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
  /**
   * Of two strokes that cross, the one with the greater order lies on top, whichever was drawn first; those of the same
   * order are one line. 0 to 65,534.
   */
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
  /** One more than the order of the topmost stroke at each pixel, and of the topmost one anywhere. */
  readonly #top: Uint16Array;
  #highest = 0;
  /** How much of each pixel its topmost stroke covers by itself. */
  readonly #topCover: Uint8Array;

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
    this.#topCover = new Uint8Array(size.widthPx * size.heightPx);
  }

  /** Draws a stroke. Returns how many pixels were looked at: the cost. */
  draw(stroke: InkStroke): number {
    const { from, to, width } = stroke;
    const line = new Line(from, to);
    const reach = width / 2 + SOFT_EDGE_PX + this.#rimPx;
    const firstRow = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
    const lastRow = Math.min(this.#heightPx - 1, Math.ceil(Math.max(from.y, to.y) + reach));
    let looked = 0;
    for (let row = firstRow; row <= lastRow; row += 1) {
      line.spanRow(row, reach, this.#widthPx);
      const { first, end } = line;
      if (first >= end) continue;
      // Most pixels of a broad stroke are wholly covered: no distance has to be measured there.
      line.spanRow(row, width / 2 - SOFT_EDGE_PX, this.#widthPx);
      const solidFirst = line.first < line.end ? line.first : end;
      const solidEnd = line.first < line.end ? line.end : end;
      this.#drawSoft(stroke, line, row, first, solidFirst);
      this.#drawSolid(stroke, row * this.#widthPx + solidFirst, row * this.#widthPx + solidEnd);
      this.#drawSoft(stroke, line, row, solidEnd, end);
      looked += end - first;
    }
    this.#highest = Math.max(this.#highest, stroke.order + 1);
    return looked;
  }

  #drawSoft({ width, values, order }: InkStroke, line: Line, row: number, first: number, end: number): void {
    const halfWidth = width / 2;
    for (let column = first; column < end; column += 1) {
      const distance = line.distanceTo(column + 0.5, row + 0.5);
      // The overlap of the pixel's width and the line's, seen across the line: right also for lines thinner than a pixel.
      const overlap = Math.min(halfWidth, distance + 0.5) - Math.max(-halfWidth, distance - 0.5);
      this.#mix(row * this.#widthPx + column, Math.min(1, Math.max(0, overlap)), values, order + 1);
    }
  }

  #drawSolid({ values, order }: InkStroke, first: number, end: number): void {
    if (order + 1 < this.#highest) {
      for (let at = first; at < end; at += 1) this.#mix(at, 1, values, order + 1);
      return;
    }
    if (first >= end) return;
    this.#top.fill(order + 1, first, end);
    this.#topCover.fill(255, first, end);
    this.cover.fill(255, first, end);
    for (let index = 0; index < values.length; index += 1) this.colors[index]?.fill(values[index] ?? 0, first, end);
  }

  #mix(at: number, wished: number, values: readonly number[], rank: number): void {
    const before = (this.cover[at] ?? 0) / 255;
    const top = this.#top[at] ?? 0;
    const isOnTop = rank >= top;
    if (wished === 0 ? before > 0 : before === 1 && !isOnTop) return;
    let share = wished;
    if (wished > 0 && isOnTop) {
      const already = rank === top ? (this.#topCover[at] ?? 0) / 255 : 0;
      if (wished <= already) return;
      // The same line comes by again: only what it covers more than before is added.
      share = (wished - already) / (1 - already);
      this.#top[at] = rank;
      this.#topCover[at] = Math.round(wished * 255);
    }
    // What of the two is seen: all of the upper one, and of the lower one what the upper one leaves.
    const mine = isOnTop ? share : share * (1 - before);
    const together = share + before * (1 - share);
    const weight = together === 0 ? 1 : mine / together;
    this.cover[at] = Math.round(together * 255);
    for (let index = 0; index < values.length; index += 1) {
      const plane = this.colors[index];
      if (plane) plane[at] = Math.round((plane[at] ?? 0) * (1 - weight) + (values[index] ?? 0) * weight);
    }
  }
}

/** A pixel whose middle lies half a pixel outside of the outline is still touched. */
const SOFT_EDGE_PX = 0.5;

/** The middle line of a stroke. Answers in its own fields: asked millions of times, it makes nothing new. */
class Line {
  /** The columns that {@link spanRow} found: `first` inclusive, `end` exclusive; none when `first` is not below `end`. */
  first = 0;
  end = 0;
  readonly #fromX: number;
  readonly #fromY: number;
  readonly #alongX: number;
  readonly #alongY: number;
  readonly #lengthSquared: number;
  readonly #length: number;

  constructor(from: Point, to: Point) {
    this.#fromX = from.x;
    this.#fromY = from.y;
    this.#alongX = to.x - from.x;
    this.#alongY = to.y - from.y;
    this.#lengthSquared = this.#alongX ** 2 + this.#alongY ** 2;
    this.#length = Math.sqrt(this.#lengthSquared);
  }

  distanceTo(x: number, y: number): number {
    const offX = x - this.#fromX;
    const offY = y - this.#fromY;
    // The nearest point of the line, as a share of its length.
    const wished = this.#lengthSquared === 0 ? 0 : (offX * this.#alongX + offY * this.#alongY) / this.#lengthSquared;
    const share = wished < 0 ? 0 : wished > 1 ? 1 : wished;
    const awayX = offX - share * this.#alongX;
    const awayY = offY - share * this.#alongY;
    return Math.sqrt(awayX * awayX + awayY * awayY);
  }

  /** Finds the columns of a row, from 0 to below `columns`, whose middles are nearer to the line than `reach`. */
  spanRow(row: number, reach: number, columns: number): void {
    this.first = columns;
    this.end = 0;
    if (reach <= 0) return;
    const y = row + 0.5 - this.#fromY;
    this.#includeRound(0, y, reach, columns);
    this.#includeRound(this.#alongX, y - this.#alongY, reach, columns);
    // The two long sides of the rectangle between the round ends.
    if (this.#alongY === 0) return;
    for (let side = -reach; side <= reach; side += 2 * reach) {
      const share = (y - (side * this.#alongX) / this.#length) / this.#alongY;
      if (share < 0 || share > 1) continue;
      const x = share * this.#alongX - (side * this.#alongY) / this.#length;
      this.#include(x, x, columns);
    }
  }

  /** `x`: the round end's middle; `y`: how far the row lies below it. */
  #includeRound(x: number, y: number, reach: number, columns: number): void {
    const across = reach * reach - y * y;
    if (across < 0) return;
    const half = Math.sqrt(across);
    this.#include(x - half, x + half, columns);
  }

  /** Widens the span by x, which count from the line's beginning. */
  #include(left: number, right: number, columns: number): void {
    const first = Math.ceil(this.#fromX + left - 0.5);
    const end = Math.floor(this.#fromX + right - 0.5) + 1;
    if (first < this.first) this.first = first < 0 ? 0 : first;
    if (end > this.end) this.end = end > columns ? columns : end;
  }
}
