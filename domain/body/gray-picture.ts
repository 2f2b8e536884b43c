// A gray picture, and how much a point of it lies on a thin line such as a club's shaft.
import type { Size } from '#domain/geometry.ts';
import type { PicturePoint } from './body-track.ts';

/** A picture's brightness, row by row from the top left, 0 to 255. */
export interface GrayPicture extends Size {
  readonly luma: Uint8Array | Uint8ClampedArray;
}

/** The shaft is as wide as one hundredth of a leg (10 to 15 mm); brightness beside it is read this far away. */
const WIDTH_OF_LEG = 0.011;
const BESIDE_OF_LEG = 0.022;
/** A line this much brighter or darker than both sides is as clear as it gets. */
const CLEAR_CONTRAST = 24;

/**
 * How much a point is brighter than both of its sides (up to 1) or darker than both (down to -1). 0 at an edge. `across` is the
 * direction across the line, of length 1; `legPx` is the scale.
 */
export function lineness(
  picture: GrayPicture,
  { xPx, yPx }: PicturePoint,
  across: { readonly x: number; readonly y: number },
  legPx: number,
): number {
  const half = (WIDTH_OF_LEG * legPx) / 4;
  const beside = BESIDE_OF_LEG * legPx;
  const at = (far: number) => brightness(picture, xPx + far * across.x, yPx + far * across.y);
  const middle = (at(-half) + at(half)) / 2;
  const [one, other] = [middle - at(-beside), middle - at(beside)];
  if (one * other <= 0) return 0;
  return Math.sign(one) * Math.min(1, Math.min(Math.abs(one), Math.abs(other)) / CLEAR_CONTRAST);
}

/** The brightness between four pixels. */
function brightness({ luma, widthPx, heightPx }: GrayPicture, x: number, y: number): number {
  const [left, top] = [
    Math.min(Math.max(Math.floor(x), 0), widthPx - 2),
    Math.min(Math.max(Math.floor(y), 0), heightPx - 2),
  ];
  const [across, below] = [Math.min(Math.max(x - left, 0), 1), Math.min(Math.max(y - top, 0), 1)];
  const row = top * widthPx + left;
  const upper = (luma[row] ?? 0) * (1 - across) + (luma[row + 1] ?? 0) * across;
  const lower = (luma[row + widthPx] ?? 0) * (1 - across) + (luma[row + widthPx + 1] ?? 0) * across;
  return upper * (1 - below) + lower * below;
}

/** The brightness of the pixel nearest to a point; for a point outside the picture, that of its edge. */
export function brightnessAt({ luma, widthPx, heightPx }: GrayPicture, x: number, y: number): number {
  const column = Math.min(Math.max(Math.round(x), 0), widthPx - 1);
  const row = Math.min(Math.max(Math.round(y), 0), heightPx - 1);
  return luma[row * widthPx + column] ?? 0;
}
