// Judges measured features of a movement by those of real swings.
import { ramp } from './ramp.ts';

/**
 * Features of a swing: at `reject` the movement is certainly no swing, from `accept` on it may be one. The ranges are those of
 * 40 swings (docs/measurements.md, 073).
 */
const SWING_FEATURES = {
  /** Distance between the wrists, median, in body sizes. Swings: 0.11 or less. */
  wristsApart: { reject: 0.25, accept: 0.16 },
  /** Largest movement of the hips, in body sizes. Swings: 0.18 or less. */
  hipsMove: { reject: 0.4, accept: 0.26 },
  /** Movement of the ankles inside the picture (90th percentile), in body sizes. Swings: 0.08 or less. */
  anklesMove: { reject: 0.4, accept: 0.15 },
  /** Height of the hips above the ankles, median, in body sizes. Swings: 0.53 or more. */
  standing: { reject: 0.38, accept: 0.48 },
  /** Backswing divided by downswing, lower limit. Swings: 1.6 to 4.1. */
  leastTempo: { reject: 1, accept: 1.5 },
  /** Backswing divided by downswing, upper limit. Swings: 1.6 to 4.1. */
  mostTempo: { reject: 12, accept: 8 },
  /** Distance of the hands at strike from their place at rest, in body sizes. Swings: 0.17 or less. */
  missesRest: { reject: 0.45, accept: 0.25 },
  /** Relative standard deviation of the body size. Swings: 0.07 or less. */
  sizeChanges: { reject: 0.2, accept: 0.1 },
  /** Mean certainty of all joints inside the picture, 0 to 1. Swings: 0.77 or more. */
  certainty: { reject: 0.55, accept: 0.7 },
  /** Rise of the hands before the strike, in body sizes. */
  riseBefore: { reject: 0.3, accept: 0.42 },
  /** Rise of the hands after the strike, in body sizes, at most 1. */
  riseAfter: { reject: 0.22, accept: 0.35 },
} as const;

/** The product of all features, each 0 at or beyond `reject`, 1 at or beyond `accept`, and linear in between. */
export function swingLikeness(measured: Readonly<Record<keyof typeof SWING_FEATURES, number>>): number {
  const features = Object.keys(SWING_FEATURES) as (keyof typeof SWING_FEATURES)[];
  return features.reduce((product, feature) => {
    const { reject, accept } = SWING_FEATURES[feature];
    return product * ramp(measured[feature], reject, accept);
  }, 1);
}
