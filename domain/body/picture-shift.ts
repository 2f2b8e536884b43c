// How far the camera has moved the ground from one picture to another.
import type { PicturePoint } from './body-track.ts';
import { brightnessAt, type GrayPicture } from './gray-picture.ts';

/** A part of a picture, in its pixels: corners at the upper left and the lower right. */
export interface PictureArea {
  readonly from: PicturePoint;
  readonly to: PicturePoint;
}

/** How the ground has moved. */
export interface PictureShift extends PicturePoint {
  /** The mean difference in brightness that is left, 0 to {@link MOST_DIFFERENCE}. */
  readonly residual: number;
}

/** A point that differs more than this has been covered or uncovered: it says nothing of the camera. In steps of brightness. */
export const MOST_DIFFERENCE = 20;
/** A camera on a tripod has not moved: no shift is taken unless another one leaves less than this share of its difference. */
const CLEARLY_LESS = 0.9;
/** Distances of the compared points and of the tried shifts, in pixels: a first look, and a closer one around its best. */
const COARSE = { points: 5, shifts: 2 } as const;
const FINE = { points: 3, shifts: 1 } as const;

/**
 * Where an area of one picture is in another of the same size: the shift around `guess`, at most `reachPx` away, with which the
 * brightness of both agrees best. A change of exposure does not count.
 */
export function pictureShift(
  from: GrayPicture,
  to: GrayPicture,
  area: PictureArea,
  { guess, reachPx }: { readonly guess: PicturePoint; readonly reachPx: number },
): PictureShift {
  const around = { xPx: Math.round(guess.xPx), yPx: Math.round(guess.yPx) };
  const coarse = bestShift(from, to, area, { around, reachPx, ...COARSE });
  const best = bestShift(from, to, area, { around: coarse, reachPx: COARSE.shifts, ...FINE });
  const none = residualAt(from, to, area, { xPx: 0, yPx: 0 }, FINE.points);
  return best.residual < CLEARLY_LESS * none ? best : { xPx: 0, yPx: 0, residual: none };
}

interface Tried {
  readonly around: PicturePoint;
  readonly reachPx: number;
  readonly points: number;
  readonly shifts: number;
}

function bestShift(
  from: GrayPicture,
  to: GrayPicture,
  area: PictureArea,
  { around, reachPx, points, shifts }: Tried,
): PictureShift {
  const steps = Math.ceil(reachPx / shifts);
  let best: PictureShift | null = null;
  for (let down = -steps; down <= steps; down += 1) {
    for (let right = -steps; right <= steps; right += 1) {
      const shift = { xPx: around.xPx + right * shifts, yPx: around.yPx + down * shifts };
      const residual = residualAt(from, to, area, shift, points);
      if (!best || residual < best.residual) best = { ...shift, residual };
    }
  }
  return best ?? { ...around, residual: MOST_DIFFERENCE };
}

/** Brightness differs by -255 to 255. */
const LARGEST = 255;

function residualAt(
  from: GrayPicture,
  to: GrayPicture,
  area: PictureArea,
  { xPx, yPx }: PicturePoint,
  step: number,
): number {
  // Counted instead of sorted: this is done some hundred times a picture.
  const counts = new Int32Array(2 * LARGEST + 1);
  let points = 0;
  for (let y = Math.round(area.from.yPx); y <= area.to.yPx; y += step) {
    for (let x = Math.round(area.from.xPx); x <= area.to.xPx; x += step) {
      const difference = brightnessAt(to, x + xPx, y + yPx) - brightnessAt(from, x, y);
      counts[difference + LARGEST] = (counts[difference + LARGEST] ?? 0) + 1;
      points += 1;
    }
  }
  let below = 0;
  const exposure = counts.findIndex((count) => {
    below += count;
    return below > points / 2;
  });
  let sum = 0;
  for (const [value, count] of counts.entries()) sum += count * Math.min(MOST_DIFFERENCE, Math.abs(value - exposure));
  return points === 0 ? MOST_DIFFERENCE : sum / points;
}
