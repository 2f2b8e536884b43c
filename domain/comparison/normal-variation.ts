// How swings normally vary: between two swings of one golfer, and among tour players as one camera shows them.
import type { BodyMeasure } from '#domain/body/body-measures.ts';
import type { MeasuredAt } from '#domain/body/body-track.ts';
import type { CameraView } from '#domain/body/filmed.ts';
import { NORMAL_TEMPO_VARIATION } from '#domain/swing/timing-analysis.ts';
import extents from './tour-extents.json' with { type: 'json' };

/**
 * By how much two swings of one golfer normally differ, as a 95 % range. Body measures are in degrees or in per cent of body
 * height, as in the comparison of bodies; times and ratios are a share of the pro's. We know of no published figures for these
 * measures from one camera, so the values are ours and deliberately wide (docs/decisions/068).
 */
export const NORMAL_VARIATION = Object.freeze({
  /** Degrees, up to `shaftLevel`. */
  spineTilt: 4,
  spineChange: 4,
  knee: 6,
  shoulderLine: 5,
  shaftChange: 4,
  shaftLevel: 8,
  /** Per cent of body height, up to `stance`. */
  shoulderSway: 3,
  headSway: 3,
  headHeight: 3,
  hipSway: 3,
  hipDepth: 2,
  handHeight: 5,
  handDepth: 4,
  handPath: 5,
  stance: 4,
  /** A share of the pro's time. */
  duration: 0.1,
  /** A share of the pro's ratio. */
  tempo: NORMAL_TEMPO_VARIATION,
});

/** What tour players do: a range of a measure at a position in one view, in whole degrees or per cent of body height. */
export interface TourRange {
  readonly view: CameraView;
  readonly measure: BodyMeasure;
  readonly at: MeasuredAt;
  readonly from: number;
  readonly to: number;
}

/**
 * What swings with driver and iron that follow the average of tour players (docs/decisions/096) give when `bodyAngles` measures
 * them from cameras as people set them up. Written by tools/evaluate/body/tour-extents.ts.
 */
const TOUR_EXTENTS = extents as readonly TourRange[];

/**
 * What tour players do: the extent of their average swings, and on both sides as much as people differ, for which
 * {@link NORMAL_VARIATION} stands. Eight golfers in CaddieSet (1,757 shots) differ by a standard deviation of 4° to 7° in the tilt
 * of the spine, 4° in its change and 3° in the line of the shoulders. Null for a measure that never becomes a sentence.
 */
export function tourRange(measure: BodyMeasure, at: MeasuredAt, view: CameraView): TourRange | null {
  const extent = TOUR_EXTENTS.find((each) => each.measure === measure && each.at === at && each.view === view);
  if (!extent || !isVarying(measure)) return null;
  return { ...extent, from: extent.from - NORMAL_VARIATION[measure], to: extent.to + NORMAL_VARIATION[measure] };
}

function isVarying(measure: BodyMeasure): measure is BodyMeasure & keyof typeof NORMAL_VARIATION {
  return measure in NORMAL_VARIATION;
}
