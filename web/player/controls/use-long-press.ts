// Handlers of a button with one action for a press and another for a long press.
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** Minimum duration of a long press. */
const LONG_MS = 500;

/** Returns the handlers of such a button; several buttons can share them. The keyboard triggers only the press. */
export function useLongPress() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (onPress: () => void, onHold: () => void) => ({
    onPointerDown: ({ button }: PointerEvent) => {
      stop();
      wasLong.current = false;
      if (button !== 0) return;
      timer.current = setTimeout(() => {
        wasLong.current = true;
        onHold();
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long touch would open the browser's context menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: () => {
      if (!wasLong.current) onPress();
      wasLong.current = false;
    },
  });
}
