// How a golfer is filmed and plays: the camera's view, and the playing hand from the feet down the line or the hands' way face-on.
import { bodySizePx, handsOf, medianOf, middleOfPair } from './body-geometry.ts';
import type { SeenBody } from './body-track.ts';

/** Every view. */
export const CAMERA_VIEWS = ['face-on', 'down-the-line', 'from-behind'] as const;

/**
 * The camera's position: `face-on` in front of the golfer's chest, `down-the-line` behind the player on the target
 * line, `from-behind` at the golfer's back.
 */
export type CameraView = (typeof CAMERA_VIEWS)[number];

// Thresholds in body sizes, fitted to 39 labeled clips and confirmed on 34 others (docs/measurements.md, 067: view).
/** Minimum of left minus right shoulder in a face-on view. Measured face-on: 0.26 or more. */
const FACE_ON_SHOULDERS = 0.18;
/** Maximum of left minus right shoulder in a view from behind. */
const BEHIND_SHOULDERS = -0.2;
/** Maximum distance between the shoulders, to either side, in a view down the line. Measured: −0.08 to 0.09. */
const IN_LINE_SHOULDERS = 0.13;
/** Minimum sideways distance from heels to toes in a view down the line. */
const IN_LINE_FEET = 0.1;

/** The view, from bodies at rest; null when it lies between two views, is none of the three, or no body was detected. */
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

/** Both hands. */
export const GOLFER_HANDS = ['right', 'left'] as const;

/**
 * The hand a golfer plays with, as the picture shows it: a mirrored video of a right-handed golfer shows a left-handed
 * one.
 */
export type GolferHand = (typeof GOLFER_HANDS)[number];

/** The hand with which a golfer plays on screen, which a mirror reverses. */
export function shownHand(hand: GolferHand, isMirrored: boolean): GolferHand {
  if (!isMirrored) return hand;
  return hand === 'right' ? 'left' : 'right';
}

/**
 * Minimum mean sideways movement of the hands in the backswing, in body sizes. Measured: 0.18 or more
 * (docs/measurements.md, 067: hand).
 */
const LEAST_WAY = 0.1;

/**
 * The hand, from bodies at rest and bodies between rest and top. Null when the view is unclear or when, face-on or from
 * behind, the hands do not clearly move to one side.
 */
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
