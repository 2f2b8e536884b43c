// Zoom by pinch, Ctrl + wheel or button, and pan by dragging. Several frames can share one zoom: offsets are fractions
// of the frame from its middle, so that frames of different sizes share them.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The scale of the picture (1 to 4) and its offset, in fractions of its frame. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A point or vector in a frame, in fractions of its width and height. The right edge is at 0.5. */
export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

export function distanceOf(a: FramePoint, b: FramePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The whole picture. */
export const NO_ZOOM: Zoom = Object.freeze({ scale: 1, x: 0, y: 0 });

const MAX_SCALE = 4;

/** Zooms to a scale around a fixed point. The picture still fills its frame. */
export function zoomAround(zoom: Zoom, scale: number, point: FramePoint): Zoom {
  const next = Math.min(Math.max(scale, 1), MAX_SCALE);
  const ratio = next / zoom.scale;
  return inside({ scale: next, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio });
}

/** Moves the zoomed picture, up to its edges. */
export function panBy(zoom: Zoom, by: FramePoint): Zoom {
  return inside({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y });
}

/** The next scale of the zoom button: 2×, 4×, then 1×. */
export function nextScale(scale: number): number {
  return scale < 2 ? 2 : scale < MAX_SCALE ? MAX_SCALE : 1;
}

/** The CSS transform of an element that fills its frame. */
export function zoomTransform({ scale, x, y }: Zoom): string | undefined {
  return scale > 1 ? `translate(${percent(x)}, ${percent(y)}) scale(${scale})` : undefined;
}

function inside({ scale, x, y }: Zoom): Zoom {
  const edge = (scale - 1) / 2;
  const clamp = (value: number) => Math.min(Math.max(value, -edge), edge) || 0;
  return { scale, x: clamp(x), y: clamp(y) };
}

function percent(part: number): string {
  return `${Math.round(part * 100_000) / 1000}%`;
}

/** Maximum movement of a click, in pixels; a longer one is a drag. */
const CLICK_PX = 6;

/** Marks a frame in the element by name. Without any, the element is the only frame. */
export function zoomFrame(name: string) {
  return { 'data-zoom-frame': name } as const;
}

interface PressedPointer {
  readonly frame: Element;
  readonly at: FramePoint;
  /** Whether it draws: alone it must not move the picture, but a second finger zooms. */
  readonly draws: boolean;
}

/** The zoom of the pictures in an element, and the handlers that the element needs. */
export type PictureZoom = ReturnType<typeof useZoom>;

/** Zooms the pictures in an element: all of them together, or only the one under the pointer. */
export function useZoom(elementRef: RefObject<HTMLElement | null>, isShared = true) {
  const [zoom, setZoom] = useState(NO_ZOOM);
  const [frameName, setFrameName] = useState<string | null>(null);
  const nameOf = (frame: Element) => setFrameName(isShared ? null : frame.getAttribute('data-zoom-frame'));
  const pointers = useRef(new Map<number, PressedPointer>());
  const draggedPx = useRef(0);

  useEffect(() => {
    const element = elementRef.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setFrameName(null);
      const point = pointIn(frameOf(event.target, element), event);
      setZoom((old) => zoomAround(old, old.scale * 2 ** (-event.deltaY / 100), point));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [elementRef]);

  function move(event: PointerEvent) {
    const pressed = pointers.current.get(event.pointerId);
    if (!pressed) return;
    const { frame, draws, at: from } = pressed;
    const to = pointIn(frame, event);
    pointers.current.set(event.pointerId, { ...pressed, at: to });
    const by = { x: to.x - from.x, y: to.y - from.y };
    draggedPx.current += Math.hypot(by.x * frame.clientWidth, by.y * frame.clientHeight);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1].at;
    if (other) {
      if (zoom.scale === 1) nameOf(frame);
      const ratio = distanceOf(to, other) / Math.max(0.001, distanceOf(from, other));
      const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
      setZoom((old) => zoomAround(old, old.scale * ratio, middle));
    } else if (!draws && draggedPx.current > CLICK_PX) {
      setZoom((old) => panBy(old, by));
    }
  }
  const lift = (event: PointerEvent) => void pointers.current.delete(event.pointerId);

  return {
    zoom,
    /** The name of the only zoomed frame; null if all are zoomed. */
    only: zoom.scale > 1 ? frameName : null,
    zoomIn: () => {
      setFrameName(null);
      setZoom((old) => zoomAround(old, nextScale(old.scale), { x: 0, y: 0 }));
    },
    /** Zooms in around a point, or back to the whole picture. */
    zoomAt: (place: Pick<MouseEvent, 'target' | 'clientX' | 'clientY'>) => {
      if (!elementRef.current || isTaken(place.target)) return;
      const frame = frameOf(place.target, elementRef.current);
      const point = pointIn(frame, place);
      if (zoom.scale === 1) nameOf(frame);
      setZoom((old) => (old.scale > 1 ? NO_ZOOM : zoomAround(old, 2, point)));
    },
    reset: () => setZoom(NO_ZOOM),
    /** Shows a given zoom of one frame, or of all (null). */
    show: (next: Zoom, frame: string | null) => {
      setFrameName(frame);
      setZoom(next);
    },
    /** Whether the press that ends in this click moved the picture. */
    hasDragged: () => draggedPx.current > CLICK_PX,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (!elementRef.current || event.button !== 0) return;
        const draws = isTaken(event.target);
        if (draws && event.pointerType !== 'touch') return;
        if (pointers.current.size === 0) draggedPx.current = 0;
        const frame = frameOf(event.target, elementRef.current);
        pointers.current.set(event.pointerId, { frame, draws, at: pointIn(frame, event) });
      },
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  };
}

/** Whether another element captures the pointer. */
function isTaken(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=application]') !== null;
}

function frameOf(target: EventTarget | null, element: Element): Element {
  return (target instanceof Element && target.closest('[data-zoom-frame]')) || element;
}

function pointIn(frame: Element, event: { clientX: number; clientY: number }): FramePoint {
  const box = frame.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width - 0.5, y: (event.clientY - box.top) / box.height - 0.5 };
}
