// Turns pointer events into drawings, by one drag or by a click for each point, and accepts points from the keyboard.
// With the select tool, chooses a drawing and moves it or one of its points.
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Point } from '#domain/drawing/drawing.ts';
import { distance, pointsOf, type ShapeKind } from '#domain/drawing/shapes.ts';
import type { Rect } from '#domain/geometry.ts';
import { canvasPointAt, type PaintedView } from './paint-strokes.ts';
import { distanceToLine, smoothPath, tenths, turnedToStep } from './stroke-path.ts';

interface PenOptions {
  readonly tool: ShapeKind;
  readonly area: Rect;
  readonly onBegin: () => void;
  readonly onStroke: (stroke: PenStroke) => void;
}

interface PenStroke {
  readonly tool: ShapeKind;
  readonly points: readonly Point[];
  /** The strongest pressure of a stylus so far, 0 to 1; null for everything else. */
  readonly pressure: number | null;
}

interface Draft extends PenStroke {
  /** The pointer's positions for a free drawing, else the points set so far. */
  readonly points: readonly Point[];
  /** The provisional next point; null until it is known. */
  readonly next: Point | null;
  /** Whether a point was clicked, so that another click sets the next one. */
  readonly awaitsEnd: boolean;
}

/** Maximum distance between a press and its release for a click, in CSS pixels. */
const CLICK_PX = 6;
/** Points drawn by hand closer together than this, in CSS pixels, are merged. */
const SAME_POINT_PX = 1.5;

/** The unfinished drawing, ready to paint, and the handlers of the drawing element. */
export function usePen({ tool, area, onBegin, onStroke }: PenOptions) {
  // Several events may arrive between two renders, so the ref is authoritative and the state only triggers rendering.
  const draft = useRef<Draft | null>(null);
  const pressedId = useRef<number | null>(null);
  const isZooming = useRef(false);
  const [shown, show] = useState<Draft | null>(null);
  useSecondFinger(() => {
    if (pressedId.current === null) return;
    pressedId.current = null;
    isZooming.current = true;
    const begun = draft.current;
    set(begun?.awaitsEnd ? { ...begun, next: null } : null);
  });

  function set(next: Draft | null) {
    draft.current = next;
    show(next);
  }

  function setPoint(begun: Draft, at: Point): 'done' | 'more' {
    const points = [...begun.points, tenths(at)];
    if (points.length < (pointsOf(begun.tool) ?? 2)) {
      set({ ...begun, points, next: null, awaitsEnd: true });
      return 'more';
    }
    set(null);
    onStroke({ tool: begun.tool, points, pressure: begun.pressure });
    return 'done';
  }

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressedId.current = event.pointerId;
    isZooming.current = false;
    const { at } = seenFrom(event, area);
    const begun = draft.current;
    if (begun?.tool === tool && begun.awaitsEnd) return set({ ...begun, next: lineTo(begun, at, event.shiftKey) });
    onBegin();
    set({ tool, points: [at], next: null, awaitsEnd: false, pressure: pressureOf(event, null) });
  }

  function onPointerMove(event: PointerEvent) {
    const { current } = draft;
    if (!current || !event.isPrimary) return;
    // The first of two fingers moves on, but no longer draws.
    if (isZooming.current && event.buttons !== 0) return;
    if (pressedId.current !== event.pointerId && !current.awaitsEnd) return;
    const { all, at, pxPerCssPx } = seenFrom(event, area);
    const pressure = pressureOf(event, current.pressure);
    if (current.tool !== 'free') return set({ ...current, pressure, next: lineTo(current, at, event.shiftKey) });
    const points = [...current.points];
    for (const point of all) {
      const last = points.at(-1);
      if (!last || distance(last, point) >= SAME_POINT_PX * pxPerCssPx) points.push(point);
    }
    set({ ...current, points, pressure });
  }

  function onPointerUp(event: PointerEvent) {
    const { current } = draft;
    if (!current || pressedId.current !== event.pointerId) return;
    pressedId.current = null;
    const { at, pxPerCssPx } = seenFrom(event, area);
    if (current.tool === 'free') {
      set(null);
      return onStroke({ tool: 'free', points: smoothPath(current.points), pressure: current.pressure });
    }
    const end = lineTo(current, at, event.shiftKey);
    const last = current.points.at(-1) ?? at;
    if (distance(last, at) > CLICK_PX * pxPerCssPx) setPoint(current, end);
    // A second click on the start cancels the line.
    else set(current.awaitsEnd ? null : { ...current, awaitsEnd: true });
  }

  function drop(): boolean {
    const hadStroke = draft.current !== null;
    pressedId.current = null;
    set(null);
    return hadStroke;
  }

  /** Sets the first or next point of a drawing. Returns the outcome. By keyboard a free stroke is a straight line. */
  function setEnd(at: Point): 'begun' | 'more' | 'drawn' | 'taken-back' {
    const begun = draft.current;
    if (!begun?.awaitsEnd) {
      onBegin();
      set({ tool: tool === 'free' ? 'line' : tool, points: [at], next: null, awaitsEnd: true, pressure: null });
      return 'begun';
    }
    if (distance(begun.points.at(-1) ?? at, at) === 0) {
      set(null);
      return 'taken-back';
    }
    return setPoint(begun, at) === 'done' ? 'drawn' : 'more';
  }

  function leadTo(at: Point) {
    const begun = draft.current;
    if (begun?.awaitsEnd) set({ ...begun, next: at });
  }

  return {
    painted: shown && {
      tool: shown.tool,
      pressure: shown.pressure,
      points: shown.tool === 'free' ? smoothPath(shown.points) : [...shown.points, ...(shown.next ? [shown.next] : [])],
    },
    /** The last point set, while the drawing awaits its next one; else null. */
    begunAt: shown?.awaitsEnd ? (shown.points.at(-1) ?? null) : null,
    drop,
    setEnd,
    leadTo,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop },
  };
}

