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
/** A browser resizes the page within this time after the device is turned, in milliseconds. */
const TURNED_WITHIN_MS = 500;

/**
 * Keeps an element in view when the device is turned: the page is then laid out again with other heights, and the browser keeps
 * its scroll position. Applies to an element that fills half of the window, or of which half is visible.
 */
export function useStaysInView(ref: RefObject<Element | null>): void {
  useEffect(() => {
    const element = ref.current;
    // Safari before 16.4 has no `screen.orientation`.
    const { orientation } = screen as { orientation?: ScreenOrientation };
    if (!element || !orientation) return;
    let isInView = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const filled = (entry?.intersectionRect.height ?? 0) / (entry?.rootBounds?.height ?? Number.POSITIVE_INFINITY);
        isInView = (entry?.intersectionRatio ?? 0) >= 0.5 || filled >= 0.5;
      },
      { threshold: SHARES },
    );
    observer.observe(element);
    const scroll = () => element.scrollIntoView({ block: 'start', behavior: 'instant' });
    const onTurn = () => {
      if (!isInView) return;
      const signal = AbortSignal.timeout(TURNED_WITHIN_MS);
      // The next turn may come first, when the visitor has scrolled to something else.
      window.addEventListener('resize', () => isInView && scroll(), { once: true, signal });
      requestAnimationFrame(() => requestAnimationFrame(scroll));
    };
    orientation.addEventListener('change', onTurn);
    return () => {
      observer.disconnect();
      orientation.removeEventListener('change', onTurn);
    };
  }, [ref]);
}
