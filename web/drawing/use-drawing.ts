// The drawings of one comparison with undo and redo, the pen's settings and the keys. One per page, because every view of
// the comparison shows the same drawings.
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { DEFAULT_DRAWING_COLOR, DRAWING_WIDTH, type Point } from '#domain/drawing/drawing.ts';
import type { ShapeKind } from '#domain/drawing/shapes.ts';
import { TEMPLATE_KINDS, type Template } from '#domain/drawing/templates.ts';
import type { Side } from '#domain/side.ts';
import { latinKey, takesKeys } from '#web/lib/single-keys.ts';
import { anchored, copied, type DrawingPlace, type DrawnStroke, unplacedPoints } from './placed-stroke.ts';
import { storeDrawings, storedDrawings } from './stored-drawings.ts';

export type Drawings = ReturnType<typeof useDrawing>;

/** The tool of the pointer: a shape to draw, a line on both sides, or choosing and moving drawings. */
export type DrawingTool = ShapeKind | 'both' | 'select';

export type DrawingView = 'merged' | 'live';

interface OpenHistory {
  readonly comparison: string | null;
  readonly history: DrawingHistory;
  readonly chosenId: number | null;
}

type OpenAction =
  | DrawingAction
  | { readonly does: 'open'; readonly comparison: string | null }
  | { readonly does: 'choose'; readonly id: number | null }
  /** Adds a stroke and selects it. Only the reducer knows its id: several may be put before the next render. */
  | { readonly does: 'put'; readonly stroke: Omit<DrawnStroke, 'id'> };

/**
 * The drawings, which survive a reload, and the pen and the history, which last as long as the component. `comparison`
 * is the key of the comparison; null while there is none.
 */
export function useDrawing(comparison: string | null) {
  const [open, act] = useReducer(openHistory, comparison, opened);
  if (open.comparison !== comparison) act({ does: 'open', comparison });
  const { history, chosenId } = open;
  const choose = useCallback((id: number | null) => act({ does: 'choose', id }), []);
  useEffect(() => {
    // Stores only changed drawings. Viewing alone must not overwrite stored ones, which may be of another comparison.
    const { earlier, undone, strokes } = history;
    if (open.comparison !== null && earlier.length + undone.length > 0) storeDrawings(open.comparison, strokes);
  }, [open.comparison, history]);
  const [view, setView] = useState<DrawingView | null>(null);
  const [tool, setTool] = useState<DrawingTool>('free');
  const [color, setColor] = useState(DEFAULT_DRAWING_COLOR);
  const [width, setWidth] = useState<number>(DRAWING_WIDTH.default);
  const [onlyThisFrame, setOnlyThisFrame] = useState(false);
  /** The drawing whose row in the list is under the pointer. */
  const [pointedId, pointAt] = useState<number | null>(null);
  const { dropAll, registerPen } = usePens();
  /** The drawing under the pen, as it would be stored now; null without one. For a recorder, which reads it as it grows. */
  const draft = useRef<Omit<DrawnStroke, 'id'> | null>(null);
  /** Sets {@link draft} to a drawing on the canvas at a time; null when the pen is lifted. */
  const showDraft = useCallback((drawn: Omit<DrawnStroke, 'id'> | null) => {
    draft.current = drawn;
  }, []);

  /** Adds a drawing, made on the canvas at the time `at` of the frame on screen. Drawing has paused the video. */
  function draw(
    points: readonly Point[],
    drawnWith: Pick<DrawnStroke, 'tool' | 'width'>,
    at: number,
    place: DrawingPlace,
  ) {
    const pen = { ...drawnWith, color, onlyThisFrame };
    const copy = tool === 'both' ? copied(points, at, place) : null;
    const strokes: Omit<DrawnStroke, 'id'>[] = [{ ...pen, ...anchored(points, at, place) }];
    if (copy) strokes.push({ ...pen, ...copy });
    act({ does: 'draw-all', strokes });
  }

  /** Puts a template on the canvas and selects it, so that the visitor can move it into place. */
  function putTemplate(template: Template, side: Side, points: readonly Point[], at: number, place: DrawingPlace) {
    const pen = { tool: TEMPLATE_KINDS[template], color, width, onlyThisFrame };
    act({ does: 'put', stroke: { ...pen, ...anchored(points, at, place, side) } });
    setTool('select');
  }

  /** Moves a drawing to other points of the canvas. It keeps its side. */
  function move(id: number, points: readonly Point[], place: DrawingPlace) {
    const side = history.strokes.find((stroke) => stroke.id === id)?.side;
    act({ does: 'move', id, points: unplacedPoints(points, side, place) });
  }

  function deleteChosen(): boolean {
    const isThere = history.strokes.some(({ id }) => id === chosenId);
    if (chosenId !== null) act({ does: 'delete', id: chosenId });
    choose(null);
    return isThere;
  }

  useDrawingKeys({
    onUndo: () => dropAll() || act({ does: 'undo' }),
    onRedo: () => act({ does: 'redo' }),
    onEscape() {
      if (view === null || dropAll()) return;
      if (chosenId !== null) choose(null);
      else setView(null);
    },
  });

  return {
    strokes: history.strokes,
    canUndo: history.earlier.length > 0,
    canRedo: history.undone.length > 0,
    pointedId,
    chosenId,
    view,
    tool,
    color,
    width,
    onlyThisFrame,
    setView,
    setTool,
    setColor,
    setWidth,
    setOnlyThisFrame,
    pointAt,
    choose,
    draw,
    putTemplate,
    move,
    deleteChosen,
    act,
    registerPen,
    draft,
    showDraft,
  };
}

function opened(comparison: string | null): OpenHistory {
  return { comparison, history: historyOf(comparison === null ? [] : storedDrawings(comparison)), chosenId: null };
}

function openHistory(state: OpenHistory, action: OpenAction): OpenHistory {
  if (action.does === 'open') return opened(action.comparison);
  if (action.does === 'choose') return { ...state, chosenId: action.id };
  if (action.does === 'put') {
    const chosenId = state.history.nextId;
    return { ...openHistory(state, { does: 'draw', stroke: action.stroke }), chosenId };
  }
  const history = drawingHistory(state.history, action);
  return history === state.history ? state : { ...state, history };
}

/** Registers the pen of every view, so that unfinished drawings can be discarded together. */
function usePens() {
  const pens = useRef(new Set<() => boolean>());
  const registerPen = useCallback((drop: () => boolean) => {
    pens.current.add(drop);
    return () => void pens.current.delete(drop);
  }, []);
  return { registerPen, dropAll: () => [...pens.current].filter((drop) => drop()).length > 0 };
}

interface DrawingKeys {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onEscape: () => void;
}

/** Listens on the whole page, because after a stroke no particular element has the focus. */
function useDrawingKeys({ onUndo, onRedo, onEscape }: DrawingKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || takesKeys(event.target)) return;
    if (event.key === 'Escape') return onEscape();
    const key = latinKey(event);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) onRedo();
    else onUndo();
  });

  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** The current strokes, and the versions for undo and redo. */
interface DrawingHistory {
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

function historyOf(strokes: readonly DrawnStroke[]): DrawingHistory {
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
