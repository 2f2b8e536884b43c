// Rejects detections without a golfer's proportions. Given the wrong part of the picture, the model often draws a
// complete body into an arm or a bag with high confidence.
import { bodyLengths, bodySizePx, distancePx, middleOfPair } from './body-geometry.ts';
import { JOINTS, type PicturePoint, type SeenBody } from './body-track.ts';

// Generous bounds around the proportions measured in real swings, for any posture and camera angle.
/** Trunk, thigh and shin as shares of the body's size. */
const TRUNK = { least: 0.22, most: 0.55 };
const THIGH = { least: 0.14, most: 0.42 };
const SHIN = { least: 0.16, most: 0.45 };
/** Minimum height of the hips above the ankles, in body sizes: a golfer stands. Measured: 0.54 or more. */
const LEAST_STANDING = 0.38;
/** Minimum height of the ears above hips and above ankles, in body sizes: a golfer bends, but is not upside down. */
const LEAST_HEAD_OVER_HIPS = 0.12;
const LEAST_HEAD_OVER_FEET = 0.7;
/** Maximum distance between the feet, in body sizes. Beyond it, one foot is a false detection. */
const MOST_STRIDE = 0.9;

/** Whether a body stands and its parts have plausible lengths. */
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

/** The mean certainty of all joints of a body, 0 to 1: decides between two bodies of plausible proportions. */
export function meanCertainty({ joints }: SeenBody): number {
  return JOINTS.reduce((sum, joint) => sum + joints[joint].certainty, 0) / JOINTS.length;
}

function isWithin(value: number, { least, most }: { readonly least: number; readonly most: number }): boolean {
  return value >= least && value <= most;
}
