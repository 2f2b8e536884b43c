// The drawings of one comparison with undo and redo, as a pure reducer.
import type { Side } from '#domain/comparison/comparison-choices.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import type { ShapeKind } from '#domain/drawing/shapes.ts';

/** One drawing, made in one movement. */
export interface DrawnStroke {
  readonly id: number;
  readonly tool: ShapeKind;
  /** The side to whose picture it belongs. Absent if it lies on both or neither: it then belongs to a merged video. */
  readonly side?: Side;
  /** The key of that merged video. */
  readonly video?: string;
  /**
   * At least one point; a single point is a dot. In shares of the side's upright picture before mirroring, or in pixels
   * of the merged video.
   */
  readonly points: readonly Point[];
  readonly color: string;
  /** In pixels of the surface (`drawingSurface`). */
  readonly width: number;
  /** The time from which it is shown, in seconds of the side's clip or of the merged video. */
  readonly timestamp: number;
  /** Whether it is shown on the frame of its timestamp only. Absent in drawings stored before this option existed. */
  readonly onlyThisFrame?: boolean;
}

/** The current strokes, and the versions for undo and redo. */
export interface DrawingHistory {
  readonly strokes: readonly DrawnStroke[];
  readonly undone: readonly (readonly DrawnStroke[])[];
  readonly earlier: readonly (readonly DrawnStroke[])[];
  readonly nextId: number;
}

export type DrawingAction =
  | { readonly does: 'draw'; readonly stroke: Omit<DrawnStroke, 'id'> }
  /** Adds several strokes, which are undone together. */
  | { readonly does: 'draw-all'; readonly strokes: readonly Omit<DrawnStroke, 'id'>[] }
  | { readonly does: 'move'; readonly id: number; readonly points: readonly Point[] }
  | { readonly does: 'delete'; readonly id: number }
  | { readonly does: 'last'; readonly id: number; readonly onlyThisFrame: boolean }
  /** Replaces all drawings, as a lesson does. */
  | { readonly does: 'show'; readonly strokes: readonly DrawnStroke[] }
  | { readonly does: 'clear' | 'undo' | 'redo' };

export const NO_DRAWINGS: DrawingHistory = Object.freeze({ strokes: [], undone: [], earlier: [], nextId: 1 });

/** A history that begins with earlier drawings. */
export function historyOf(strokes: readonly DrawnStroke[]): DrawingHistory {
  return { ...NO_DRAWINGS, strokes, nextId: 1 + Math.max(0, ...strokes.map(({ id }) => id)) };
}

/** The history after an action. An action without effect returns the same object. */
export function drawingHistory(history: DrawingHistory, action: DrawingAction): DrawingHistory {
  const { strokes, undone, earlier, nextId } = history;
  switch (action.does) {
    case 'draw':
      return drawingHistory(history, { does: 'draw-all', strokes: [action.stroke] });
    case 'draw-all': {
      const added = action.strokes.map((stroke, index) => ({ ...stroke, id: nextId + index }));
      return { ...changed(history, [...strokes, ...added]), nextId: nextId + added.length };
    }
    case 'move':
      return edited(history, action.id, { points: action.points });
    case 'delete': {
      const left = strokes.filter(({ id }) => id !== action.id);
      return left.length === strokes.length ? history : changed(history, left);
    }
    case 'last': {
      const { id, onlyThisFrame } = action;
      const isAlready = Boolean(strokes.find((stroke) => stroke.id === id)?.onlyThisFrame) === onlyThisFrame;
      return isAlready ? history : edited(history, id, { onlyThisFrame });
    }
    case 'show':
      return historyOf(action.strokes);
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

function edited(history: DrawingHistory, id: number, edits: Partial<DrawnStroke>): DrawingHistory {
  const { strokes } = history;
  if (!strokes.some((stroke) => stroke.id === id)) return history;
  return changed(
    history,
    strokes.map((stroke) => (stroke.id === id ? { ...stroke, ...edits } : stroke)),
  );
}

function changed(history: DrawingHistory, strokes: readonly DrawnStroke[]): DrawingHistory {
  return { ...history, strokes, earlier: [...history.earlier, history.strokes], undone: [] };
}
