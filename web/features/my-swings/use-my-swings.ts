// The kept comparisons of a page, and the actions on them.
import { useCallback, useEffect, useState } from 'react';
import type { KeptComparison, KeptDetails } from '#web/videos/kept/kept-comparison.ts';
import { describeKept, forget, forgetAll, keptComparisons } from '#web/videos/kept/kept-database.ts';
import { unsavedSlots } from '#web/videos/kept/unsaved.ts';

/** The list, or why there is none. `refused` means that the browser stores nothing. */
export type MySwings = readonly KeptComparison[] | 'loading' | 'refused';

/** Saves changes that a closed page could not save. */
async function recovered(): Promise<void> {
  if (unsavedSlots().length === 0) return;
  const code = await import('#web/videos/kept/recover-unsaved.ts').catch(() => null);
  await code?.recoverUnsaved();
}

/** The kept comparisons, the newest first. */
export function useMySwings() {
  const [swings, setSwings] = useState<MySwings>('loading');

  const load = useCallback(async () => {
    await recovered();
    setSwings(await keptComparisons().catch(() => 'refused' as const));
  }, []);

  useEffect(() => {
    void load();
    // Another tab may have added or deleted some.
    const onShow = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [load]);

  /** Deletes one. Rejects if the browser fails to delete it. */
  async function remove({ id }: KeptComparison): Promise<void> {
    await forget(id);
    await load();
  }

  async function removeAll(): Promise<void> {
    await forgetAll();
    await load();
  }

  /** Stores title, club and note of one. Resolves to false if the browser does not store them. */
  async function describe({ id }: KeptComparison, details: KeptDetails): Promise<boolean> {
    const isKept = await describeKept(id, details).then(
      () => true,
      () => false,
    );
    if (isKept) {
      setSwings((old) =>
        typeof old === 'object' ? old.map((one) => (one.id === id ? { ...one, ...details } : one)) : old,
      );
    }
    return isKept;
  }

  return { swings, load, remove, removeAll, describe };
}
