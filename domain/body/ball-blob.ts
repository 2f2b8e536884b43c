// Finds the ball on the ground: a small bright disc that lies still before the strike and is gone after it. How far the camera
// has moved the ground from one picture to another tells where a place is in each.
import { distancePx } from './body-geometry.ts';
import type { PicturePoint } from './body-track.ts';
import { brightnessAt, type GrayPicture } from './gray-picture.ts';

/** A picture, and where the ground of the area's picture is in it. */
interface ShiftedPicture {
  readonly picture: GrayPicture;
  /** Added to a point of the area's picture, in pixels. */
  readonly shift: PicturePoint;
}

/** Where to look for a ball. */
export interface BallSearch {
  /** The ground on which it may lie. */
  readonly area: PictureArea;
  /** Pictures before the strike, without the club near the ground. */
  readonly before: readonly ShiftedPicture[];
  /** Pictures after the strike. */
  readonly after: readonly ShiftedPicture[];
  /** The ball's radius, in pixels. */
  readonly radiusPx: number;
  /** How far the shifts may be wrong, in pixels. */
  readonly shiftErrorPx: number;
  /** What is no ground: places, each with the radius around it that is not searched. A white shoe has bright spots, too. */
  readonly avoided: readonly { readonly place: PicturePoint; readonly withinPx: number }[];
}

/** The clearest spot that was bright before the strike and not after it, in pixels of the area's picture. */
interface BallSpot extends PicturePoint {
  /**
   * How much brighter than its surroundings it is before the strike, minus the same after it: in steps of brightness,
   * above 0.
   */
  readonly clearness: number;
  /** The clearness of the best other spot; 0 if there is no other. */
  readonly rival: number;
  /**
   * How clear the nearest spot is after the strike. It finds a ball that stays although the ground was matched badly.
   */
  readonly stays: number;
}

/** The points of the disc and of its surroundings, in radii from its middle. */
const DISC = [0, 1, 2, 3].map((quarter) => ({ x: 0.55 * turned(quarter, 4).x, y: 0.55 * turned(quarter, 4).y }));
const AROUND = Array.from({ length: 12 }, (_, part) => ({ x: 2 * turned(part, 12).x, y: 2 * turned(part, 12).y }));
/** The sizes that are tried: a ball lies nearer to the camera than the golfer, and a blurred one is larger. */
const SIZES = [0.8, 1.15] as const;
/** Search radius around a spot's place after the strike, in pixels: shifts are rounded to whole pixels. */
const NEAR = [-1, 0, 1] as const;
/** A fainter spot is noise, in steps of brightness. */
const FAINTEST = 4;
/** Spots within this many radii are the same. */
const SAME_SPOT = 3;

/** Finds the clearest spot; null if no spot is clear enough. */
export function findBallSpot(search: BallSearch): BallSpot | null {
  const { area, radiusPx, avoided } = search;
  const spots: Omit<BallSpot, 'rival' | 'stays'>[] = [];
  for (let yPx = Math.ceil(area.from.yPx); yPx <= area.to.yPx; yPx += 1) {
    for (let xPx = Math.ceil(area.from.xPx); xPx <= area.to.xPx; xPx += 1) {
      if (avoided.some(({ place, withinPx }) => distancePx(place, { xPx, yPx }) < withinPx)) continue;
      const clearness = clearnessAt(search, { xPx, yPx });
      if (clearness >= FAINTEST) spots.push({ xPx, yPx, clearness });
    }
  }
  const [best, ...others] = spots.toSorted((a, b) => b.clearness - a.clearness);
  if (!best) return null;
  const rival = others.find((other) => distancePx(other, best) > SAME_SPOT * radiusPx)?.clearness ?? 0;
  // The middle of what is nearly as clear: the clearest pixel alone may be beside the ball's middle.
  const same = spots.filter((spot) => distancePx(spot, best) <= radiusPx && spot.clearness >= best.clearness / 2);
  const weights = same.reduce((sum, { clearness }) => sum + clearness, 0);
  const middle = (axis: 'xPx' | 'yPx') => same.reduce((sum, spot) => sum + (spot[axis] * spot.clearness) / weights, 0);
  return { xPx: middle('xPx'), yPx: middle('yPx'), clearness: best.clearness, rival, stays: staying(search, best) };
}

/** The clearest spot after the strike within the error of the shifts. */
function staying({ after, radiusPx, shiftErrorPx }: BallSearch, { xPx, yPx }: PicturePoint): number {
  const reach = Math.ceil(shiftErrorPx);
  let most = 0;
  for (const { picture, shift } of after) {
    for (let down = -reach; down <= reach; down += 1) {
      for (let right = -reach; right <= reach; right += 1) {
        if (Math.hypot(right, down) > shiftErrorPx) continue;
        most = Math.max(most, discness(picture, xPx + shift.xPx + right, yPx + shift.yPx + down, radiusPx));
      }
    }
  }
  return most;
}

function clearnessAt({ before, after, radiusPx }: BallSearch, { xPx, yPx }: PicturePoint): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { picture, shift } of before) {
    least = Math.min(least, discness(picture, xPx + shift.xPx, yPx + shift.yPx, radiusPx));
    if (least < FAINTEST) return 0;
  }
  let most = 0;
  for (const { picture, shift } of after) {
    for (const right of NEAR) {
      for (const down of NEAR) {
        most = Math.max(most, discness(picture, xPx + shift.xPx + right, yPx + shift.yPx + down, radiusPx));
      }
    }
    if (least - most < FAINTEST) return 0;
  }
  return least - most;
}

/**
 * How much brighter a disc is than all of its surroundings except the brightest point; 0 or less outside the picture.
 */
function discness(picture: GrayPicture, x: number, y: number, radiusPx: number): number {
  const isInside = x >= 0 && y >= 0 && x <= picture.widthPx - 1 && y <= picture.heightPx - 1;
  return isInside ? Math.max(...SIZES.map((size) => discnessOf(picture, x, y, size * radiusPx))) : 0;
}

function discnessOf(picture: GrayPicture, x: number, y: number, radiusPx: number): number {
  let disc = brightnessAt(picture, x, y);
  for (const way of DISC) disc += brightnessAt(picture, x + way.x * radiusPx, y + way.y * radiusPx);
  let [first, second] = [0, 0];
  for (const way of AROUND) {
    const around = brightnessAt(picture, x + way.x * radiusPx, y + way.y * radiusPx);
    if (around > first) [first, second] = [around, first];
    else if (around > second) second = around;
  }
  return disc / (1 + DISC.length) - second;
}

function turned(part: number, parts: number): { readonly x: number; readonly y: number } {
  const angle = (2 * Math.PI * part) / parts;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/** A part of a picture, in its pixels: corners at the upper left and the lower right. */
export interface PictureArea {
  readonly from: PicturePoint;
  readonly to: PicturePoint;
}

interface PictureShift extends PicturePoint {
  /** The mean difference in brightness that is left, 0 to {@link MOST_DIFFERENCE}. */
  readonly residual: number;
}

/** A point that differs more than this has been covered or uncovered: it says nothing of the camera. In steps of brightness. */
const MOST_DIFFERENCE = 20;
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
