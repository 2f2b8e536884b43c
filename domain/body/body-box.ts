// The golfer's place in the picture at rest: top of the head, soles and middle. Crops are made from it.
import { bodySizePx, HEIGHT_PER_SIZE, medianOf, middleOfPair } from './body-geometry.ts';
import type { SeenBody } from './body-track.ts';
import { type CameraView, cameraView } from './filmed.ts';

/** Where a golfer stands at rest, in pixels of the clip's upright picture. */
export interface BodyBox {
  /** The top of the head or cap. */
  readonly headTopPx: number;
  /** The soles: the lowest of both feet. Greater than the head's top. */
  readonly solesPx: number;
  /** The horizontal middle between the feet. */
  readonly middlePx: number;
  /** Error margin of head and soles (95 % interval): 5 % of the height. */
  readonly plusMinusPx: number;
}

/** Distance from the ears to the top of the head, and from the lowest heel or toe to the sole, in body sizes. */
interface Reach {
  readonly head: number;
  readonly sole: number;
}

// Fitted to 16 hand-annotated frames for the full model (docs/measurements.md, 067: box).
const FACE_ON: Reach = { head: 0.175, sole: 0.021 };
const DOWN_THE_LINE: Reach = { head: 0.114, sole: 0.049 };
/** For an unknown view: the mean of both, which is close to either. */
const BETWEEN: Reach = { head: 0.145, sole: 0.035 };

const REACH: Readonly<Record<CameraView, Reach>> = {
  'face-on': FACE_ON,
  'from-behind': FACE_ON,
  'down-the-line': DOWN_THE_LINE,
};

/** On all 16 hand-annotated frames, the error of head and soles was within this share of the height (ibid.). */
const PLUS_MINUS = 0.05;

/**
 * The box from bodies at rest, ideally five of them. Null without a body, or when the detected body does not stand: its
 * head is not about one body height above its feet.
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

/**
 * Bounds of a standing golfer's height: bent golfers are shorter than the sum of their parts, and anything outside is a
 * false detection.
 */
const LEAST_HEIGHT = 0.7;
const MOST_HEIGHT = 1.3;

function lowestOfFeet({ joints }: SeenBody): number {
  return Math.max(joints.leftHeel.yPx, joints.rightHeel.yPx, joints.leftToe.yPx, joints.rightToe.yPx);
}
