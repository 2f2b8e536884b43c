// Ready-made drawings that the visitor moves into place. They start on the detected body, or where golfers usually
// stand in their picture.
import { type JointPair, middleOfPair } from '#domain/body/body-geometry.ts';
import { bodyOverTime } from '#domain/body/body-over-time.ts';
import {
  type BodyTrack,
  LEAST_CERTAINTY,
  type PicturePoint,
  type SeenBody,
  type SeenShaft,
} from '#domain/body/body-track.ts';
import { shaftFromGround, shaftSearchOn } from '#domain/body/shaft-line.ts';
import type { Rect } from '#domain/geometry.ts';
import type { Point } from './drawing.ts';
import type { ShapeKind } from './shapes.ts';

/** The templates: a line along the spine, a line along the shaft, a circle around the head. */
export const TEMPLATES = ['spine', 'shaft', 'head'] as const;

/** The name of a template. */
export type Template = (typeof TEMPLATES)[number];

/** The kind of drawing that a template creates. */
export const TEMPLATE_KINDS: Readonly<Record<Template, ShapeKind>> = Object.freeze({
  spine: 'line',
  shaft: 'line',
  head: 'circle',
});

/** The two points of each template, as shares of a side's part of the canvas. */
const USUAL: Readonly<Record<Template, readonly [Point, Point]>> = {
  spine: [
    { x: 0.47, y: 0.58 },
    { x: 0.53, y: 0.34 },
  ],
  shaft: [
    { x: 0.72, y: 0.86 },
    { x: 0.36, y: 0.42 },
  ],
  head: [
    { x: 0.53, y: 0.28 },
    { x: 0.59, y: 0.28 },
  ],
};

/** A template's points in a side's part of the canvas, in pixels of the canvas. */
export function usualTemplate(template: Template, { xPx, yPx, widthPx, heightPx }: Rect): readonly Point[] {
  return USUAL[template].map(({ x, y }) => ({ x: xPx + x * widthPx, y: yPx + y * heightPx }));
}

/**
 * Extension of the spine's line past hips and shoulders, as a share of their distance; radius of the circle as a share
 * of the distance from ears to neck.
 */
const SPINE_BEYOND = 0.25;
const HEAD_OF_NECK = 0.75;

/** Typical shaft angle at address seen down the line, between that of a driver and a wedge. */
const SHAFT_ANGLE = (52 * Math.PI) / 180;
/** Extension of the shaft's line above the hands, as a share of their distance to the ground. */
const SHAFT_BEYOND = 0.7;

/**
 * A template's points on a body at a time of its clip, as shares of the clip's upright picture; null where the required
 * joints are not detected. The shaft's line is the one that was found at rest; without it the line is estimated from hands and
 * feet at `restTime` and meant to be adjusted; null without that time.
 */
export function templateOnBody(
  template: Template,
  track: BodyTrack,
  clipTime: number,
  restTime: number | null,
): readonly Point[] | null {
  const inShares = ({ x, y }: Point): Point => ({ x: x / track.widthPx, y: y / track.heightPx });
  const bodyAt = bodyOverTime(track);
  if (template === 'shaft') {
    const atRest = restTime === null ? null : bodyAt(restTime);
    const found = track.shafts?.find(({ at }) => at === 'rest') ?? null;
    return (atRest && shaftOf(atRest, found))?.map(inShares) ?? null;
  }
  const body = bodyAt(clipTime);
  const middle = (pair: JointPair) => {
    const point = body && seenMiddle(body, pair);
    return point && toPoint(point);
  };
  const [hips, shoulders, ears] = [middle('Hip'), middle('Shoulder'), middle('Ear')];
  if (!shoulders) return null;
  if (template === 'spine') {
    if (!hips) return null;
    return [along(hips, shoulders, -SPINE_BEYOND), along(hips, shoulders, 1 + SPINE_BEYOND)].map(inShares);
  }
  if (!ears) return null;
  const radius = HEAD_OF_NECK * Math.hypot(ears.x - shoulders.x, ears.y - shoulders.y);
  return [ears, { x: ears.x + radius, y: ears.y }].map(inShares);
}

/**
 * The line of the shaft from the ground past the hands: along the shaft that was found, or estimated through the hands:
 * face-on from the ball between the feet, down the line at the typical angle.
 */
function shaftOf(body: SeenBody, found: SeenShaft | null): readonly [Point, Point] | null {
  if (found) {
    const [ground, beyond] = shaftFromGround(found, body, SHAFT_BEYOND);
    return [toPoint(ground), toPoint(beyond)];
  }
  const [wrists, heels] = [seenMiddle(body, 'Wrist'), seenMiddle(body, 'Heel')];
  if (!wrists || !heels || !seenMiddle(body, 'Toe') || !seenMiddle(body, 'Hip')) return null;
  const { groundYPx, toes } = shaftSearchOn(body);
  const hands = toPoint(wrists);
  const ballX = toes === 0 ? heels.xPx : hands.x + (toes * (groundYPx - hands.y)) / Math.tan(SHAFT_ANGLE);
  const ball: Point = { x: ballX, y: groundYPx };
  return [ball, along(ball, hands, 1 + SHAFT_BEYOND)];
}

/** The middle of a pair of joints; null where one of them is not seen. */
function seenMiddle(body: SeenBody, pair: JointPair): PicturePoint | null {
  const [left, right] = [body.joints[`left${pair}` as const], body.joints[`right${pair}` as const]];
  return left.certainty < LEAST_CERTAINTY || right.certainty < LEAST_CERTAINTY ? null : middleOfPair(body, pair);
}

function toPoint({ xPx, yPx }: PicturePoint): Point {
  return { x: xPx, y: yPx };
}

function along(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
