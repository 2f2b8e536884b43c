// By how much two swings of one golfer normally differ.
import type { BodyMeasure } from '#domain/body/body-measures.ts';
import type { MeasuredAt } from '#domain/body/body-track.ts';

/**
 * By how much two swings of one golfer normally differ, as a 95 % range. Body measures are in degrees or in per cent of body
 * height, as in the comparison of bodies; times and ratios are a share of the pro's. We know of no published figures for these
 * measures from one camera, so the values are ours and deliberately wide (docs/decisions/068).
 */
export const NORMAL_VARIATION = Object.freeze({
  /** Degrees, as the three that follow. */
  spineTilt: 4,
  spineChange: 4,
  knee: 6,
  shoulderLine: 5,
  /** Per cent of body height, up to `handPath`. */
  shoulderSway: 3,
  headSway: 3,
  headHeight: 2,
  hipSway: 3,
  hipDepth: 2,
  handHeight: 5,
  handDepth: 4,
  handPath: 3,
  /** Degrees. */
  shaftChange: 4,
  /** Degrees. */
  shaftLevel: 8,
  /** Per cent of body height. */
  stance: 4,
  /** A share of the pro's time. */
  duration: 0.1,
  /** A share of the pro's ratio. */
  tempo: 0.15,
});

/** The measures that become sentences: not shaft and ball at rest, which depend on the clubs that the golfers hold. */
export type ToldMeasure = Exclude<BodyMeasure, 'shaftPlane' | 'shaftLean' | 'ballPosition' | 'ballDistance'>;

/**
 * Whether a measure becomes sentences. The shaft in the delivery does not: it turns by 1400° a second there, and 3 of 17
 * differences came again from a smaller copy of the clip (docs/measurements.md, 067: the shaft).
 */
export function isTold(measure: BodyMeasure, at: MeasuredAt): measure is ToldMeasure {
  return measure in NORMAL_VARIATION && !(measure === 'shaftLevel' && at === 'delivery');
}
