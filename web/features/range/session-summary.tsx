// After a session: its swings, its spread, and what becomes of them.
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#web/ui/button.tsx';
import type { KeepOutcome } from '#web/videos/kept/keep-outcome.ts';
import { say, words } from '#web/words/words.ts';
import type { RangeStore } from './range-store.ts';
import type { RangeSwing } from './range-swing.ts';
import { spreadSentence, swingSentence } from './session-words.ts';
import { SwingActions, SwingStrip } from './swing-strip.tsx';

interface SessionSummaryProps {
  readonly store: RangeStore;
  readonly comparison: (swing: RangeSwing, beside: RangeSwing | null, speed: number) => ReactNode;
  /** Keeps swings in My swings. */
  readonly onKeep: (swings: readonly RangeSwing[]) => Promise<KeepOutcome>;
}

/** Nothing without swings. */
export function SessionSummary({ store, comparison, onKeep }: SessionSummaryProps) {
  const values = useStore(store);
  const { swings } = values;
  const [isKeeping, setKeeping] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const shown = swings.find(({ id }) => id === values.shownId) ?? null;
  const beside = swings.find(({ id }) => id === values.besideId) ?? null;
  const starred = swings.filter(({ isStarred, file }) => isStarred && file);
  if (swings.length === 0) {
    return told ? (
      <p role="status" className="font-semibold">
        {told}
      </p>
    ) : null;
  }

  async function keepStarred() {
    setKeeping(true);
    const outcome = await onKeep(starred);
    setKeeping(false);
    setTold(outcome === 'kept' ? say(words.range.kept, { count: starred.length }) : words.range.keepFailed[outcome]);
  }

  return (
    <section aria-labelledby="range-session" className="stage grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg py-4">
      <h2 id="range-session" className="display px-3 text-2xl">
        {words.range.session}
      </h2>
      <p className="px-3 text-lg font-semibold empty:hidden">{spreadSentence(swings)}</p>
      <SwingStrip swings={swings} shownId={values.shownId} onShow={store.show} />
      {shown && (
        <>
          <div className="relative h-[60svh] overflow-hidden bg-black">{comparison(shown, beside, 1)}</div>
          <p className="px-3 text-lg font-bold">{swingSentence(swings, shown)}</p>
          <SwingActions store={store} values={values} swing={shown} />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3 px-3">
        <Button busy={isKeeping} disabled={starred.length === 0} onClick={() => void keepStarred()}>
          {words.range.keep}
        </Button>
        <Button variant="secondary" onClick={starred.length > 0 ? store.discardRest : store.clear}>
          {starred.length > 0 ? words.range.discard : words.range.discardAll}
        </Button>
        {starred.length === 0 && <p className="text-sm text-ink-soft">{words.range.nothingStarred}</p>}
      </div>
      <p role="status" className="px-3 font-semibold empty:hidden">
        {told}
      </p>
    </section>
  );
}
