// Whether what was found has a golfer's proportions. A model that looked at the wrong part of the picture is often sure of
// itself: it then draws a whole body into an arm or a bag.
import { bodyLengths, bodySizePx, distancePx, middleOfPair } from './body-geometry.ts';
import { JOINTS, type PicturePoint, type SeenBody } from './body-track.ts';

// Limits wide of what is seen in swings, bent and seen from any side (docs/measurements.md, 067: proportions).
/** Trunk, thigh and shin as shares of the body's size. */
const TRUNK = { least: 0.22, most: 0.55 };
const THIGH = { least: 0.14, most: 0.42 };
const SHIN = { least: 0.16, most: 0.45 };
/** Ankles below hips, in body sizes: a golfer stands. Seen 0.54 and more. */
const LEAST_STANDING = 0.38;
/** Ears above hips and above ankles, in body sizes: a golfer is bent, but not upside down. */
const LEAST_HEAD_OVER_HIPS = 0.12;
const LEAST_HEAD_OVER_FEET = 0.7;
/** Both feet lie in one plane: farther apart in the picture than this, one of them is somewhere else. */
const MOST_STRIDE = 0.9;

/** Whether a body stands and has parts of about the right length. */
export function hasGolfersProportions(body: SeenBody): boolean {
  const sizePx = bodySizePx(body);
  if (!(sizePx > 0)) return false;
  const { trunkPx, thighPx, shinPx } = bodyLengths(body);
  const [ears, hips, ankles] = [middleOfPair(body, 'Ear'), middleOfPair(body, 'Hip'), middleOfPair(body, 'Ankle')];
  const above = (upper: PicturePoint, lower: PicturePoint) => (lower.yPx - upper.yPx) / sizePx;
  const { leftAnkle, rightAnkle } = body.joints;
  return (
    isWithin(trunkPx / sizePx, TRUNK) &&
    isWithin(thighPx / sizePx, THIGH) &&
    isWithin(shinPx / sizePx, SHIN) &&
    above(hips, ankles) >= LEAST_STANDING &&
    above(ears, hips) >= LEAST_HEAD_OVER_HIPS &&
    above(ears, ankles) >= LEAST_HEAD_OVER_FEET &&
    distancePx(leftAnkle, rightAnkle) <= MOST_STRIDE * sizePx
  );
}

/** The mean certainty of all joints of a body, 0 to 1: what tells two bodies of good proportions apart. */
export function meanCertainty({ joints }: SeenBody): number {
  return JOINTS.reduce((sum, joint) => sum + joints[joint].certainty, 0) / JOINTS.length;
}

function isWithin(value: number, { least, most }: { readonly least: number; readonly most: number }): boolean {
  return value >= least && value <= most;
}
