// Whether the window has room for a panel beside the pictures.
import { useSyncExternalStore } from 'react';

const wide = () => matchMedia('(width >= 64rem)');

/** Whether it has now. The same width as `lg:` in class names. */
export function isWide(): boolean {
  return wide().matches;
}

/** The same, while it changes. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = wide();
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    isWide,
    () => false,
  );
}
