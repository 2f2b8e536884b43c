// Turns pointer events into drawings: one drag, or a click for each point. Also takes the keyboard's points.
import { type PointerEvent, useRef, useState } from 'react';
import type { Point } from '#domain/drawing/drawing.ts';
import { pointsOf, type ShapeKind } from '#domain/drawing/shapes.ts';
import type { Rect } from '#domain/geometry.ts';
import { canvasPointAt } from './picture-place.ts';
import { distance, smoothPath, tenths, turnedToStep } from './stroke-path.ts';

interface PenOptions {
  readonly tool: ShapeKind;
  /** The part of the canvas that fills the element. */
  readonly area: Rect;
  readonly onBegin: () => void;
  readonly onStroke: (points: readonly Point[], tool: ShapeKind) => void;
}

/** A drawing on the way. */
interface Draft {
  readonly tool: ShapeKind;
  /** Free: as the pointer gave them. Otherwise the points that are set. */
  readonly points: readonly Point[];
  /** Where the next point would be; null before it is known. */
  readonly next: Point | null;
  /** A point was clicked; another click sets the next one. */
  readonly awaitsEnd: boolean;
}

/** Up to this far apart, in CSS pixels, a press and its release are a click. */
const CLICK_PX = 6;
/** A hand's points closer than this, in CSS pixels, are one point. */
const SAME_POINT_PX = 1.5;

/** The drawing on the way, as it is painted, and the handlers of the element that is drawn on. */
export function usePen({ tool, area, onBegin, onStroke }: PenOptions) {
  // Several events may come between two renderings, so the truth is in the ref and the state only shows it.
  const draft = useRef<Draft | null>(null);
  const pressedId = useRef<number | null>(null);
  const [shown, show] = useState<Draft | null>(null);

  function set(next: Draft | null) {
    draft.current = next;
    show(next);
  }

  /** Sets a point; with the last one the drawing is done. */
  function setPoint({ points, tool: drawnWith }: Draft, at: Point, awaitsEnd: boolean): 'done' | 'more' {
    const all = [...points, tenths(at)];
    if (all.length < (pointsOf(drawnWith) ?? 2)) {
      set({ tool: drawnWith, points: all, next: null, awaitsEnd });
      return 'more';
    }
    set(null);
    onStroke(all, drawnWith);
    return 'done';
  }

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return;
    // An enlarged picture is not moved while something is drawn on it.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    pressedId.current = event.pointerId;
    const { at } = seenFrom(event, area);
    const begun = draft.current;
    if (begun?.tool === tool && begun.awaitsEnd) return set({ ...begun, next: lineTo(begun, at, event.shiftKey) });
    onBegin();
    set({ tool, points: [at], next: null, awaitsEnd: false });
  }

  function onPointerMove(event: PointerEvent) {
    const { current } = draft;
    if (!current || !event.isPrimary) return;
    if (pressedId.current !== event.pointerId && !current.awaitsEnd) return;
    const { all, at, pxPerCssPx } = seenFrom(event, area);
    if (current.tool !== 'free') return set({ ...current, next: lineTo(current, at, event.shiftKey) });
    const points = [...current.points];
    for (const point of all) {
      const last = points.at(-1);
      if (!last || distance(last, point) >= SAME_POINT_PX * pxPerCssPx) points.push(point);
    }
    set({ ...current, points });
  }

  function onPointerUp(event: PointerEvent) {
    const { current } = draft;
    if (!current || pressedId.current !== event.pointerId) return;
    pressedId.current = null;
    const { at, pxPerCssPx } = seenFrom(event, area);
    if (current.tool === 'free') {
      set(null);
      return onStroke(smoothPath(current.points), 'free');
    }
    const end = lineTo(current, at, event.shiftKey);
    const last = current.points.at(-1) ?? at;
    if (distance(last, at) > CLICK_PX * pxPerCssPx) setPoint(current, end, true);
    // A second click on the beginning takes it back.
    else set(current.awaitsEnd ? null : { ...current, awaitsEnd: true });
  }

  /** Gives up the drawing; returns whether there was one. */
  function drop(): boolean {
    const hadStroke = draft.current !== null;
    pressedId.current = null;
    set(null);
    return hadStroke;
  }

  /** Sets the next point of a drawing, or its first; returns which. By keyboard a free stroke is a straight line. */
  function setEnd(at: Point): 'begun' | 'more' | 'drawn' | 'taken-back' {
    const begun = draft.current;
    if (!begun?.awaitsEnd) {
      onBegin();
      set({ tool: tool === 'free' ? 'line' : tool, points: [at], next: null, awaitsEnd: true });
      return 'begun';
    }
    if (distance(begun.points.at(-1) ?? at, at) === 0) {
      set(null);
      return 'taken-back';
    }
    return setPoint(begun, at, true) === 'done' ? 'drawn' : 'more';
  }

  /** Shows a drawing that was begun as it would go on to a point. */
  function leadTo(at: Point) {
    const begun = draft.current;
    if (begun?.awaitsEnd) set({ ...begun, next: at });
  }

  return {
    painted: shown && {
      tool: shown.tool,
      points: shown.tool === 'free' ? smoothPath(shown.points) : [...shown.points, ...(shown.next ? [shown.next] : [])],
    },
    /** The last point that was set of a drawing that awaits its next one. */
    begunAt: shown?.awaitsEnd ? (shown.points.at(-1) ?? null) : null,
    drop,
    setEnd,
    leadTo,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop },
  };
}

function lineTo({ points }: Draft, at: Point, isTurned: boolean): Point {
  return isTurned ? turnedToStep(points.at(-1) ?? at, at) : at;
}

/** Where the pointer is and was since the last event, in pixels of the canvas. */
export function seenFrom(event: PointerEvent, area: Rect) {
  const shown = event.currentTarget.getBoundingClientRect();
  const steps = event.nativeEvent.getCoalescedEvents?.() ?? [];
  return {
    at: canvasPointAt(event, shown, area),
    all: [...steps, event].map((step) => canvasPointAt(step, shown, area)),
    pxPerCssPx: area.widthPx / shown.width,
  };
}
