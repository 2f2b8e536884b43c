// Lengths and midpoints of a detected body, from which box, view, hand and angles are measured.
import type { Joint, PicturePoint, SeenBody } from './body-track.ts';

/** Body height divided by {@link bodySizePx} at rest. Source: docs/measurements.md, 067: size. */
export const HEIGHT_PER_SIZE = 1 / 0.76;

/**
 * The point halfway between two points.
 * @example
 * middleOf({ xPx: 0, yPx: 0 }, { xPx: 3, yPx: 4 }) // { xPx: 1.5, yPx: 2 }
 */
export function middleOf(a: PicturePoint, b: PicturePoint): PicturePoint {
  return { xPx: (a.xPx + b.xPx) / 2, yPx: (a.yPx + b.yPx) / 2 };
}

/**
 * The distance between two points, in pixels of the upright picture.
 * @example
 * distancePx({ xPx: 0, yPx: 0 }, { xPx: 3, yPx: 4 }) // 5
 */
export function distancePx(a: PicturePoint, b: PicturePoint): number {
  return Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx);
}

/** A point in a picture of another size. */
export function scaled({ xPx, yPx }: PicturePoint, by: number): PicturePoint {
  return { xPx: xPx * by, yPx: yPx * by };
}

/** An angle in degrees. */
export function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

/**
 * The median of a list of numbers: the mean of the two middle ones for an even count, NaN for an empty list.
 * @example
 * medianOf([3, 1, 10]) // 3
 * medianOf([3, 1]) // 2
 */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/**
 * The mean of a list of numbers; NaN for an empty list.
 * @example
 * meanOf([3, 1, 8]) // 4
 */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Names of paired joints without their side. */
export type JointPair = 'Ear' | 'Shoulder' | 'Elbow' | 'Wrist' | 'Hip' | 'Knee' | 'Ankle' | 'Heel' | 'Toe';

/** The midpoint between a body's left and right joint of one kind, whatever their certainty. */
export function middleOfPair({ joints }: SeenBody, pair: JointPair): PicturePoint {
  return middleOf(joints[`left${pair}` as Joint], joints[`right${pair}` as Joint]);
}

/** The apparent lengths of a body's parts, in pixels; the legs' lengths are the mean of both legs. */
interface BodyLengths {
  /** From the middle of the shoulders to the middle of the hips. */
  readonly trunkPx: number;
  readonly thighPx: number;
  readonly shinPx: number;
}

/** Measures a body's trunk, thighs and shins. */
export function bodyLengths(body: SeenBody): BodyLengths {
  const { joints } = body;
  const leg = (from: 'Hip' | 'Knee', to: 'Knee' | 'Ankle') =>
    (distancePx(joints[`left${from}`], joints[`left${to}`]) +
      distancePx(joints[`right${from}`], joints[`right${to}`])) /
    2;
  return {
    trunkPx: distancePx(middleOfPair(body, 'Shoulder'), middleOfPair(body, 'Hip')),
    thighPx: leg('Hip', 'Knee'),
    shinPx: leg('Knee', 'Ankle'),
  };
}

/** The unit in which a body is measured, in pixels: trunk, thigh and shin together. 0 only for a body of one point. */
export function bodySizePx(body: SeenBody): number {
  const { trunkPx, thighPx, shinPx } = bodyLengths(body);
  return trunkPx + thighPx + shinPx;
}

/** Prevents a division by zero when both wrists are hidden. */
const LEAST_WEIGHT = 1e-3;

/**
 * The place of the hands: the mean of both wrists, weighted by certainty. Down the line the far wrist is hidden and
 * often wrong.
 */
export function handsOf({ joints: { leftWrist, rightWrist } }: SeenBody): PicturePoint {
  const left = leftWrist.certainty + LEAST_WEIGHT;
  const right = rightWrist.certainty + LEAST_WEIGHT;
  const mean = (a: number, b: number) => (a * left + b * right) / (left + right);
  return { xPx: mean(leftWrist.xPx, rightWrist.xPx), yPx: mean(leftWrist.yPx, rightWrist.yPx) };
}
