// Whether an element is on the screen of a page that is on the screen. Knows nothing of what is in it.
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Tells of every change, and of the state at first. */
export function useWatched(ref: RefObject<Element | null>, onChange: (watched: boolean) => void): void {
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
