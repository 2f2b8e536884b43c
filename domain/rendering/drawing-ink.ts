// Draws strokes with round ends and soft edges into planes of bytes, as a canvas with `lineCap = 'round'` does. Each
// stroke is drawn once.
import type { Point } from '#domain/drawing/drawing.ts';

/** A stroke in the pixels of one plane, with its color values. */
export interface InkStroke {
  readonly from: Point;
  readonly to: Point;
  readonly width: number;
  /** One value of 0 to 255 for each of the plane's colors. */
  readonly values: readonly number[];
  /**
   * Of two strokes that cross, the one with the greater order is on top, whichever was drawn first. Strokes of the same
   * order form one line. 0 to 65,534.
   */
  readonly order: number;
}

/** A copy of some rows of a plane. */
export interface InkCopy {
  readonly firstRow: number;
  readonly parts: readonly (Uint8Array | Uint16Array)[];
  readonly highest: number;
}

/** Planes of one size: the coverage (alpha) of each pixel, and its color, not premultiplied. */
export class InkPlane {
  readonly cover: Uint8Array;
  readonly colors: readonly Uint8Array[];
  readonly #widthPx: number;
  readonly #heightPx: number;
  /** Distance beyond a stroke's edge over which pixels get its color, with an opacity of 0. */
  readonly #rimPx: number;
  /** One more than the order of the topmost stroke at each pixel, and of the topmost one anywhere. */
  readonly #top: Uint16Array;
  #highest = 0;
  /** The coverage of each pixel by its topmost stroke alone. */
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

