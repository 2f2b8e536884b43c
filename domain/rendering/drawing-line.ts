// Which pixels of a row a broad line with round ends touches, and their distances from its centre line.
import type { Point } from '#domain/drawing/drawing.ts';

/** The centre line of a stroke. Returns results in its own fields: in a hot loop it must not allocate. */
export class Line {
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

  /** Finds the columns of a row, from 0 to below `columns`, whose centres are nearer to the line than `reach`. */
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

  /** `x`: the round end's centre; `y`: how far the row lies below it. */
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
