// The turned square of a picture in which the joints of one body are looked for, and how its places lie in the picture. Pure.
import type { PicturePoint } from '#domain/body/body-track.ts';

/** A square of the picture. Turned so that the body stands upright in it. */
export interface TurnedSquare {
  readonly centre: PicturePoint;
  readonly sidePx: number;
  /** Clockwise, in radians. */
  readonly angle: number;
}

/** The side of a square beside the distance from the hips to the rim around the body. */
const SIDE_PER_RADIUS = 2.5;

/** The square around a body from the middle of its hips and a point on the rim in the direction of its head. */
export function squareAround(hips: PicturePoint, rim: PicturePoint): TurnedSquare {
  const [right, up] = [rim.xPx - hips.xPx, hips.yPx - rim.yPx];
  return { centre: hips, sidePx: SIDE_PER_RADIUS * Math.hypot(right, up), angle: Math.atan2(right, up) };
}

/** The place in the picture of a point of the square, whose x and y go from 0 to 1. */
export function inPicture({ centre, sidePx, angle }: TurnedSquare, x: number, y: number): PicturePoint {
  const [right, down] = [(x - 0.5) * sidePx, (y - 0.5) * sidePx];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { xPx: centre.xPx + right * cos - down * sin, yPx: centre.yPx + right * sin + down * cos };
}

/** The point of the square, x and y from 0 to 1 inside of it, at a place in the picture. */
export function inSquare(
  { centre, sidePx, angle }: TurnedSquare,
  { xPx, yPx }: PicturePoint,
): readonly [x: number, y: number] {
  const [right, down] = [xPx - centre.xPx, yPx - centre.yPx];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [(right * cos + down * sin) / sidePx + 0.5, (down * cos - right * sin) / sidePx + 0.5];
}

/** How far two squares are apart: 0 for the same one, 1 when they are a side apart, turned by a radian or e times as large. */
export function squareDistance(a: TurnedSquare, b: TurnedSquare): number {
  const sidePx = Math.max(a.sidePx, b.sidePx);
  return Math.max(
    Math.hypot(a.centre.xPx - b.centre.xPx, a.centre.yPx - b.centre.yPx) / sidePx,
    Math.abs(Math.atan2(Math.sin(a.angle - b.angle), Math.cos(a.angle - b.angle))),
    Math.abs(Math.log(a.sidePx / b.sidePx)),
  );
}
