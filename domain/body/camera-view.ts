// From where the camera looks at the golfer, from the bodies at rest.
import { bodySizePx, medianOf, middleOfPair } from './body-geometry.ts';
import type { SeenBody } from './body-track.ts';

/** Every view. */
export const CAMERA_VIEWS = ['face-on', 'down-the-line', 'from-behind'] as const;

/**
 * Where the camera stands: `face-on` in front of the golfer's chest, `down-the-line` behind the player on the line to the
 * target, `from-behind` at the golfer's back.
 */
export type CameraView = (typeof CAMERA_VIEWS)[number];

// Limits in body sizes, drawn on 39 labelled clips and confirmed on 34 others (docs/measurements.md, 067: view).
/** Left less right shoulder, from this on: the chest is seen. Seen face-on: 0.26 and more. */
const FACE_ON_SHOULDERS = 0.18;
/** Left less right shoulder, down to this: the back is seen. */
const BEHIND_SHOULDERS = -0.2;
/** Left less right shoulder, at most this to either side: the shoulders lie behind one another. Seen −0.08 to 0.09. */
const IN_LINE_SHOULDERS = 0.1;
/** Toes beside heels, at least this far to one side: the feet are seen from their side. */
const IN_LINE_FEET = 0.1;

/** The view, from bodies at rest; null when it is none of the three, is between two of them, or no body was seen. */
export function cameraView(atRest: readonly SeenBody[]): CameraView | null {
  if (atRest.length === 0) return null;
  const shoulders = medianOf(atRest.map(shoulderOffset));
  if (shoulders >= FACE_ON_SHOULDERS) return 'face-on';
  if (shoulders <= BEHIND_SHOULDERS) return 'from-behind';
  const isInLine = Math.abs(shoulders) <= IN_LINE_SHOULDERS && Math.abs(toeOffset(atRest)) >= IN_LINE_FEET;
  return isInLine ? 'down-the-line' : null;
}

/** How far the toes are to the right of the heels in the picture, in body sizes; NaN without a body. */
export function toeOffset(atRest: readonly SeenBody[]): number {
  return medianOf(
    atRest.map((body) => (middleOfPair(body, 'Toe').xPx - middleOfPair(body, 'Heel').xPx) / bodySizePx(body)),
  );
}

function shoulderOffset(body: SeenBody): number {
  const { leftShoulder, rightShoulder } = body.joints;
  return (leftShoulder.xPx - rightShoulder.xPx) / bodySizePx(body);
}
