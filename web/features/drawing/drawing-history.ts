// The drawings on one video with undo and redo, as a pure reducer.

import type { Size } from '#domain/comparison/pane-layout.ts';
import type { Drawing, Point } from '#domain/drawing/drawing.ts';

/** The two ways to draw. */
export type DrawingTool = 'free' | 'line';

/** One thing that was drawn in one go. Coordinates in pixels of the merged video. */
export interface DrawnStroke {
  readonly id: number;
  readonly tool: DrawingTool;
  /** At least one; a single point is a dot. */
  readonly points: readonly Point[];
  readonly color: string;
  /** In pixels of the surface that visitors draw on (`drawingSurface`). */
  readonly width: number;
  /** From this time of the merged video on it is shown, in seconds. */
  readonly timestamp: number;
  /** Shown on the frame of its timestamp and on no other; absent in drawings that were kept before there was a choice. */
  readonly onlyThisFrame?: boolean;
}

/** The strokes as they are, as they were and as they would be again. */
export interface DrawingHistory {
  readonly strokes: readonly DrawnStroke[];
  readonly undone: readonly (readonly DrawnStroke[])[];
  readonly earlier: readonly (readonly DrawnStroke[])[];
  readonly nextId: number;
}

/** What can happen to the drawings. */
export type DrawingAction =
  | { readonly does: 'draw'; readonly stroke: Omit<DrawnStroke, 'id'> }
  | { readonly does: 'delete'; readonly id: number }
  | { readonly does: 'last'; readonly id: number; readonly onlyThisFrame: boolean }
  | { readonly does: 'clear' | 'undo' | 'redo' };

/** A video without drawings. */
export const NO_DRAWINGS: DrawingHistory = Object.freeze({ strokes: [], undone: [], earlier: [], nextId: 1 });

/** A history that begins with drawings from before. */
export function historyOf(strokes: readonly DrawnStroke[]): DrawingHistory {
  return { ...NO_DRAWINGS, strokes, nextId: 1 + Math.max(0, ...strokes.map(({ id }) => id)) };
}

/** The history after an action. An action that changes nothing gives the same history. */
export function drawingHistory(history: DrawingHistory, action: DrawingAction): DrawingHistory {
  const { strokes, undone, earlier, nextId } = history;
  switch (action.does) {
    case 'draw':
      return { ...changed(history, [...strokes, { ...action.stroke, id: nextId }]), nextId: nextId + 1 };
    case 'delete': {
      const left = strokes.filter(({ id }) => id !== action.id);
      return left.length === strokes.length ? history : changed(history, left);
    }
    case 'last': {
      const { id, onlyThisFrame } = action;
      const lastsOtherwise = (stroke: DrawnStroke) =>
        stroke.id === id && Boolean(stroke.onlyThisFrame) !== onlyThisFrame;
      if (!strokes.some(lastsOtherwise)) return history;
      return changed(
        history,
        strokes.map((stroke) => (stroke.id === id ? { ...stroke, onlyThisFrame } : stroke)),
      );
    }
    case 'clear':
      return strokes.length === 0 ? history : changed(history, []);
    case 'undo': {
      const before = earlier.at(-1);
      if (!before) return history;
      return { ...history, strokes: before, earlier: earlier.slice(0, -1), undone: [...undone, strokes] };
    }
    case 'redo': {
      const after = undone.at(-1);
      if (!after) return history;
      return { ...history, strokes: after, earlier: [...earlier, strokes], undone: undone.slice(0, -1) };
    }
  }
}

/**
 * The strokes on a video as the segments that the server draws, in pixels of the surface; a dot is a segment of no length.
 */
export function segmentsOf(strokes: readonly DrawnStroke[], video: Size, surface: Size): Drawing[] {
  const onSurface = ({ x, y }: Point): Point => ({
    x: hundredths((x * surface.widthPx) / video.widthPx),
    y: hundredths((y * surface.heightPx) / video.heightPx),
  });
  return strokes.flatMap(({ points, color, width, timestamp, onlyThisFrame }) => {
    const pen = { color, width, timestamp, ...(onlyThisFrame && { onlyThisFrame }) };
    const places = points.map(onSurface);
    const ends = places.length === 1 ? places : places.slice(1);
    return ends.map((to, index) => ({ from: places[index] ?? to, to, ...pen }));
  });
}

/** Hundredths of a pixel are invisible; rounding keeps the request small. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function changed(history: DrawingHistory, strokes: readonly DrawnStroke[]): DrawingHistory {
  return { ...history, strokes, earlier: [...history.earlier, history.strokes], undone: [] };
}
