// The drawings on one video with undo and redo, as a pure reducer. Knows no canvas and no React.
import type { Drawing, Point } from '#domain/drawing.ts';

/** The two ways to draw. */
export type DrawingTool = 'free' | 'line';

/** One thing that was drawn in one go. Coordinates and width in pixels of the merged video. */
export interface DrawnStroke {
  readonly id: number;
  readonly tool: DrawingTool;
  /** At least one; a single point is a dot. */
  readonly points: readonly Point[];
  readonly color: string;
  readonly width: number;
  /** From this time of the merged video on it is shown, in seconds. */
  readonly timestamp: number;
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
  | { readonly does: 'clear' | 'undo' | 'redo' };

/** A video that nobody has drawn on. */
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

/** The strokes as the segments that the server draws; a dot is a segment of no length. */
export function segmentsOf(strokes: readonly DrawnStroke[]): Drawing[] {
  return strokes.flatMap(({ points, color, width, timestamp }) => {
    const ends = points.length === 1 ? points : points.slice(1);
    return ends.map((to, index) => ({ from: points[index] ?? to, to, color, width, timestamp }));
  });
}

function changed(history: DrawingHistory, strokes: readonly DrawnStroke[]): DrawingHistory {
  return { ...history, strokes, earlier: [...history.earlier, history.strokes], undone: [] };
}
