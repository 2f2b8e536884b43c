// Turns pointer events into strokes: one drag, or two clicks for a straight line. Also takes the keyboard's line ends.
import { type PointerEvent, useRef, useState } from 'react';
import type { Size } from '#domain/comparison/pane-layout.ts';
import type { Point } from '#domain/drawing/drawing.ts';
import type { DrawingTool } from '#web/features/drawing/drawing-history.ts';
import { videoPointAt } from './picture-place.ts';
import { distance, smoothPath, tenths, turnedToStep } from './stroke-path.ts';

interface PenOptions {
  readonly tool: DrawingTool;
  /** The size of the video whose picture fills the element. */
  readonly video: Size;
  readonly onBegin: () => void;
  readonly onStroke: (points: readonly Point[], tool: DrawingTool) => void;
}

/** A stroke on the way. */
interface Draft {
  readonly tool: DrawingTool;
  /** As the pointer gave them. Of a line: its beginning and, once known, where the pointer is. */
  readonly points: readonly Point[];
  /** A line's beginning was clicked; another click ends it. */
  readonly awaitsEnd: boolean;
}

/** Up to this far apart, in CSS pixels, a press and its release are a click. */
const CLICK_PX = 6;
/** A hand's points closer than this, in CSS pixels, are one point. */
const SAME_POINT_PX = 1.5;

/** The stroke on the way, as it is painted, and the handlers of the element that is drawn on. */
export function usePen({ tool, video, onBegin, onStroke }: PenOptions) {
  // Several events may come between two renderings, so the truth is in the ref and the state only shows it.
  const draft = useRef<Draft | null>(null);
  const pressedId = useRef<number | null>(null);
  const [shown, show] = useState<Draft | null>(null);

  function set(next: Draft | null) {
    draft.current = next;
    show(next);
  }

  function finish(points: readonly Point[], drawnWith: DrawingTool) {
    set(null);
    onStroke(points, drawnWith);
  }

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressedId.current = event.pointerId;
    const { at } = seenFrom(event, video);
    const line = draft.current;
    if (line?.tool === tool && line.awaitsEnd) return set({ ...line, points: lineTo(line, at, event.shiftKey) });
    onBegin();
    set({ tool, points: [at], awaitsEnd: false });
  }

  function onPointerMove(event: PointerEvent) {
    const { current } = draft;
    if (!current || !event.isPrimary) return;
    if (pressedId.current !== event.pointerId && !current.awaitsEnd) return;
    const { all, at, pxPerCssPx } = seenFrom(event, video);
    if (current.tool === 'line') return set({ ...current, points: lineTo(current, at, event.shiftKey) });
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
    const { at, pxPerCssPx } = seenFrom(event, video);
    if (current.tool === 'free') return finish(smoothPath(current.points), 'free');
    const points = lineTo(current, at, event.shiftKey);
    const isLine = distance(points[0] ?? at, at) > CLICK_PX * pxPerCssPx;
    if (isLine) finish(points.map(tenths), 'line');
    // A second click on the beginning takes it back.
    else set(current.awaitsEnd ? null : { ...current, awaitsEnd: true });
  }

  /** Commits the stroke; returns whether there was one. */
  function drop(): boolean {
    const hadStroke = draft.current !== null;
    pressedId.current = null;
    set(null);
    return hadStroke;
  }

  /** Begins a straight line at a point, or ends the one begun; returns which. */
  function setEnd(at: Point): 'begun' | 'drawn' | 'taken-back' {
    const line = draft.current;
    if (!line?.awaitsEnd) {
      onBegin();
      set({ tool: 'line', points: [at], awaitsEnd: true });
      return 'begun';
    }
    const points = lineTo(line, at, false);
    if (distance(points[0] ?? at, at) > 0) {
      finish(points.map(tenths), 'line');
      return 'drawn';
    }
    set(null);
    return 'taken-back';
  }

  /** Shows a line that was begun as it would end at a point. */
  function leadTo(at: Point) {
    const line = draft.current;
    if (line?.awaitsEnd) set({ ...line, points: lineTo(line, at, false) });
  }

  return {
    painted: shown && (shown.tool === 'free' ? smoothPath(shown.points) : shown.points),
    /** Where the line begins that still awaits its end. */
    begunAt: shown?.awaitsEnd ? (shown.points[0] ?? null) : null,
    drop,
    setEnd,
    leadTo,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop },
  };
}

function lineTo({ points }: Draft, at: Point, isTurned: boolean): readonly Point[] {
  const from = points[0] ?? at;
  return [from, isTurned ? turnedToStep(from, at) : at];
}

/** Where the pointer is and was since the last event, in pixels of the video. */
function seenFrom(event: PointerEvent, video: Size) {
  const shown = event.currentTarget.getBoundingClientRect();
  const steps = event.nativeEvent.getCoalescedEvents?.() ?? [];
  return {
    at: videoPointAt(event, shown, video),
    all: [...steps, event].map((step) => videoPointAt(step, shown, video)),
    pxPerCssPx: video.widthPx / shown.width,
  };
}
