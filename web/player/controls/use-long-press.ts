// A button that does one thing when pressed and another when held.
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** How long a press is a long one. */
const LONG_MS = 500;

/** Gives the handlers of such a button; several may share it. The keyboard only presses. */
export function useLongPress() {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const wasLong = useRef(false);
  const stop = () => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  };
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
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
    // A long touch would open the browser's menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: () => {
      if (!wasLong.current) onPress();
      wasLong.current = false;
    },
  });
}
