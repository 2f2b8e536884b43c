// The drawings of a lesson on the canvas of a plan, as lines with round ends, which every renderer paints unchanged.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import { isThereAt, shownFrom, toCanvas } from '#domain/drawing/anchored-drawing.ts';
import { drawingSurface, lengthScale, type Stroke } from '#domain/drawing/drawing-geometry.ts';
import { cutLines, shapeLines } from '#domain/drawing/shapes.ts';
import type { LessonStroke } from './lesson.ts';

/** The plans of one moment: `timed` says when a drawing is shown, `placed` where; both are the same without a zoom. */
interface InkPlans {
  readonly timed: ComparisonPlan;
  readonly placed: ComparisonPlan;
}

/** The drawings that are on screen at a plan time, in seconds. `scaleOf`: how much each side is zoomed. */
export function lessonInk(
  strokes: readonly LessonStroke[],
  { timed, placed }: InkPlans,
  at: number,
  scaleOf: (side: Side) => number,
): readonly Stroke[] {
  const { canvas } = placed;
  const unitPx = lengthScale(drawingSurface(canvas), canvas);
  let order = -1;
  return strokes.flatMap(({ side, tool, points, width, color, timestamp, onlyThisFrame = false }) => {
    const from = side ? shownFrom(timed, side, timestamp) : timestamp;
    if (from === null || !isThereAt(timed, from, onlyThisFrame, at)) return [];
    const scale = side ? scaleOf(side) : 1;
    const onCanvas = side ? points.map((point) => toCanvas(placed, side, point)) : points;
    const lines = shapeLines({ kind: tool, points: onCanvas, width: width * scale }, unitPx);
    const shown = side ? cutLines(lines, placed.panes[side].rect, unitPx) : lines;
    return shown.flatMap((line) => {
      order += 1;
      const ends = line.points.length === 1 ? line.points : line.points.slice(1);
      return ends.map((to, index): Stroke => {
        return { from: line.points[index] ?? to, to, width: line.width * unitPx, color, order };
      });
    });
  });
}
