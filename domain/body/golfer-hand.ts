// Determines a golfer's playing hand: from the feet down the line, from the hands' movement face-on.
import { bodySizePx, handsOf, medianOf } from './body-geometry.ts';
import type { SeenBody } from './body-track.ts';
import { cameraView, toeOffset } from './camera-view.ts';

/** Both hands. */
export const GOLFER_HANDS = ['right', 'left'] as const;

/** The playing hand as the picture shows it: a mirrored video of a right-handed golfer shows a left-handed one. */
export type GolferHand = (typeof GOLFER_HANDS)[number];

/** Minimum mean sideways way of the hands in the backswing, in body sizes. Measured: 0.18 (docs/measurements.md, 067: hand). */
const LEAST_WAY = 0.1;

/** The hand, by bodies at rest and between rest and top. Null for an unclear view, or hands that clearly move to no side. */
export function golferHand(atRest: readonly SeenBody[], inBackswing: readonly SeenBody[]): GolferHand | null {
  const view = cameraView(atRest);
  if (view === null) return null;
  // In a view down the line, a right-handed golfer's toes point right.
  if (view === 'down-the-line') return toeOffset(atRest) > 0 ? 'right' : 'left';
  if (inBackswing.length === 0) return null;
  const sizePx = medianOf(atRest.map(bodySizePx));
  const restPx = medianOf(atRest.map((body) => handsOf(body).xPx));
  const mean = inBackswing.reduce((sum, body) => sum + handsOf(body).xPx, 0) / inBackswing.length;
  const way = ((mean - restPx) / sizePx) * (view === 'face-on' ? 1 : -1);
  if (way <= -LEAST_WAY) return 'right';
  return way >= LEAST_WAY ? 'left' : null;
}
