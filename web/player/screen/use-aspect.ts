// Follows the shape of an element.
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

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
