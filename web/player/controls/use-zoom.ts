// Zooms the picture by two fingers, by Ctrl and wheel (a pinch on a touchpad) or by a button, and moves it by dragging.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { NO_ZOOM, nextScale, type Pixels, panBy, type Zoom, zoomAround } from './zoom.ts';

/** Movement in pixels up to which a press is a click and not a drag. */
const CLICK_PX = 6;

/** The zoom of the picture in an element, and the handlers that the element needs. */
export interface PictureZoom {
  readonly zoom: Zoom;
  readonly zoomIn: () => void;
  /** Whether the press that ends in this click moved the picture. */
  readonly hasDragged: () => boolean;
  readonly handlers: Readonly<
    Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent) => void>
  >;
}

/** Zooming of the picture in an element. */
export function useZoom(frameRef: RefObject<HTMLElement | null>): PictureZoom {
  const [zoom, setZoom] = useState(NO_ZOOM);
  const pointers = useRef(new Map<number, Pixels>());
  const draggedPx = useRef(0);

  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((old) => zoomAround(old, old.scale * 2 ** (-event.deltaY / 100), pointIn(frame, event), sizeOf(frame)));
    };
    frame.addEventListener('wheel', onWheel, { passive: false });
    return () => frame.removeEventListener('wheel', onWheel);
  }, [frameRef]);

  function move(event: PointerEvent) {
    const frame = frameRef.current;
    const from = pointers.current.get(event.pointerId);
    if (!frame || !from) return;
    const to = pointIn(frame, event);
    pointers.current.set(event.pointerId, to);
    const by = { xPx: to.xPx - from.xPx, yPx: to.yPx - from.yPx };
    draggedPx.current += Math.hypot(by.xPx, by.yPx);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const ratio = distance(to, other) / Math.max(1, distance(from, other));
      const middle = { xPx: (to.xPx + other.xPx) / 2, yPx: (to.yPx + other.yPx) / 2 };
      setZoom((old) => zoomAround(old, old.scale * ratio, middle, sizeOf(frame)));
    } else if (draggedPx.current > CLICK_PX) {
      setZoom((old) => panBy(old, by, sizeOf(frame)));
    }
  }
  const lift = (event: PointerEvent) => void pointers.current.delete(event.pointerId);

  return {
    zoom,
    zoomIn: () => {
      const frame = frameRef.current;
      if (frame) setZoom((old) => zoomAround(old, nextScale(old.scale), { xPx: 0, yPx: 0 }, sizeOf(frame)));
    },
    hasDragged: () => draggedPx.current > CLICK_PX,
    handlers: {
      onPointerDown: (event) => {
        if (!frameRef.current || event.button !== 0) return;
        if (pointers.current.size === 0) draggedPx.current = 0;
        pointers.current.set(event.pointerId, pointIn(frameRef.current, event));
      },
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  };
}

function pointIn(frame: HTMLElement, event: { clientX: number; clientY: number }): Pixels {
  const box = frame.getBoundingClientRect();
  return { xPx: event.clientX - box.left - box.width / 2, yPx: event.clientY - box.top - box.height / 2 };
}

function sizeOf(frame: HTMLElement): Pixels {
  return { xPx: frame.clientWidth, yPx: frame.clientHeight };
}

function distance(a: Pixels, b: Pixels): number {
  return Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx);
}
