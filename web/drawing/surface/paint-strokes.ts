// Paints strokes on a canvas as the renderers paint them into the video: round caps and joins, later strokes on top.
// Also where a video's picture lies in its element, and which point of the video is under a pointer.
import type { Point } from '#domain/drawing/drawing.ts';
import { drawingSurface, firstFrameWith, lengthScale } from '#domain/drawing/drawing-geometry.ts';
import type { Rect, Size } from '#domain/geometry.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import { type FrameTimes, frameIndexAt } from '#domain/video/frame-times.ts';
import { type DrawnStroke, inkOf, type PlacedStroke } from '#web/drawing/placed-stroke.ts';

/** A stroke to paint: finished, or still being drawn. */
type PaintedStroke = Pick<PlacedStroke, 'tool' | 'points' | 'color' | 'width' | 'within'>;

/** The part of the merged canvas that an element shows, in pixels of the merged canvas. */
export interface PaintedView {
  readonly canvas: Size;
  readonly area: Rect;
}

/** Whether a drawing is on the frame shown at a time, by the server's rule. Without a frame table, by time alone. */
export function isShownAt(
  { timestamp, onlyThisFrame = false }: Pick<DrawnStroke, 'timestamp' | 'onlyThisFrame'>,
  time: number,
  frameTimes: FrameTimes | null,
): boolean {
  if (!frameTimes) {
    return timestamp <= time + TIME_TOLERANCE && !(onlyThisFrame && time > timestamp + TIME_TOLERANCE);
  }
  const first = firstFrameWith(timestamp, frameTimes);
  const shown = frameIndexAt(frameTimes, time);
  return first !== null && (onlyThisFrame ? first === shown : first <= shown);
}

/** Paints strokes on an element that shows a part of the canvas. `pointedAt` gets a light edge. */
export function paintStrokes(
  element: HTMLCanvasElement,
  { canvas, area }: PaintedView,
  strokes: readonly PaintedStroke[],
  pointedAt?: PaintedStroke,
): void {
  const context = element.getContext('2d');
  if (!context) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, element.width, element.height);
  const [scaleX, scaleY] = [element.width / area.widthPx, element.height / area.heightPx];
  context.setTransform(scaleX, 0, 0, scaleY, -area.xPx * scaleX, -area.yPx * scaleY);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const unitPx = lengthScale(drawingSurface(canvas), canvas);
  for (const stroke of strokes) {
    const lines = inkOf(stroke, unitPx);
    for (const { points, width } of stroke === pointedAt ? lines : []) {
      paint(context, points, 'rgb(255 255 255 / 70%)', width * unitPx + canvas.widthPx / 100);
    }
    for (const { points, width } of lines) paint(context, points, stroke.color, width * unitPx);
  }
}

export function paintHandles(element: HTMLCanvasElement, view: PaintedView, points: readonly Point[]): void {
  for (const point of points) paintBeginning(element, view, point);
}

/** Circles the start of a line that awaits its end, because a dot as wide as the line may be too small to see. */
export function paintBeginning(element: HTMLCanvasElement, view: PaintedView, { x, y }: Point): void {
  paintAid(element, view, (context, cssPx) => context.arc(x, y, 9 * cssPx, 0, 2 * Math.PI));
}

/** Paints the cross-hair of the keyboard at a point, with an open center. */
export function paintCross(element: HTMLCanvasElement, view: PaintedView, { x, y }: Point): void {
  paintAid(element, view, (context, cssPx) => {
    for (const [towardsX, towardsY] of [[1, 0] as const, [-1, 0] as const, [0, 1] as const, [0, -1] as const]) {
      context.moveTo(x + towardsX * 4 * cssPx, y + towardsY * 4 * cssPx);
      context.lineTo(x + towardsX * 16 * cssPx, y + towardsY * 16 * cssPx);
    }
  });
}

/** Paints a drawing aid that is visible on light and dark ground. Its size in CSS pixels is constant. */
function paintAid(
  element: HTMLCanvasElement,
  { area }: PaintedView,
  outline: (context: CanvasRenderingContext2D, cssPx: number) => void,
): void {
  const context = element.getContext('2d');
  if (!context) return;
  const cssPx = area.widthPx / element.clientWidth;
  for (const [color, widthPx] of [['#000000', 5] as const, ['#ffffff', 2.5] as const]) {
    context.beginPath();
    outline(context, cssPx);
    context.strokeStyle = color;
    context.lineWidth = widthPx * cssPx;
    context.stroke();
  }
}

function paint(context: CanvasRenderingContext2D, points: readonly Point[], color: string, width: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  context.beginPath();
  if (rest.every(({ x, y }) => x === first.x && y === first.y)) {
    // A canvas does not paint a line of zero length, but the renderer does.
    context.fillStyle = color;
    context.arc(first.x, first.y, width / 2, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.moveTo(first.x, first.y);
  for (const { x, y } of rest) context.lineTo(x, y);
  context.stroke();
}

/** The part of a box, in CSS pixels, that the picture fills with `object-fit: contain`; null while box or picture has no size. */
export function pictureIn(box: Size, video: Size): Rect | null {
  const scale = Math.min(box.widthPx / video.widthPx, box.heightPx / video.heightPx);
  if (!Number.isFinite(scale) || scale <= 0) return null;
  const widthPx = video.widthPx * scale;
  const heightPx = video.heightPx * scale;
  return { xPx: (box.widthPx - widthPx) / 2, yPx: (box.heightPx - heightPx) / 2, widthPx, heightPx };
}

/** Converts a window position to a point of the video. `shown` is the video's rectangle in the window. */
export function videoPointAt(
  client: { readonly clientX: number; readonly clientY: number },
  shown: DOMRect,
  video: Size,
): Point {
  return {
    x: ((client.clientX - shown.left) / shown.width) * video.widthPx,
    y: ((client.clientY - shown.top) / shown.height) * video.heightPx,
  };
}

/** Converts a window position to a point of the canvas. `shown` is the window rectangle that shows `area`. */
export function canvasPointAt(
  client: { readonly clientX: number; readonly clientY: number },
  shown: DOMRect,
  area: Rect,
): Point {
  const { x, y } = videoPointAt(client, shown, area);
  return { x: area.xPx + x, y: area.yPx + y };
}
