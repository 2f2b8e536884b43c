// Draws the evidence of differences over each side's picture, as strokes on the canvas that every player and renderer paints
// unchanged.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { SideEvidence } from '#domain/comparison/evidence.ts';
import { mergedFrameAt, toPlanTime } from '#domain/comparison/timeline.ts';
import { toCanvas } from '#domain/drawing/anchored-drawing.ts';
import type { Stroke, StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import { cutLines, shapeLines } from '#domain/drawing/shapes.ts';
import type { Rect } from '#domain/geometry.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { frameDuration, sourceTime } from '#domain/time.ts';
import { SIDE_COLORS, segments } from './body-strokes.ts';

/** How long evidence is shown before and after its moment, in seconds of the comparison. */
const SHOWN_AROUND = 0.15;
/** Evidence is drawn larger than a visitor's drawings, in pixels of the canvas per this share of its height. */
const UNITS_OF_HEIGHT = 300;
const WIDTHS = { measured: 2, reference: 1, edge: 1.4 } as const;
const EDGE_COLOR = '#10180f';
const REFERENCE_COLOR = '#f4f1e6';
/** Above the body lines (body-strokes.ts). */
const FIRST_ORDER = 100;

/** The strokes of one side's evidence, in pixels of the plan's canvas, from bottom to top. */
export function evidenceStrokes(plan: ComparisonPlan, side: Side, { shapes }: SideEvidence): readonly Stroke[] {
  const unitPx = plan.canvas.heightPx / UNITS_OF_HEIGHT;
  const ordered = shapes.toSorted((a, b) => Number(b.isReference) - Number(a.isReference));
  return ordered.flatMap(({ kind, points, isReference }, index) => {
    const width = isReference ? WIDTHS.reference : WIDTHS.measured;
    const placed = points.map((point) => toCanvas(plan, side, point));
    const lines = cutLines(shapeLines({ kind, points: placed, width }, unitPx), shownRect(plan, side), unitPx);
    const order = FIRST_ORDER + 2 * (SIDES.indexOf(side) * ordered.length + index);
    const inked = (extra: number, color: string, above: number) =>
      lines.flatMap((line) =>
        segments(line.points).map((ends) => ({
          ...ends,
          color,
          width: (line.width + extra) * unitPx,
          order: order + above,
        })),
      );
    return [...inked(WIDTHS.edge, EDGE_COLOR, 0), ...inked(0, isReference ? REFERENCE_COLOR : SIDE_COLORS[side], 1)];
  });
}

/** All evidence of a plan as strokes of the merged frames on which it is shown, frames ascending. */
export function* evidenceFrames(plan: ComparisonPlan): Generator<StrokesFromFrame> {
  const reach = Math.round(SHOWN_AROUND / frameDuration(plan.frameRate));
  const drawn = SIDES.flatMap((side) =>
    plan.panes[side].evidence.map((evidence) => ({
      frame: mergedFrameAt(plan, toPlanTime(plan, side, sourceTime(evidence.at))),
      strokes: evidenceStrokes(plan, side, evidence).map((stroke) => ({ ...stroke, onlyThisFrame: true })),
    })),
  );
  for (let frame = 0; frame < plan.frameCount; frame += 1) {
    const strokes = drawn.filter((each) => Math.abs(each.frame - frame) <= reach).flatMap((each) => each.strokes);
    if (strokes.length > 0) yield { frame, strokes };
  }
}

function shownRect(plan: ComparisonPlan, side: Side): Rect {
  const { rect, picture, crop } = plan.panes[side];
  return crop ? rect : picture;
}
