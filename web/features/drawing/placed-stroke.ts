// Where a drawing lies on the canvas of a plan and when it is shown there, and back.
import type { BodyTrack } from '#domain/body/body-track.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { onOtherSide, shownFrom, sideAt, toCanvas, toClipTime, toPicture } from '#domain/drawing/anchored-drawing.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import { cutLines, type InkLine, type ShapeKind, shapeLines } from '#domain/drawing/shapes.ts';
import { type Template, templateOnBody, usualTemplate } from '#domain/drawing/templates.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import type { DrawnStroke } from './drawing-history.ts';

/** What is drawn on. */
export interface DrawingPlace {
  /** How both pictures lie; null for a merged video of which that is not known. */
  readonly plan: ComparisonPlan | null;
  /** The key of the merged video; null for the live comparison. */
  readonly video: string | null;
}

/** A drawing in pixels of the canvas, with its time on the canvas. */
export interface PlacedStroke extends Omit<DrawnStroke, 'id'> {
  readonly id?: number;
  /** The part of the canvas that it may not leave; null for all of it. */
  readonly within?: Rect | null;
}

/** A drawing on the canvas of a place; null where it does not belong there. */
export function placed<Drawn extends DrawnStroke>(
  stroke: Drawn,
  { plan, video }: DrawingPlace,
): (Drawn & PlacedStroke) | null {
  const { side, points } = stroke;
  if (!side) return stroke.video === undefined || stroke.video === video ? { ...stroke, within: null } : null;
  const timestamp = plan && shownFrom(plan, side, stroke.timestamp);
  if (!plan || timestamp === null) return null;
  const within = plan.panes[side].rect;
  return { ...stroke, points: points.map((point) => toCanvas(plan, side, point)), timestamp, within };
}

/** Points on the canvas as a drawing keeps them that belongs to a side, or to none. */
export function unplacedPoints(
  points: readonly Point[],
  side: Side | undefined,
  { plan }: DrawingPlace,
): readonly Point[] {
  return side && plan ? points.map((point) => rounded(toPicture(plan, side, point))) : points;
}

/** What was drawn on the canvas at a time of it, as it is kept: on the side that holds all of it, else on the merged video. */
export function anchored(
  points: readonly Point[],
  at: number,
  place: DrawingPlace,
): Pick<DrawnStroke, 'points' | 'timestamp' | 'side' | 'video'> {
  const side = place.plan && sideAt(place.plan, points);
  if (!side || !place.plan) return { points, timestamp: at, ...(place.video !== null && { video: place.video }) };
  return { side, points: unplacedPoints(points, side, place), timestamp: toClipTime(place.plan, side, at) };
}

/** The same on the other side, where there is one. */
export function copied(
  points: readonly Point[],
  at: number,
  place: DrawingPlace,
): Pick<DrawnStroke, 'points' | 'timestamp' | 'side'> | null {
  const { plan } = place;
  const side = plan && sideAt(plan, points);
  if (!plan || !side) return null;
  const other = SIDES.find((one) => one !== side) ?? side;
  const there = points.map((point) => onOtherSide(plan, side, point));
  return { side: other, points: unplacedPoints(there, other, place), timestamp: toClipTime(plan, other, at) };
}

/** The lines of a drawing on the canvas: what the screen paints and what is sent. */
export function inkOf(
  { tool, points, width, within }: Pick<PlacedStroke, 'points' | 'width' | 'within'> & { readonly tool: ShapeKind },
  unitPx: number,
): readonly InkLine[] {
  const lines = shapeLines({ kind: tool, points, width }, unitPx);
  return within ? cutLines(lines, within, unitPx) : lines;
}

/** A hundred thousandth of a picture is not seen. */
function rounded({ x, y }: Point): Point {
  return { x: Math.round(x * 1e5) / 1e5, y: Math.round(y * 1e5) / 1e5 };
}

interface TemplatePlace {
  readonly side: Side;
  /** A time of the canvas, in seconds. */
  readonly at: number;
  readonly place: DrawingPlace;
  readonly canvas: Size;
  /** What was seen of the side's golfer, and when they are at rest in its clip; null where that is not known. */
  readonly seen?: { readonly track: BodyTrack; readonly restTime: number | null } | null;
}

/** Where a template lies on the canvas: on the golfer's body where its lines are shown, else where golfers usually stand. */
export function templatePoints(
  template: Template,
  { side, at, place: { plan }, canvas, seen = null }: TemplatePlace,
): readonly Point[] {
  const pane = plan?.panes[side];
  const track = seen?.track ?? pane?.bodyLines;
  const onBody = plan && track && templateOnBody(template, track, toClipTime(plan, side, at), seen?.restTime ?? null);
  if (onBody) return onBody.map((point) => toCanvas(plan, side, point));
  const half = canvas.widthPx / 2;
  const usual: Rect = { xPx: side === 'user' ? 0 : half, yPx: 0, widthPx: half, heightPx: canvas.heightPx };
  return usualTemplate(template, pane?.rect ?? usual);
}
