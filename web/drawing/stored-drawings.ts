// Keeps the drawings of one comparison in sessionStorage, so that a reload does not lose them, and those of its saved
// video: what was on the stage when the video was requested.

import type { ComparisonPlan } from '#domain/comparison/comparison-plan.ts';
import type { Drawing } from '#domain/drawing/drawing.ts';
import { drawingSurface } from '#domain/drawing/drawing-geometry.ts';
import { SHAPES } from '#domain/drawing/shapes.ts';
import type { Size } from '#domain/geometry.ts';
import { SIDES } from '#domain/side.ts';
import { readDrawn, readText, writeDrawn, writeText } from '#web/clip/comparison-session.ts';
import { orNull } from '#web/lib/or-null.ts';
import { allPlaced, type DrawnStroke, segmentsOf } from './placed-stroke.ts';

/** The stored drawings of a comparison; empty if another comparison is stored, or invalid text. */
export function storedDrawings(comparison: string): readonly DrawnStroke[] {
  return strokesIn(readDrawn(), comparison) ?? [];
}

/** The drawings of a comparison in a stored text; null if the text is of another comparison, or invalid. */
export function strokesIn(text: string | null, comparison: string): readonly DrawnStroke[] | null {
  const kept = orNull(() => JSON.parse(text ?? 'null') as { comparison?: unknown; strokes?: unknown } | null);
  const isOfIt = kept?.comparison === comparison && Array.isArray(kept.strokes) && kept.strokes.every(isStroke);
  return isOfIt ? (kept.strokes as readonly DrawnStroke[]) : null;
}

export function storeDrawings(comparison: string, strokes: readonly DrawnStroke[]): void {
  writeDrawn(strokes.length === 0 ? null : JSON.stringify({ comparison, strokes }));
}

function isStroke(value: unknown): value is DrawnStroke {
  const stroke = value as Partial<DrawnStroke> | null;
  return (
    SHAPES.some((shape) => shape === stroke?.tool) &&
    [undefined, ...SIDES].includes(stroke?.side) &&
    ['undefined', 'string'].includes(typeof stroke?.video) &&
    [stroke?.id, stroke?.width, stroke?.timestamp].every(Number.isFinite) &&
    [undefined, true, false].includes(stroke?.onlyThisFrame) &&
    /^#[0-9a-f]{6}$/.test(String(stroke?.color)) &&
    Array.isArray(stroke?.points) &&
    stroke.points.length > 0 &&
    stroke.points.every((point: unknown) => {
      const { x, y } = (point ?? {}) as Record<string, unknown>;
      return Number.isFinite(x) && Number.isFinite(y);
    })
  );
}

const WITHOUT_KEY = 'without';

/** Whether the saved video includes the drawings. True unless the visitor chose otherwise. */
export function readWithDrawings(): boolean {
  return readText('drawingsChoice') !== WITHOUT_KEY;
}

export function writeWithDrawings(isWith: boolean): void {
  writeText('drawingsChoice', isWith ? null : WITHOUT_KEY);
}

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
