// The turned square of a picture in which the model finds the joints of one body, and the conversion of places between
// the square and the picture. Pure.
import type { PicturePoint } from '#domain/body/body-track.ts';

/** A square of the picture, turned so that the body stands upright in it. */
export interface TurnedSquare {
  readonly center: PicturePoint;
  readonly sidePx: number;
  /** Clockwise, in radians. */
  readonly angle: number;
  /** Whether it was turned left to right after it was read. */
  readonly isMirrored?: boolean;
}

/** The side of a square, in distances from the hips to the rim around the body. */
const SIDE_PER_RADIUS = 2.5;

/**
 * Steps to which every square is rounded. Each square follows from the joints in the one before, and browsers differ in
 * the last bits of their sines and exponentials: unrounded, these differences grow from picture to picture until a
 * position changes.
 */
const PLACE_STEP_PX = 1 / 16;
const ANGLE_STEP = 1 / 1000;
/** Rounds away only the insignificant bits in which the mathematics of browsers differ. */
const FINEST_STEP = 2 ** -30;

export function rounded(value: number, step: number = FINEST_STEP): number {
  return Math.round(value / step) * step;
}

/** The square around a body from the middle of its hips and a point on the rim in the direction of its head. */
export function squareAround(hips: PicturePoint, rim: PicturePoint): TurnedSquare {
  const [right, up] = [rim.xPx - hips.xPx, hips.yPx - rim.yPx];
  return {
    center: { xPx: rounded(hips.xPx, PLACE_STEP_PX), yPx: rounded(hips.yPx, PLACE_STEP_PX) },
    sidePx: Math.max(PLACE_STEP_PX, rounded(SIDE_PER_RADIUS * Math.hypot(right, up), PLACE_STEP_PX)),
    angle: rounded(Math.atan2(right, up), ANGLE_STEP),
  };
}

/** Converts a point of the square, with x and y from 0 to 1, to its place in the picture. */
export function inPicture({ center, sidePx, angle, isMirrored }: TurnedSquare, x: number, y: number): PicturePoint {
  const [right, down] = [(isMirrored ? 0.5 - x : x - 0.5) * sidePx, (y - 0.5) * sidePx];
  const [cos, sin] = [rounded(Math.cos(angle)), rounded(Math.sin(angle))];
  return { xPx: center.xPx + right * cos - down * sin, yPx: center.yPx + right * sin + down * cos };
}

/** Converts a place in the picture to a point of a square that is not mirrored; x and y are 0 to 1 inside the square. */
export function inSquare(
  { center, sidePx, angle }: TurnedSquare,
  { xPx, yPx }: PicturePoint,
): readonly [x: number, y: number] {
  const [right, down] = [xPx - center.xPx, yPx - center.yPx];
  const [cos, sin] = [rounded(Math.cos(angle)), rounded(Math.sin(angle))];
  return [(right * cos + down * sin) / sidePx + 0.5, (down * cos - right * sin) / sidePx + 0.5];
}

/**
 * The distance of two squares: 0 when they are equal, 1 when they are a side apart, turned by a radian or e times as
 * large.
 */
export function squareDistance(a: TurnedSquare, b: TurnedSquare): number {
  const sidePx = Math.max(a.sidePx, b.sidePx);
  const distance = Math.max(
    Math.hypot(a.center.xPx - b.center.xPx, a.center.yPx - b.center.yPx) / sidePx,
    Math.abs(Math.atan2(Math.sin(a.angle - b.angle), Math.cos(a.angle - b.angle))),
    Math.abs(Math.log(a.sidePx / b.sidePx)),
  );
  return rounded(distance);
}
