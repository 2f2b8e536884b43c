// Anchors drawings to one side's picture: their points are shares of that picture and their time is the clip's own, so
// that they stay on the golfer in every layout, framing and alignment.
import { laysOver } from '#domain/comparison/comparison-choices.ts';
import { type ComparisonPlan, plannedSides } from '#domain/comparison/comparison-plan.ts';
import { mergedFrameAt, toPlanTime, toSourceTime } from '#domain/comparison/timeline.ts';
import type { Rect } from '#domain/geometry.ts';
import { otherSide, type Side } from '#domain/side.ts';
import { type PlanTime, planTime, sourceTime } from '#domain/time.ts';
import type { Point } from './drawing.ts';

/**
 * The side whose picture contains all of these canvas points; null where they lie on both or on neither. Where one
 * picture covers the other, it is the visitor's.
 */
export function sideAt(plan: ComparisonPlan, points: readonly Point[]): Side | null {
  const { layout, panes } = plan;
  if (laysOver(layout) && layout !== 'wipe') return 'user';
  return plannedSides(plan).find((side) => points.every((point) => isInside(point, panes[side].rect))) ?? null;
}

/** A canvas point in shares of a side's upright picture, before any mirror: 0 to 1 inside it. */
export function toPicture({ panes }: ComparisonPlan, side: Side, { x, y }: Point): Point {
  const { picture, isMirrored } = panes[side];
  const across = (x - picture.xPx) / picture.widthPx;
  return { x: isMirrored ? 1 - across : across, y: (y - picture.yPx) / picture.heightPx };
}

/** The canvas point, in pixels, of a point in shares of a picture. */
export function toCanvas({ panes }: ComparisonPlan, side: Side, { x, y }: Point): Point {
  const { picture, isMirrored } = panes[side];
  return { x: picture.xPx + (isMirrored ? 1 - x : x) * picture.widthPx, y: picture.yPx + y * picture.heightPx };
}

/** A plan time as a time of a side's clip, in seconds. It may be before the first frame or after the last. */
export function toClipTime(plan: ComparisonPlan, side: Side, at: number): number {
  return toSourceTime(plan, side, planTime(at));
}

/**
 * When something drawn at a time of a side's clip first appears, in seconds of the plan: at its beginning where the
 * plan begins later. Null when the plan ends before, or shows only the other side.
 */
export function shownFrom(plan: ComparisonPlan, side: Side, clipTime: number): PlanTime | null {
  if (!plannedSides(plan).includes(side)) return null;
  const at = toPlanTime(plan, side, sourceTime(clipTime));
  const last = (plan.frameCount - 0.5) * (plan.frameRate.denominator / plan.frameRate.numerator);
  return at > last ? null : planTime(Math.max(0, at));
}

/** Whether something that appears at one plan time is shown at another, by merged frames as in the file. */
export function isThereAt(plan: ComparisonPlan, from: number, onlyThisFrame: boolean, at: number): boolean {
  const [first, now] = [mergedFrameAt(plan, planTime(from)), mergedFrameAt(plan, planTime(at))];
  return onlyThisFrame ? first === now : first <= now;
}

/**
 * The same point on the other side, for a line shown on both: at the same distance from the bottom and the middle of
 * that side's part of the canvas. Where one picture covers the other, it is the same point.
 */
export function onOtherSide({ layout, panes }: ComparisonPlan, from: Side, { x, y }: Point): Point {
  if (laysOver(layout)) return { x, y };
  const [rect, other] = [panes[from].rect, panes[otherSide(from)].rect];
  return {
    x: other.xPx + other.widthPx / 2 + (x - rect.xPx - rect.widthPx / 2),
    y: other.yPx + other.heightPx + (y - rect.yPx - rect.heightPx),
  };
}

function isInside({ x, y }: Point, { xPx, yPx, widthPx, heightPx }: Rect): boolean {
  return x >= xPx && x <= xPx + widthPx && y >= yPx && y <= yPx + heightPx;
}
