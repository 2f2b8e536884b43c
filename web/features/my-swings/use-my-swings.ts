// The kept comparisons of a page, and what it does to them.
import { useCallback, useEffect, useState } from 'react';
import type { KeptComparison } from '#web/videos/kept/kept-comparison.ts';
import { forget, forgetAll, keptComparisons } from '#web/videos/kept/kept-database.ts';

/** The list, or why there is none: `refused` where the browser keeps nothing. */
export type MySwings = readonly KeptComparison[] | 'loading' | 'refused';

/** The kept comparisons, the newest first. */
export function useMySwings() {
  const [swings, setSwings] = useState<MySwings>('loading');

  const load = useCallback(async () => {
    setSwings(await keptComparisons().catch(() => 'refused' as const));
  }, []);

  useEffect(() => {
    void load();
    // Another tab may have kept or deleted some.
    const onShow = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [load]);

  /** Deletes one. Rejects when the browser does not. */
  async function remove({ id }: KeptComparison): Promise<void> {
    await forget(id);
    await load();
  }

  async function removeAll(): Promise<void> {
    await forgetAll();
    await load();
  }

  return { swings, load, remove, removeAll };
}
