// The part of the picture that shows a position in detail: hands, club and ball, or hands and club at the top.
import type { Position } from '#domain/swing/swing.ts';
import { bodySizePx, HEIGHT_PER_SIZE, handsOf, middleOf, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, nearestSeen, type PicturePoint, type SeenBody } from './body-track.ts';

/** A part of a clip's upright picture, each number a fraction of the picture's width or height, 0 to 1. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Side length of the part, in body heights. */
const SIDE = 0.85;
/** Extent below the feet, in body heights: a ball nearer to the camera appears lower. */
const BELOW_FEET = 0.12;
/** Distance from the feet to the ball as a multiple of the distance from the feet to the hands, on the same side. */
const BALL_BEYOND_HANDS = 1.6;
/** Upward shift of the part around hands and shoulders at the top, in body heights: the club is above the hands. */
const ABOVE_TOP = 0.1;
/** Maximum distance to a sampled body, in seconds. Within it, the body still shows roughly where the golfer is. */
const REACH = 0.5;

/**
 * The part of the picture around a golfer's hands, club and ball at a time in seconds; null where no body was detected
 * near that time. Square in the picture's pixels, unless it is cut off at an edge.
 */
export function closeUp(track: BodyTrack, position: Position, time: number): PicturePart | null {
  const body = nearestBody(track, time);
  if (!body) return null;
  const heightPx = bodySizePx(body) * HEIGHT_PER_SIZE;
  const sidePx = heightPx * SIDE;
  const middle = position === 'top' ? middleAtTop(body, heightPx) : middleAtBall(body, heightPx, sidePx);
  const [left, right] = within(middle.xPx - sidePx / 2, sidePx, track.widthPx);
  const [top, bottom] = within(middle.yPx - sidePx / 2, sidePx, track.heightPx);
  if (!(right > left) || !(bottom > top)) return null;
  return Object.freeze({ left, top, width: right - left, height: bottom - top });
}

function nearestBody(track: BodyTrack, time: number): SeenBody | null {
  const nearest = nearestSeen(track, time);
  return nearest && Math.abs(nearest.time - time) <= REACH ? nearest.body : null;
}

function middleAtTop(body: SeenBody, heightPx: number): PicturePoint {
  const { xPx, yPx } = middleOf(handsOf(body), middleOfPair(body, 'Shoulder'));
  return { xPx, yPx: yPx - ABOVE_TOP * heightPx };
}

function middleAtBall(body: SeenBody, heightPx: number, sidePx: number): PicturePoint {
  const feet = middleOf(middleOfPair(body, 'Heel'), middleOfPair(body, 'Toe'));
  const lowest = Math.max(...(['Heel', 'Toe', 'Ankle'] as const).map((pair) => middleOfPair(body, pair).yPx));
  return {
    xPx: feet.xPx + (handsOf(body).xPx - feet.xPx) * BALL_BEYOND_HANDS,
    yPx: lowest + BELOW_FEET * heightPx - sidePx / 2,
  };
}

/** Shifts a stretch into the picture, as fractions of the picture's side. */
function within(fromPx: number, lengthPx: number, wholePx: number): readonly [number, number] {
  const from = Math.max(0, Math.min(fromPx, wholePx - lengthPx));
  return [from / wholePx, Math.min(1, (from + lengthPx) / wholePx)];
}
