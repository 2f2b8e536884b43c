// Watches an element: its shape, and whether it is visible.
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
