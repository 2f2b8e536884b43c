// Keeps a list of what this browser stores up to date.
import { useEffect } from 'react';

/** Loads at once, and whenever the page becomes visible again: another tab may have added or deleted something. */
export function useLoadWhenShown(load: () => Promise<void>): void {
  useEffect(() => {
    void load();
    const onShow = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [load]);
}
