// Published ranges of measures, for measures that a camera sees as the source describes them. They describe tour
// players and are not a grade. Decision 068 lists what was left out, and why.
import type { BodyMeasure } from './body-measures.ts';
import type { MeasuredAt } from './body-track.ts';
import type { CameraView } from './camera-view.ts';

/** A published range. */
export interface ReferenceRange {
  readonly measure: BodyMeasure;
  readonly at: MeasuredAt;
  readonly view: CameraView;
  /** In the measure's unit. */
  readonly from: number;
  readonly to: number;
  /** Author and year, as shown. */
  readonly source: string;
}

/**
 * Spine at address of tour players, a coach's figures: D. Hansen, Posture Is Important, danhansengolf.com, 2 May 2012. Bent
 * forward from the hips by 30° to 40°, tilted away from the target by 2° to 10°.
 */
const HANSEN = { measure: 'spineTilt', at: 'rest', source: 'D. Hansen, 2012' } as const;

const RANGES: readonly ReferenceRange[] = [
  { ...HANSEN, view: 'down-the-line', from: 30, to: 40 },
  { ...HANSEN, view: 'face-on', from: 2, to: 10 },
];

/** The published range of a measure at a position, for one camera view; null if none was published. */
export function referenceRange(measure: BodyMeasure, at: MeasuredAt, view: CameraView): ReferenceRange | null {
  return RANGES.find((range) => range.measure === measure && range.at === at && range.view === view) ?? null;
}
