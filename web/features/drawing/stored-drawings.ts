// Keeps the drawings on one merged video in sessionStorage, so that a reload does not lose them.
import { readDrawn, writeDrawn } from '#web/swing/comparison-session.ts';
import type { DrawnStroke } from './drawing-history.ts';

/** The drawings that were kept for a video; none for another video and for text that makes no sense. */
export function storedDrawings(videoUrl: string): readonly DrawnStroke[] {
  try {
    const kept = JSON.parse(readDrawn() ?? 'null') as { videoUrl?: unknown; strokes?: unknown } | null;
    if (kept?.videoUrl !== videoUrl || !Array.isArray(kept.strokes)) return [];
    return kept.strokes.every(isStroke) ? kept.strokes : [];
  } catch {
    return [];
  }
}

/** Keeps the drawings on a video in place of those that were kept before. */
export function storeDrawings(videoUrl: string, strokes: readonly DrawnStroke[]): void {
  writeDrawn(strokes.length === 0 ? null : JSON.stringify({ videoUrl, strokes }));
}

function isStroke(value: unknown): value is DrawnStroke {
  const stroke = value as Partial<DrawnStroke> | null;
  return (
    (stroke?.tool === 'free' || stroke?.tool === 'line') &&
    [stroke.id, stroke.width, stroke.timestamp].every(Number.isFinite) &&
    [undefined, true, false].includes(stroke.onlyThisFrame) &&
    /^#[0-9a-f]{6}$/.test(String(stroke.color)) &&
    Array.isArray(stroke.points) &&
    stroke.points.length > 0 &&
    stroke.points.every((point: unknown) => {
      const { x, y } = (point ?? {}) as Record<string, unknown>;
      return Number.isFinite(x) && Number.isFinite(y);
    })
  );
}
