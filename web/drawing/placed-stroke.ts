// A drawing. Converts its points and time to the canvas of a plan, and back, and to the segments that are sent to the
// server or burnt in on this device.
import type { BodyTrack } from '#domain/body/body-track.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { onOtherSide, shownFrom, sideAt, toCanvas, toClipTime, toPicture } from '#domain/drawing/anchored-drawing.ts';
import type { Drawing, Point } from '#domain/drawing/drawing.ts';
import { lengthScale } from '#domain/drawing/drawing-geometry.ts';
import { cutLines, type InkLine, type ShapeKind, shapeLines } from '#domain/drawing/shapes.ts';
import { type Template, templateOnBody, usualTemplate } from '#domain/drawing/templates.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { otherSide, type Side } from '#domain/side.ts';

export interface DrawnStroke {
  readonly id: number;
  readonly tool: ShapeKind;
  /** The side to whose picture it belongs. Absent if it lies on both or neither: it then belongs to a merged video. */
  readonly side?: Side;
  /** The key of that merged video. */
  readonly video?: string;
  /**
   * At least one point; a single point is a dot. In shares of the side's upright picture before mirroring, or in pixels
   * of the merged video.
   */
  readonly points: readonly Point[];
  readonly color: string;
  /** In pixels of the surface (`drawingSurface`). */
  readonly width: number;
  /** The time from which it is shown, in seconds of the side's clip or of the merged video. */
  readonly timestamp: number;
  /** Whether it is shown on the frame of its timestamp only. Absent in drawings stored before this option existed. */
  readonly onlyThisFrame?: boolean;
}

/** The view on which drawings are made. */
export interface DrawingPlace {
  /** The layout of both pictures; null for a merged video whose layout is unknown. */
  readonly plan: ComparisonPlan | null;
  /** The key of the merged video; null for the live comparison. */
  readonly video: string | null;
}

/** A drawing in pixels of the canvas, with its time on the canvas. */
export interface PlacedStroke extends Omit<DrawnStroke, 'id'> {
  readonly id?: number;
  /** The part of the canvas to which it is clipped; null for the whole canvas. */
  readonly within?: Rect | null;
}

/** A drawing on the canvas of a place; null if it does not belong there. */
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

export function allPlaced<Drawn extends DrawnStroke>(strokes: readonly Drawn[], place: DrawingPlace) {
  return strokes.map((stroke) => placed(stroke, place)).filter((stroke) => stroke !== null);
}

/** Converts points on the canvas to the stored form of a drawing on the given side, or on none. */
export function unplacedPoints(
  points: readonly Point[],
  side: Side | undefined,
  { plan }: DrawingPlace,
): readonly Point[] {
  return side && plan ? points.map((point) => rounded(toPicture(plan, side, point))) : points;
}

/**
 * The stored form of a drawing made on the canvas: on the given side, else on the one that contains all of it, else on the
 * merged video.
 */
export function anchored(
  points: readonly Point[],
  at: number,
  place: DrawingPlace,
  side = place.plan && sideAt(place.plan, points),
): Pick<DrawnStroke, 'points' | 'timestamp' | 'side' | 'video'> {
  if (!side || !place.plan) return { points, timestamp: at, ...(place.video !== null && { video: place.video }) };
  return { side, points: unplacedPoints(points, side, place), timestamp: toClipTime(place.plan, side, at) };
}

/** A copy of a drawing on the other side; null if the drawing lies on no side. */
export function copied(
  points: readonly Point[],
  at: number,
  place: DrawingPlace,
): Pick<DrawnStroke, 'points' | 'timestamp' | 'side'> | null {
  const { plan } = place;
  const side = plan && sideAt(plan, points);
  if (!plan || !side) return null;
  const other = otherSide(side);
  const there = points.map((point) => onOtherSide(plan, side, point));
  return { side: other, points: unplacedPoints(there, other, place), timestamp: toClipTime(plan, other, at) };
}

/** The lines of a drawing on the canvas, for painting and for sending. */
export function inkOf(
  { tool, points, width, within }: Pick<PlacedStroke, 'points' | 'width' | 'within'> & { readonly tool: ShapeKind },
  unitPx: number,
): readonly InkLine[] {
  const lines = shapeLines({ kind: tool, points, width }, unitPx);
  return within ? cutLines(lines, within, unitPx) : lines;
}

/** Rounds to a hundred-thousandth of the picture, which is invisible. */
function rounded({ x, y }: Point): Point {
  return { x: Math.round(x * 1e5) / 1e5, y: Math.round(y * 1e5) / 1e5 };
}

interface TemplatePlace {
  readonly side: Side;
  /** A time of the canvas, in seconds. */
  readonly at: number;
  readonly place: DrawingPlace;
  readonly canvas: Size;
  /** The golfer's body track and the time of the rest in the side's clip; null where unknown. */
  readonly seen?: { readonly track: BodyTrack; readonly restTime: number | null } | null;
}

/** The points of a template on the canvas: on the golfer's body if it is tracked, else where golfers usually stand. */
export function templatePoints(
  template: Template,
  { side, at, place: { plan }, canvas, seen = null }: TemplatePlace,
): readonly Point[] {
  const pane = plan?.panes[side];
  const track = seen?.track ?? pane?.bodyLines;
  const clipTime = plan && toClipTime(plan, side, at);
  const restTime = seen?.restTime ?? null;
  const onBody = track && clipTime !== null && templateOnBody(template, track, clipTime, restTime);
  if (plan && onBody) return onBody.map((point) => toCanvas(plan, side, point));
  const half = canvas.widthPx / 2;
  const usual: Rect = { xPx: side === 'user' ? 0 : half, yPx: 0, widthPx: half, heightPx: canvas.heightPx };
  return usualTemplate(template, pane?.rect ?? usual);
}

/** Converts strokes on a video to segments for the renderers, in pixels of the surface. A dot has zero length. */
export function segmentsOf(strokes: readonly PlacedStroke[], video: Size, surface: Size): Drawing[] {
  const onSurface = ({ x, y }: Point): Point => ({
    x: hundredths((x * surface.widthPx) / video.widthPx),
    y: hundredths((y * surface.heightPx) / video.heightPx),
  });
  const unitPx = lengthScale(surface, video);
  return strokes.flatMap((stroke) => {
    const { color, timestamp, onlyThisFrame } = stroke;
    const pen = { color, timestamp, ...(onlyThisFrame && { onlyThisFrame }) };
    return inkOf(stroke, unitPx).flatMap(({ points, width }) => {
      const places = points.map(onSurface);
      const ends = places.length === 1 ? places : places.slice(1);
      return ends.map((to, index) => ({ from: places[index] ?? to, to, width, ...pen }));
    });
  });
}

/** Hundredths of a pixel are invisible; rounding keeps the request small. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
