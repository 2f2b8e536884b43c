// The drawings of one comparison with undo and redo, as a pure reducer.

import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import type { ShapeKind } from '#domain/drawing/shapes.ts';

/** One thing that was drawn in one go. */
export interface DrawnStroke {
  readonly id: number;
  readonly tool: ShapeKind;
  /** Whose picture it belongs to; absent where it lies on both or on none: then it belongs to one merged video. */
  readonly side?: Side;
  /** The key of that merged video. */
  readonly video?: string;
  /**
   * At least one; a single point is a dot. Shares of the side's upright picture before any mirror, or pixels of the merged video.
   */
  readonly points: readonly Point[];
  readonly color: string;
  /** In pixels of the surface that visitors draw on (`drawingSurface`). */
  readonly width: number;
  /** From this time of the side's clip, or of the merged video, on it is shown, in seconds. */
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
  /** Several in one go, undone together. */
  | { readonly does: 'draw-all'; readonly strokes: readonly Omit<DrawnStroke, 'id'>[] }
  | { readonly does: 'move'; readonly id: number; readonly points: readonly Point[] }
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
      return drawingHistory(history, { does: 'draw-all', strokes: [action.stroke] });
    case 'draw-all': {
      const added = action.strokes.map((stroke, index) => ({ ...stroke, id: nextId + index }));
      return { ...changed(history, [...strokes, ...added]), nextId: nextId + added.length };
    }
    case 'move': {
      const { id, points } = action;
      if (!strokes.some((stroke) => stroke.id === id)) return history;
      return changed(
        history,
        strokes.map((stroke) => (stroke.id === id ? { ...stroke, points } : stroke)),
      );
    }
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

function changed(history: DrawingHistory, strokes: readonly DrawnStroke[]): DrawingHistory {
  return { ...history, strokes, earlier: [...history.earlier, history.strokes], undone: [] };
}
