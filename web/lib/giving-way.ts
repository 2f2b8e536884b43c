// How the sample comparison leaves the page once the visitor has a clip of their own, without moving what they look at.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Long enough for a smooth scroll to end: browsers keep content in place only between scrolls. */
const SETTLED_MS = 1000;

/** Whether an element has stayed out of view since `isWanted` became true. */
export function useLeftView(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [hasLeft, setLeft] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!isWanted || !current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting === false) timer = setTimeout(() => setLeft(true), SETTLED_MS);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      setLeft(false);
    };
  }, [element, isWanted]);
  return isWanted && hasLeft;
}

/** Keeps the content below in place when a section above the view folds, in browsers without scroll anchoring. */
export function useSteadyBelow(section: RefObject<HTMLElement | null>, isFolded: boolean): void {
  const heightBefore = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height changes with it.
  useLayoutEffect(() => {
    const height = section.current?.offsetHeight ?? 0;
    const lost = heightBefore.current - height;
    if (lost > 0 && window.scrollY > 0 && !CSS.supports('overflow-anchor', 'auto')) window.scrollBy(0, -lost);
    const observer = new ResizeObserver(([entry]) => {
      heightBefore.current = entry?.borderBoxSize[0]?.blockSize ?? 0;
    });
    if (section.current) observer.observe(section.current);
    return () => observer.disconnect();
  }, [isFolded]);
}
