// Detects whether an element is visible.
import { type RefObject, useEffect, useEffectEvent } from 'react';

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
