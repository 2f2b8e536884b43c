// Chooses a drawing by pointer or keyboard, and moves it or one of its points.
import { type PointerEvent, useRef, useState } from 'react';
import type { Point } from '#domain/drawing/drawing.ts';
import { distance } from '#domain/drawing/shapes.ts';
import type { PaintedView } from './paint-strokes.ts';
import { distanceToLine } from './stroke-path.ts';
import { seenFrom } from './use-pen.ts';

/** A drawing on the canvas that can be chosen. */
export interface Movable {
  readonly id: number;
  readonly tool: string;
  readonly points: readonly Point[];
  /** All its visible lines. */
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

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return;
    event.stopPropagation();
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
    drag.current = null;
    show(null);
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
    if (chosen)
      onMove(
        chosen.id,
        chosen.points.map((point) => ({ x: point.x + by.x, y: point.y + by.y })),
      );
    return chosen !== undefined;
  }

  return { moved, chooseNext, moveBy, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}

function draggedTo({ from, index, points }: Drag, at: Point): readonly Point[] {
  const by = { x: at.x - from.x, y: at.y - from.y };
  return points.map((point, place) =>
    index === null || index === place ? { x: point.x + by.x, y: point.y + by.y } : point,
  );
}

/** The distance of a point from a polyline. */
function distanceTo(line: readonly Point[], at: Point): number {
  const [first] = line;
  if (!first) return Number.POSITIVE_INFINITY;
  const pieces = line.slice(1).map((to, index) => distanceToLine(at, line[index] ?? to, to));
  return Math.min(distance(first, at), ...pieces);
}
