// Puts strokes on a canvas as the server's renderer puts them into the video: round caps and joins, later ones on top.
import type { Point } from '#domain/drawing.ts';
import { firstFrameWith } from '#domain/drawing-geometry.ts';
import { type FrameTimes, frameIndexAt } from '#domain/frame-times.ts';
import type { Size } from '#domain/pane-layout.ts';
import { TIME_TOLERANCE } from '#domain/time.ts';
import type { DrawnStroke } from './drawing-history.ts';

/** A stroke that is painted: a finished one or the one that is being drawn. */
export type PaintedStroke = Pick<DrawnStroke, 'points' | 'color' | 'width'>;

/** Whether a drawing of a timestamp is on the frame shown at a time: the server's rule. Without a table, by time alone. */
export function isShownAt(timestamp: number, time: number, frameTimes: FrameTimes | null): boolean {
  if (!frameTimes) return timestamp <= time + TIME_TOLERANCE;
  const first = firstFrameWith(timestamp, frameTimes);
  return first !== null && first <= frameIndexAt(frameTimes, time);
}

/** Paints strokes on a canvas that stands for the whole picture of a video. `pointedAt` gets a light edge. */
export function paintStrokes(
  canvas: HTMLCanvasElement,
  video: Size,
  strokes: readonly PaintedStroke[],
  pointedAt?: PaintedStroke,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(canvas.width / video.widthPx, 0, 0, canvas.height / video.heightPx, 0, 0);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const stroke of strokes) {
    if (stroke === pointedAt) paint(context, stroke, 'rgb(255 255 255 / 70%)', stroke.width + video.widthPx / 100);
    paint(context, stroke, stroke.color, stroke.width);
  }
}

/** Puts a ring round the beginning of a line that awaits its end; a dot of the line's width may be too small to see. */
export function paintBeginning(canvas: HTMLCanvasElement, video: Size, { x, y }: Point): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const cssPx = video.widthPx / canvas.clientWidth;
  const rings = [
    ['#000000', 5],
    ['#ffffff', 2.5],
  ] as const;
  for (const [color, widthPx] of rings) {
    context.beginPath();
    context.arc(x, y, 9 * cssPx, 0, 2 * Math.PI);
    context.strokeStyle = color;
    context.lineWidth = widthPx * cssPx;
    context.stroke();
  }
}

function paint(context: CanvasRenderingContext2D, { points }: PaintedStroke, color: string, width: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  context.beginPath();
  if (rest.every(({ x, y }) => x === first.x && y === first.y)) {
    // A canvas paints no line of no length, the renderer does.
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
