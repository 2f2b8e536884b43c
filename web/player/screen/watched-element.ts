// Watches an element: its shape, whether it is visible, and its place when the device is turned.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Reports the aspect ratio (width / height) of an element that is there once `isThere`, whenever it changes visibly. */
export function useAspect(
  ref: RefObject<HTMLElement | null>,
  isThere: boolean,
  onAspect: (aspect: number) => void,
): void {
  const tell = useEffectEvent(onAspect);
  // Before the first paint: the pictures are cropped to this aspect ratio.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isThere) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth > 0 && clientHeight > 0) tell(Math.round((200 * clientWidth) / clientHeight) / 200);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref, isThere]);
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
      window.addEventListener('resize', scroll, { once: true, signal: AbortSignal.timeout(TURNED_WITHIN_MS) });
      requestAnimationFrame(() => requestAnimationFrame(scroll));
    };
    orientation.addEventListener('change', onTurn);
    return () => {
      observer.disconnect();
      orientation.removeEventListener('change', onTurn);
    };
  }, [ref]);
}