  /** Draws a stroke. */
  draw(stroke: InkStroke): void {
    const { from, to, width } = stroke;
    const line = new Line(from, to);
    const reach = width / 2 + SOFT_EDGE_PX + this.#rimPx;
    const firstRow = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
    const lastRow = Math.min(this.#heightPx - 1, Math.ceil(Math.max(from.y, to.y) + reach));
    for (let row = firstRow; row <= lastRow; row += 1) {
      line.spanRow(row, reach, this.#widthPx);
      const { first, end } = line;
      if (first >= end) continue;
      // Most pixels of a broad stroke are fully covered and need no distance.
      line.spanRow(row, width / 2 - SOFT_EDGE_PX, this.#widthPx);
      const solidFirst = line.first < line.end ? line.first : end;
      const solidEnd = line.first < line.end ? line.end : end;
      this.#drawSoft(stroke, line, row, first, solidFirst);
      this.#drawSolid(stroke, row * this.#widthPx + solidFirst, row * this.#widthPx + solidEnd);
      this.#drawSoft(stroke, line, row, solidEnd, end);
    }
    this.#highest = Math.max(this.#highest, stroke.order + 1);
  }

  /** Copies the rows from `firstRow` to below `endRow`. */
  copyRows(firstRow: number, endRow: number): InkCopy {
    const [first, end] = [firstRow * this.#widthPx, endRow * this.#widthPx];
    return { firstRow, parts: this.#parts().map((part) => part.slice(first, end)), highest: this.#highest };
  }

  /** Restores the rows of a copy. */
  restore({ firstRow, parts, highest }: InkCopy): void {
    for (const [index, part] of this.#parts().entries()) part.set(parts[index] ?? [], firstRow * this.#widthPx);
    this.#highest = highest;
  }

  #parts(): readonly (Uint8Array | Uint16Array)[] {
    return [this.cover, ...this.colors, this.#top, this.#topCover];
  }

  /** A hot loop over millions of pixels: values that a row shares are computed once. */
  #drawSoft({ width, values, order }: InkStroke, line: Line, row: number, first: number, end: number): void {
    const halfWidth = width / 2;
    const rank = order + 1;
    const cover = this.cover;
    const y = row + 0.5;
    let at = row * this.#widthPx + first;
    for (let x = first + 0.5; x < end; x += 1, at += 1) {
      const distance = line.distanceTo(x, y);
      // The overlap of the pixel's width and the line's, across the line: also correct for lines thinner than a pixel.
      const outer = distance + 0.5 < halfWidth ? distance + 0.5 : halfWidth;
      const inner = distance - 0.5 > -halfWidth ? distance - 0.5 : -halfWidth;
      if (outer > inner) this.#mix(at, outer - inner, values, rank);
      else if (cover[at] === 0) this.#color(at, 1, values);
    }
  }

  #drawSolid({ values, order }: InkStroke, first: number, end: number): void {
    const rank = order + 1;
    if (rank < this.#highest) {
      for (let at = first; at < end; at += 1) this.#mix(at, 1, values, rank);
      return;
    }
    // For a few pixels a loop is faster than `fill`.
    if (end - first < SHORT_SPAN_PX) {
      for (let at = first; at < end; at += 1) {
        this.#top[at] = rank;
        this.#topCover[at] = 255;
        this.cover[at] = 255;
        this.#color(at, 1, values);
      }
      return;
    }
    this.#top.fill(rank, first, end);
    this.#topCover.fill(255, first, end);
    this.cover.fill(255, first, end);
    for (let index = 0; index < values.length; index += 1) this.colors[index]?.fill(values[index] ?? 0, first, end);
  }

  /** Blends a stroke into a pixel of which it covers `coverage`: above 0, at most 1. */
  #mix(at: number, coverage: number, values: readonly number[], rank: number): void {
    const covered = this.cover[at] ?? 0;
    const top = this.#top[at] ?? 0;
    if (rank < top) {
      if (covered < 255) this.#mixBeneath(at, coverage, covered / 255, values);
      return;
    }
    const already = rank === top ? (this.#topCover[at] ?? 0) / 255 : 0;
    if (coverage <= already) return;
    // The same line already covers this pixel: only the difference is added.
    const share = (coverage - already) / (1 - already);
    this.#top[at] = rank;
    this.#topCover[at] = coverage * 255 + 0.5;
    if (covered === 255) {
      this.#color(at, share, values);
      return;
    }
    const before = covered / 255;
    const together = share + before * (1 - share);
    this.cover[at] = together * 255 + 0.5;
    this.#color(at, share / together, values);
  }

  /** Blends a stroke beneath those that are already drawn. */
  #mixBeneath(at: number, share: number, before: number, values: readonly number[]): void {
    const together = share + before * (1 - share);
    this.cover[at] = together * 255 + 0.5;
    this.#color(at, (share * (1 - before)) / together, values);
  }

  #color(at: number, weight: number, values: readonly number[]): void {
    for (let index = 0; index < values.length; index += 1) {
      const plane = this.colors[index];
      // A byte array truncates the fraction.
      if (plane) plane[at] = (plane[at] ?? 0) * (1 - weight) + (values[index] ?? 0) * weight + 0.5;
    }
  }
}

const SHORT_SPAN_PX = 24;

/** A pixel is touched if its center lies at most half a pixel outside the outline. */
const SOFT_EDGE_PX = 0.5;

/** The center line of a stroke. Returns results in its own fields: in a hot loop it must not allocate. */
class Line {
  /** The columns found by {@link spanRow}: `first` inclusive, `end` exclusive; none when `first` is not below `end`. */
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
    const along = offX * this.#alongX + offY * this.#alongY;
    if (along <= 0) return Math.sqrt(offX * offX + offY * offY);
    if (along < this.#lengthSquared) return Math.abs(offX * this.#alongY - offY * this.#alongX) / this.#length;
    const awayX = offX - this.#alongX;
    const awayY = offY - this.#alongY;
    return Math.sqrt(awayX * awayX + awayY * awayY);
  }

  /** Finds the columns of a row, from 0 to below `columns`, whose centers are nearer to the line than `reach`. */
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

  /** `x`: the round end's center; `y`: how far the row lies below it. */
  #includeRound(x: number, y: number, reach: number, columns: number): void {
    const across = reach * reach - y * y;
    if (across < 0) return;
    const half = Math.sqrt(across);
    this.#include(x - half, x + half, columns);
  }

  /** Widens the span to include each x, measured from the line's beginning. */
  #include(left: number, right: number, columns: number): void {
    const first = Math.ceil(this.#fromX + left - 0.5);
    const end = Math.floor(this.#fromX + right - 0.5) + 1;
    if (first < this.first) this.first = first < 0 ? 0 : first;
    if (end > this.end) this.end = end > columns ? columns : end;
  }
}
