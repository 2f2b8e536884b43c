// Adds missing body data to golfers in the library, at once after an upload, else on request. Shows the progress.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { doneShare, stepText } from '#web/body/look-words.ts';
import { unseenSentence } from '#web/body/unseen-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { say, words } from '#web/words/words.ts';
import { type BodySearchState, useBodySearch } from './use-body-search.ts';

interface GolferBodiesProps {
  readonly golfers: readonly GolferCard[];
  /** How many golfers were added since the page was opened. Their bodies are tracked automatically. */
  readonly addedCount?: number;
  readonly onSessionEnded: () => void;
}

/** The offer, its progress and its result. Empty if every golfer has body data. */
export function GolferBodies({ golfers, addedCount = 0, onSessionEnded }: GolferBodiesProps) {
  const { state, problems, stored, start, cancel } = useBodySearch(onSessionEnded);
  const section = useRef<HTMLElement>(null);
  const missing = golfers.filter(({ bodyUrl }) => !bodyUrl);
  const startForAdded = useEffectEvent(() => {
    if (state.stage === 'idle' && missing.length > 0) start(missing);
  });
  useEffect(() => {
    if (addedCount > 0) startForAdded();
  }, [addedCount]);
  // The pressed button disappears, so the section takes the focus.
  const thenFocus = (act: () => void) => () => {
    act();
    section.current?.focus();
  };
  const isDone = state.stage === 'idle' && stored > 0;
  if (missing.length === 0 && state.stage === 'idle' && !isDone) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={words.library.bodies}
      className="grid gap-3 rounded-md border border-line bg-raised p-4 outline-none"
    >
      {state.stage === 'idle' && missing.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
          <p className="max-w-prose">{say(words.library.bodiesMissing, { count: missing.length })}</p>
          <Button variant="secondary" onClick={thenFocus(() => start(missing))}>
            {words.library.lookForBodies}
          </Button>
        </div>
      )}
      {state.stage === 'running' && <Running {...state} onCancel={thenFocus(cancel)} />}
      {state.stage === 'ask-first' && (
        <div role="alert" className="grid gap-2">
          <p>{unseenSentence({ kind: 'ask-first', downloadBytes: state.downloadBytes })}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={thenFocus(() => start(missing, { mayDownload: true }))}>
              {words.body.download}
            </Button>
            <Button variant="ghost" size="small" onClick={thenFocus(cancel)}>
              {words.body.notNow}
            </Button>
          </div>
        </div>
      )}
      <div role="status" className="grid gap-1 empty:hidden">
        {isDone && <p>{say(words.library.bodiesStored, { count: stored })}</p>}
        {problems.map(({ name, sentence }) => (
          <p key={name} className="font-semibold text-flag-ink [overflow-wrap:anywhere]">
            {say(words.library.bodyProblem, { name, sentence })}
          </p>
        ))}
      </div>
    </section>
  );
}

type RunningProps = Extract<BodySearchState, { readonly stage: 'running' }> & { readonly onCancel: () => void };

function Running({ name, number, count, progress, onCancel }: RunningProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5">
      <p className="figures [overflow-wrap:anywhere]">
        {say(words.library.bodyOf, { name, number, count, sentence: stepText(progress) })}
      </p>
      <Button variant="secondary" size="small" className="row-span-2" onClick={onCancel}>
        {words.actions.cancel}
      </Button>
      <Progress label={words.body.search} percent={Math.round((100 * (number - 1 + doneShare(progress))) / count)} />
    </div>
  );
}
