// The part of the picture that defines a position: ball and club head, or hands and club at the top.
import type { Position } from '#domain/swing/swing.ts';
import { bodySizePx, HEIGHT_PER_SIZE, handsOf, middleOf, middleOfPair } from './body-geometry.ts';
import { type BodyTrack, nearestSeen, type PicturePoint, type SeenBody } from './body-track.ts';
import { toeOffset } from './filmed.ts';

/** A part of a clip's upright picture, each number a fraction of the picture's width or height, 0 to 1. */
export interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

// In body heights, fitted to the balls and club heads found in 70 swings.
/** Side length of the part around the ball and the club's head. */
const BALL_SIDE = 0.6;
/** Side length of the part around hands and club at the top. */
const TOP_SIDE = 0.85;
/** Extent below the feet: a ball nearer to the camera appears lower. */
const BELOW_FEET = 0.19;
/** Distance from the feet to the middle of the part where the golfer is seen down the line, in the direction of the toes; face-on none. */
const BALL_FROM_FEET = 0.4;
/** Distance from heels to toes: longer than the second is down the line, shorter than the first face-on. */
const FOOT_ACROSS = [0.04, 0.08] as const;
/** Distance at the top from the hands to the middle of the club where the golfer is seen face-on, over the shoulders. */
const MIDDLE_OF_CLUB = 0.25;
/** Upward shift of the part at the top: the club is above the hands. */
const ABOVE_TOP = 0.1;
/** Maximum distance to a sampled body, in seconds. Within it, the body still shows roughly where the golfer is. */
const REACH = 0.5;

/**
 * The part of the picture around a golfer's ball and club head, at the top around hands and club, at a time in seconds; null where
 * no body was detected near that time. Square in the picture's pixels, unless it is cut off at an edge.
 */
export function closeUp(track: BodyTrack, position: Position, time: number): PicturePart | null {
  const body = nearestBody(track, time);
  if (!body) return null;
  const heightPx = bodySizePx(body) * HEIGHT_PER_SIZE;
  const sidePx = heightPx * (position === 'top' ? TOP_SIDE : BALL_SIDE);
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

/** How much a golfer is seen down the line rather than face-on, 0 to 1, with the sign of the toes' direction across the picture. */
function turnOf(body: SeenBody): number {
  const across = toeOffset([body]) / HEIGHT_PER_SIZE;
  const [faceOn, downTheLine] = FOOT_ACROSS;
  return Math.sign(across) * Math.min(Math.max((Math.abs(across) - faceOn) / (downTheLine - faceOn), 0), 1);
}

function middleAtTop(body: SeenBody, heightPx: number): PicturePoint {
  const [hands, shoulders] = [handsOf(body), middleOfPair(body, 'Shoulder')];
  const { xPx, yPx } = middleOf(hands, shoulders);
  const faceOn = 1 - Math.abs(turnOf(body));
  const clubPx = hands.xPx + Math.sign(shoulders.xPx - hands.xPx) * MIDDLE_OF_CLUB * heightPx;
  return { xPx: xPx + faceOn * (clubPx - xPx), yPx: yPx - ABOVE_TOP * heightPx };
}

function middleAtBall(body: SeenBody, heightPx: number, sidePx: number): PicturePoint {
  const feet = middleOf(middleOfPair(body, 'Heel'), middleOfPair(body, 'Toe'));
  const lowest = Math.max(...(['Heel', 'Toe', 'Ankle'] as const).map((pair) => middleOfPair(body, pair).yPx));
  return { xPx: feet.xPx + turnOf(body) * BALL_FROM_FEET * heightPx, yPx: lowest + BELOW_FEET * heightPx - sidePx / 2 };
}

/** Shifts a stretch into the picture, as fractions of the picture's side. */
function within(fromPx: number, lengthPx: number, wholePx: number): readonly [number, number] {
  const from = Math.max(0, Math.min(fromPx, wholePx - lengthPx));
  return [from / wholePx, Math.min(1, (from + lengthPx) / wholePx)];
}