/** Calls `onTouch` when a second finger touches the page: two fingers zoom, so what the first began is taken back. */
function useSecondFinger(onTouch: () => void): void {
  const takeBack = useEffectEvent(onTouch);
  useEffect(() => {
    const onDown = ({ isPrimary, pointerType }: globalThis.PointerEvent) => {
      if (!isPrimary && pointerType === 'touch') takeBack();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, []);
}

/** The strongest pressure so far. A line becomes wider while it is drawn, and never thinner. */
function pressureOf({ pointerType, pressure }: PointerEvent, strongest: number | null): number | null {
  return pointerType === 'pen' && pressure > 0 ? Math.max(pressure, strongest ?? 0) : strongest;
}

function lineTo({ points }: Draft, at: Point, isTurned: boolean): Point {
  return isTurned ? turnedToStep(points.at(-1) ?? at, at) : at;
}

/** The pointer's position and its path since the last event, in pixels of the canvas. */
function seenFrom(event: PointerEvent, area: Rect) {
  const shown = event.currentTarget.getBoundingClientRect();
  const steps = event.nativeEvent.getCoalescedEvents?.() ?? [];
  return {
    at: canvasPointAt(event, shown, area),
    all: [...steps, event].map((step) => canvasPointAt(step, shown, area)),
    pxPerCssPx: area.widthPx / shown.width,
  };
}

interface Movable {
  readonly id: number;
  readonly tool: string;
  readonly points: readonly Point[];
  readonly lines: readonly (readonly Point[])[];
}

interface MoverOptions {
  readonly view: PaintedView;
  /** The drawings on screen, the topmost last. */
  readonly movables: readonly Movable[];
  readonly chosenId: number | null;
  readonly onChoose: (id: number | null) => void;
  readonly onMove: (id: number, points: readonly Point[]) => void;
}

/** Maximum distance of a press from a line or a point, in CSS pixels. */
const NEAR_PX = 14;

interface Drag {
  readonly id: number;
  readonly from: Point;
  /** The index of the dragged point; null for the whole drawing. */
  readonly index: number | null;
  readonly points: readonly Point[];
}

/** The drawing being moved, with its current points, and the handlers of the element. */
export function useMover({ view, movables, chosenId, onChoose, onMove }: MoverOptions) {
  const drag = useRef<Drag | null>(null);
  const [moved, show] = useState<{ readonly id: number; readonly points: readonly Point[] } | null>(null);
  useSecondFinger(onPointerCancel);

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { at, pxPerCssPx } = seenFrom(event, view.area);
    const near = NEAR_PX * pxPerCssPx;
    const chosen = movables.find(({ id }) => id === chosenId);
    const index =
      chosen && chosen.tool !== 'free' ? chosen.points.findIndex((point) => distance(point, at) <= near) : -1;
    const hit =
      index >= 0 ? chosen : movables.findLast(({ lines }) => lines.some((line) => distanceTo(line, at) <= near));
    onChoose(hit?.id ?? null);
    drag.current = hit ? { id: hit.id, from: at, index: index >= 0 ? index : null, points: hit.points } : null;
  }

  function onPointerMove(event: PointerEvent) {
    if (drag.current) show({ id: drag.current.id, points: draggedTo(drag.current, seenFrom(event, view.area).at) });
  }

  function onPointerUp(event: PointerEvent) {
    const { current } = drag;
    onPointerCancel();
    if (!current) return;
    const { at, pxPerCssPx } = seenFrom(event, view.area);
    if (distance(current.from, at) > pxPerCssPx) onMove(current.id, draggedTo(current, at));
  }

  function onPointerCancel() {
    drag.current = null;
    show(null);
  }

  /** Chooses the next drawing, and after the last the first. Returns its number in the list, from 1; null if empty. */
  function chooseNext(): number | null {
    const at = movables.findIndex(({ id }) => id === chosenId);
    const next = movables[(at + 1) % Math.max(1, movables.length)];
    if (!next) return null;
    onChoose(next.id);
    return movables.indexOf(next) + 1;
  }

  /** Moves the chosen drawing. Returns whether there was one. */
  function moveBy(by: Point): boolean {
    const chosen = movables.find(({ id }) => id === chosenId);
    if (chosen) onMove(chosen.id, draggedTo({ from: { x: 0, y: 0 }, index: null, points: chosen.points }, by));
    return chosen !== undefined;
  }

  return { moved, chooseNext, moveBy, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}

function draggedTo({ from, index, points }: Omit<Drag, 'id'>, at: Point): readonly Point[] {
  const by = { x: at.x - from.x, y: at.y - from.y };
  return points.map((point, place) =>
    index === null || index === place ? { x: point.x + by.x, y: point.y + by.y } : point,
  );
}

function distanceTo(line: readonly Point[], at: Point): number {
  const [first] = line;
  if (!first) return Number.POSITIVE_INFINITY;
  const pieces = line.slice(1).map((to, index) => distanceToLine(at, line[index] ?? to, to));
  return Math.min(distance(first, at), ...pieces);
}
