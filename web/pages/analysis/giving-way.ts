// How the sample comparison leaves the page once the visitor has a clip of their own, without moving what they look at.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Whether an element has left the view since `isWanted` became true. */
export function useLeftView(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [hasLeft, setLeft] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!isWanted || !current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === false && setLeft(true));
    observer.observe(current);
    return () => {
      observer.disconnect();
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
