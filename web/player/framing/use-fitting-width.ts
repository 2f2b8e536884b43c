// The width of a picture that is shown as large as its box allows.
import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The largest width in pixels at which a picture of an aspect ratio (width / height) fits in a box; undefined before the
 * box is measured, or without an aspect ratio. Measured, because Chromium 156 loses the content of a size container (`cqw`)
 * when a phone's sheet below it changes: the pictures of the stage were gone in the Draw tab.
 */
export function useFittingWidth(boxRef: RefObject<HTMLElement | null>, aspect: number | null): number | undefined {
  const [widthPx, setWidthPx] = useState<number>();
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box || aspect === null) return;
    const measure = () => setWidthPx(Math.min(box.clientWidth, box.clientHeight * aspect));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [boxRef, aspect]);
  return aspect === null ? undefined : widthPx;
}
