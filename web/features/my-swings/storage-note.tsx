// The storage that the kept comparisons use, and whether the browser may evict them.
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { formatSize } from '#web/words/dates.ts';
import { say, words } from '#web/words/words.ts';

interface Storage {
  /** The free bytes that the browser reports; null if it reports none. */
  readonly leftBytes: number | null;
  readonly isPersistent: boolean;
}

/** The sentences, and the button that requests persistent storage. */
export function StorageNote({ usedBytes }: { readonly usedBytes: number }) {
  const [storage, setStorage] = useState<Storage | null>(null);
  const [isRefused, setRefused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when what is kept has changed
  useEffect(() => {
    let isGone = false;
    void askStorage().then((answer) => !isGone && setStorage(answer));
    return () => {
      isGone = true;
    };
  }, [usedBytes]);

  async function persist() {
    const isPersistent = await navigator.storage.persist().catch(() => false);
    setStorage((old) => old && { ...old, isPersistent });
    setRefused(!isPersistent);
  }

  const size = formatSize(usedBytes);
  const left = storage?.leftBytes ?? null;
  return (
    <div className="grid gap-1 text-sm text-ink-soft">
      <p>
        {left === null
          ? say(words.mySwings.used, { size })
          : say(words.mySwings.usedOf, { size, left: formatSize(left) })}{' '}
        {storage && (storage.isPersistent ? words.mySwings.persisted : words.mySwings.notPersistent)}
      </p>
      {storage && !storage.isPersistent && 'persist' in (navigator.storage ?? {}) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button variant="secondary" size="small" onClick={() => void persist()}>
            {words.mySwings.persist}
          </Button>
          <p role="status" className="font-semibold">
            {isRefused && words.mySwings.persistRefused}
          </p>
        </div>
      )}
    </div>
  );
}

/** Reads quota and persistence. Browsers without the API, and pages on plain http, report neither. */
async function askStorage(): Promise<Storage> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  const isPersistent = (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
  const leftBytes = quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  return { leftBytes, isPersistent };
}
