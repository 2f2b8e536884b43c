// The drawings in a comparison's saved video: those of the stage at the time the video was requested.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawingSurface } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import { readText, writeText } from '#web/swing/session-text.ts';
import type { DrawnStroke } from './drawing-history.ts';
import { segmentsOf } from './drawn-segments.ts';
import { allPlaced } from './placed-stroke.ts';
import { readWithDrawings, storedDrawings, strokesIn } from './stored-drawings.ts';

const INCLUDED = 'includedDrawings';

/** The drawings to include in the video. A reload does not change them. */
export function includedDrawings(comparison: string): readonly DrawnStroke[] {
  return strokesIn(readText(INCLUDED), comparison) ?? includeDrawings(comparison, storedDrawings(comparison));
}

/** Includes drawings in the next video, if the visitor wants that. */
export function includeDrawings(comparison: string, strokes: readonly DrawnStroke[]): readonly DrawnStroke[] {
  const taken = drawnOn(readWithDrawings() ? strokes : []);
  writeText(INCLUDED, JSON.stringify({ comparison, strokes: taken }));
  return taken;
}

/** Clears the included drawings: the next video includes whatever is drawn when it is made. */
export function forgetIncluded(): void {
  writeText(INCLUDED, null);
}

/** The drawings of the stage, without those made on a merged video. */
export function drawnOn(strokes: readonly DrawnStroke[]): readonly DrawnStroke[] {
  return strokes.filter(({ video }) => video === undefined);
}

/** Whether both lists hold the same drawings. */
export function areSameDrawings(one: readonly DrawnStroke[], other: readonly DrawnStroke[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Converts drawings on a plan's canvas to the input of the renderers. */
export function drawingsOn(
  plan: ComparisonPlan,
  strokes: readonly DrawnStroke[],
): { readonly drawings: readonly Drawing[]; readonly surface: Size } {
  const surface = drawingSurface(plan.canvas);
  const shown = allPlaced(strokes, { plan, video: null });
  return { drawings: segmentsOf(shown, plan.canvas, surface), surface };
}
