// Whether the window has room for a panel beside the pictures.
import { useSyncExternalStore } from 'react';

const wide = () => matchMedia('(width >= 64rem)');

/** The same width as `lg:` in class names. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = wide();
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => wide().matches,
    () => false,
  );
}
