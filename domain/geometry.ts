// Sizes and rectangles in pixels, and their even variants for 4:2:0 video, which stores colors for pairs of pixels.

declare const evenness: unique symbol;

/** A size in pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A rectangle in pixels, origin top left. The numbers may be fractions, and the position negative. */
export interface Rect extends Size {
  readonly xPx: number;
  readonly yPx: number;
}

/** An even number of pixels: 0 or greater for a length. */
export type EvenPx = number & { readonly [evenness]: true };

/** A size of which both numbers are even. */
export type EvenSize = { readonly [Key in keyof Size]: EvenPx };

/** A rectangle of which all four numbers are even, so that its edges are sharp in 4:2:0 video. */
export type EvenRect = { readonly [Key in keyof Rect]: EvenPx };

/**
 * The nearest even number of pixels.
 * @example
 * evenPx(4.9) // 4
 */
export function evenPx(px: number): EvenPx {
  return (Math.round(px / 2) * 2) as EvenPx;
}

/** A size as an even one. Throws a RangeError when a number is not even. */
export function evenSize({ widthPx, heightPx }: Size): EvenSize {
  return { widthPx: checked(widthPx), heightPx: checked(heightPx) };
}

/**
 * A rectangle as an even one. Throws a RangeError when a number is not even.
 * @example
 * evenRect({ xPx: 0, yPx: 0, widthPx: 640, heightPx: 360 }) // { xPx: 0, yPx: 0, widthPx: 640, heightPx: 360 }
 */
export function evenRect({ xPx, yPx, ...size }: Rect): EvenRect {
  return { xPx: checked(xPx), yPx: checked(yPx), ...evenSize(size) };
}

function checked(px: number): EvenPx {
  if (px % 2 !== 0) throw new RangeError(`${px} pixels are not an even number`);
  return px as EvenPx;
}
