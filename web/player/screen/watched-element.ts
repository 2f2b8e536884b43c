// Watches an element: its shape, the width of a picture that fits in it, whether it is visible, and its
// place when the device is turned.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** Passes an element on before the first paint, when its size changes, and when `reason` does. Null or false: not yet. */
export function useSize(
  ref: RefObject<HTMLElement | null>,
  reason: number | boolean | null,
  onSize: (element: HTMLElement) => void,
): void {
  const tell = useEffectEvent(onSize);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || reason === null || reason === false) return;
    const observer = new ResizeObserver(() => tell(element));
    observer.observe(element);
    tell(element);
    return () => observer.disconnect();
  }, [ref, reason]);
}

/** Reports the aspect ratio (width / height) of an element that is there once `isThere`, whenever it changes visibly. */
export function useAspect(
  ref: RefObject<HTMLElement | null>,
  isThere: boolean,
  onAspect: (aspect: number) => void,
): void {
  useSize(ref, isThere, ({ clientWidth, clientHeight }) => {
    if (clientWidth > 0 && clientHeight > 0) onAspect(Math.round((200 * clientWidth) / clientHeight) / 200);
  });
}

/** Calls back with the initial state and on every change. Visible means on screen in a visible page. */
export function useVisibility(ref: RefObject<Element | null>, onChange: (isVisible: boolean) => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let isOnScreen = false;
    const told = () => tell(isOnScreen && document.visibilityState === 'visible');
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? false;
      told();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', told);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', told);
    };
  }, [ref]);
}

/**
 * The largest width in pixels at which a picture of an aspect ratio (width / height) fits in a box; undefined before the
 * box is measured, or without an aspect ratio. Measured, because Chromium 156 loses the content of a size container (`cqw`)
 * when a phone's sheet below it changes: the pictures of the stage were gone in the Draw tab.
 */
export function useFittingWidth(boxRef: RefObject<HTMLElement | null>, aspect: number | null): number | undefined {
  const [widthPx, setWidthPx] = useState<number>();
  useSize(boxRef, aspect, (box) => setWidthPx(Math.min(box.clientWidth, box.clientHeight * (aspect ?? 0))));
  return aspect === null ? undefined : widthPx;
}

/** The steps in which visibility is reported: an element may be higher than the window. */
const SHARES = Array.from({ length: 11 }, (_, tenths) => tenths / 10);
/** A turned page is laid out again within this time, in milliseconds, also on a busy device. */
const SETTLED_WITHIN_MS = 5000;
/** What tells that the visitor now scrolls or presses something. */
const INPUTS = ['pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

/** The elements that stay in view, with the share of each, or of the window where it is higher, that is visible. */
const staying = new Map<Element, number>();

/**
 * Keeps an element in view when the device is turned: the page is then laid out again with other heights, and the browser keeps
 * its scroll position. Applies to the most visible of these elements if half of it is visible, or it fills half of the window.
 */
export function useStaysInView(ref: RefObject<Element | null>): void {
  useEffect(() => {
    const element = ref.current;
    // Safari before 16.4 has no `screen.orientation`.
    const { orientation } = screen as { orientation?: ScreenOrientation };
    if (!element || !orientation) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const filled = (entry?.intersectionRect.height ?? 0) / (entry?.rootBounds?.height ?? Number.POSITIVE_INFINITY);
        staying.set(element, Math.max(entry?.intersectionRatio ?? 0, filled));
      },
      { threshold: SHARES },
    );
    observer.observe(element);
    const onTurn = () => {
      const [most] = [...staying].sort(([, a], [, b]) => b - a);
      if (most && most[0] === element && most[1] >= 0.5) keepInView(element);
    };
    orientation.addEventListener('change', onTurn);
    return () => {
      observer.disconnect();
      staying.delete(element);
      orientation.removeEventListener('change', onTurn);
    };
  }, [ref]);
}

/** Scrolls to an element whenever the page's size changes, until the page has settled or the visitor does something. */
function keepInView(element: Element): void {
  const released = new AbortController();
  const signal = AbortSignal.any([released.signal, AbortSignal.timeout(SETTLED_WITHIN_MS)]);
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
  observer.observe(document.documentElement);
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  const release = () => released.abort();
  for (const input of INPUTS) window.addEventListener(input, release, { signal, capture: true, passive: true });
  screen.orientation.addEventListener('change', release, { signal });
}
