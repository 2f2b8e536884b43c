// Scrolls content into view when it appears after a press: on a phone the pressed button may be the last thing on
// screen.
import { type RefObject, useEffect, useRef } from 'react';

/** A ref for an element that scrolls into view once when it appears, by the smallest distance. */
export function useScrollIntoView<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    // Chromium returns a promise, which must not become the effect's clean-up.
    void shown.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, []);
  return shown;
}
