// The golfer's place in the picture at rest: top of the head, soles and middle. What a crop is made from.
import { bodySizePx, HEIGHT_PER_SIZE, medianOf, middleOfPair } from './body-geometry.ts';
import type { SeenBody } from './body-track.ts';
import { type CameraView, cameraView } from './camera-view.ts';

/** Where a golfer stands at rest, in pixels of the clip's upright picture. */
export interface BodyBox {
  /** The top of the head or cap. */
  readonly headTopPx: number;
  /** The soles: the lowest of both feet. Greater than the head's top. */
  readonly solesPx: number;
  /** The middle between the feet, from left to right. */
  readonly middlePx: number;
  /** How far head and soles can be off: 5 % of the height in 19 of 20 cases. */
  readonly plusMinusPx: number;
}

/** From the ears up to the top of the head, and from the lowest heel or toe down to the sole, in body sizes. */
interface Reach {
  readonly head: number;
  readonly sole: number;
}

// Fitted to 16 hand-read pictures for the full model (docs/measurements.md, 067: box).
const FACE_ON: Reach = { head: 0.175, sole: 0.021 };
const DOWN_THE_LINE: Reach = { head: 0.114, sole: 0.049 };
/** From the side a head is seen as from the front, and between the two the mean is never far off. */
const BETWEEN: Reach = { head: 0.145, sole: 0.035 };

const REACH: Readonly<Record<CameraView, Reach>> = {
  'face-on': FACE_ON,
  'from-behind': FACE_ON,
  'down-the-line': DOWN_THE_LINE,
};

/** Head and soles were within this share of the height on all 16 hand-read pictures (ibid.). */
const PLUS_MINUS = 0.05;

/**
 * The box from bodies at rest, best five of them; null without a body, or when what was seen does not stand: its head is
 * not above its feet by about a body's height.
 */
export function bodyBox(atRest: readonly SeenBody[]): BodyBox | null {
  if (atRest.length === 0) return null;
  const view = cameraView(atRest);
  const reach = view ? REACH[view] : BETWEEN;
  const sizePx = medianOf(atRest.map(bodySizePx));
  const headTopPx = medianOf(atRest.map((body) => middleOfPair(body, 'Ear').yPx - reach.head * bodySizePx(body)));
  const solesPx = medianOf(atRest.map((body) => lowestOfFeet(body) + reach.sole * bodySizePx(body)));
  const heightPx = solesPx - headTopPx;
  const usualPx = sizePx * HEIGHT_PER_SIZE;
  if (!(heightPx > LEAST_HEIGHT * usualPx && heightPx < MOST_HEIGHT * usualPx)) return null;
  const middlePx = medianOf(atRest.map((body) => (middleOfPair(body, 'Heel').xPx + middleOfPair(body, 'Toe').xPx) / 2));
  return { headTopPx, solesPx, middlePx, plusMinusPx: PLUS_MINUS * heightPx };
}

/** A bent golfer is less tall than the parts together; anything outside is another creature. */
const LEAST_HEIGHT = 0.7;
const MOST_HEIGHT = 1.3;

function lowestOfFeet({ joints }: SeenBody): number {
  return Math.max(joints.leftHeel.yPx, joints.rightHeel.yPx, joints.leftToe.yPx, joints.rightToe.yPx);
}
