// The drawings that a comparison's saved video is made with: those of the stage, as they were when it was asked for.
import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawingSurface } from '#domain/drawing/drawing-geometry.ts';
import type { Size } from '#domain/geometry.ts';
import { readIncluded, writeIncluded } from '#web/swing/drawings-session.ts';
import type { DrawnStroke } from './drawing-history.ts';
import { segmentsOf } from './drawn-segments.ts';
import { placed } from './placed-stroke.ts';
import { readWithDrawings, storedDrawings } from './stored-drawings.ts';

/** The drawings to make the video with. After a reload the same as before it. */
export function includedDrawings(comparison: string): readonly DrawnStroke[] {
  try {
    const kept = JSON.parse(readIncluded() ?? 'null') as { comparison?: unknown; strokes?: unknown } | null;
    if (kept?.comparison === comparison && Array.isArray(kept.strokes)) return kept.strokes as DrawnStroke[];
  } catch {
    // What cannot be read is as good as none.
  }
  return includeDrawings(comparison, storedDrawings(comparison));
}

/** Takes drawings into the next video, if the visitor wants them in it. */
export function includeDrawings(comparison: string, strokes: readonly DrawnStroke[]): readonly DrawnStroke[] {
  const taken = drawnOn(readWithDrawings() ? strokes : []);
  writeIncluded(JSON.stringify({ comparison, strokes: taken }));
  return taken;
}

/** Forgets what was taken: the next video takes what is drawn then. */
export function forgetIncluded(): void {
  writeIncluded(null);
}

/** What of the drawings is the stage's own: not drawn on one merged video. */
export function drawnOn(strokes: readonly DrawnStroke[]): readonly DrawnStroke[] {
  return strokes.filter(({ video }) => video === undefined);
}

/** Whether both are the same drawings. */
export function areSameDrawings(one: readonly DrawnStroke[], other: readonly DrawnStroke[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Drawings as the renderers take them, on a plan's canvas. */
export function drawingsOn(
  plan: ComparisonPlan,
  strokes: readonly DrawnStroke[],
): { readonly drawings: readonly Drawing[]; readonly surface: Size } {
  const surface = drawingSurface(plan.canvas);
  const shown = strokes.map((stroke) => placed(stroke, { plan, video: null })).filter((stroke) => stroke !== null);
  return { drawings: segmentsOf(shown, plan.canvas, surface), surface };
}
