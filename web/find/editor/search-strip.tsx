// The search for key positions and the line above the player about it: its button, progress and result. The line's
// height stays constant during a search, so that the mark buttons do not move under the visitor's hand.

import { useEffect, useEffectEvent, useState } from 'react';
import type { FoundSwing } from '#domain/moments/found-swing.ts';
import type { BodyProgress } from '#web/body/body-request.ts';
import { stepText, unseenSentence } from '#web/body/look-words.ts';
import { loadsModelFreely, modelAccess } from '#web/body/model/model-access.ts';
import type { VideoSource } from '#web/find/find-moments.ts';
import { keepFound, recallFound } from '#web/find/found-store.ts';
import {
  type BodyWish,
  type FoundSwings,
  type MomentsProgress,
  type SearchAnswer,
  searchMoments,
} from '#web/find/search-moments.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import { useRun } from '#web/lib/use-run.ts';
import { Button, CancelButton, SmallButton } from '#web/ui/button.tsx';
import { CheckLink } from '#web/ui/check-link.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Status } from '#web/ui/status.tsx';
import { whenQuiet } from '#web/ui/when-idle.ts';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { trueReason } from '#web/words/true-reason.ts';
import { say, words } from '#web/words/words.ts';

interface SearchStripProps {
  readonly search: MomentsSearch;
  readonly canSearch: boolean;
  readonly isLocal: boolean;
  readonly onShowFound: () => void;
}

export function SearchStrip(props: SearchStripProps) {
  return (
    <div className="flex min-h-18 items-center gap-3 rounded-md border border-line bg-raised px-3 py-1.5 sm:px-4">
      <SearchStage {...props} />
    </div>
  );
}

function SearchStage({ search, canSearch, isLocal, onShowFound }: SearchStripProps) {
  const { state, start, stop, goOn } = search;
  if (state.stage === 'asking') return <Question downloadBytes={state.downloadBytes} onAnswer={goOn} />;
  if (state.stage === 'searching') return <Searching state={state} onCancel={stop} />;
  if (state.stage === 'answered') {
    const { answer } = state;
    return (
      <>
        <Status className="min-w-0 grow text-sm font-semibold sm:text-base">{answerText(answer)}</Status>
        {answer.kind === 'cannot-read' && <CheckLink className="shrink-0" />}
        {answer.kind === 'found' && (
          <SmallButton onClick={onShowFound} className="shrink-0">
            {words.annotate.showFound}
          </SmallButton>
        )}
      </>
    );
  }
  return (
    <>
      <SmallButton disabled={!canSearch} onClick={start} className="shrink-0">
        {words.annotate.find}
      </SmallButton>
      <p className="min-w-0 grow text-sm leading-tight text-ink-soft">
        <span className="max-sm:hidden">{words.annotate.findMeans}</span> {isLocal && words.annotate.staysHere}
      </p>
    </>
  );
}

interface SearchingProps {
  readonly state: Extract<SearchState, { readonly stage: 'searching' }>;
  readonly onCancel: () => void;
}

function Searching({ state: { percent, body }, onCancel }: SearchingProps) {
  return (
    <>
      <div className="min-w-0 grow">
        <p className="figures mb-1 text-sm leading-tight">
          {say(words.annotate.lookingPercent, { percent })}
          {(body?.stage === 'loading' || body?.stage === 'slow-start') && <> {stepText(body)}</>}
        </p>
        <Progress label={words.annotate.looking} percent={percent} />
      </div>
      <CancelButton variant="secondary" size="small" onClick={onCancel} className="shrink-0" />
    </>
  );
}

interface QuestionProps {
  readonly downloadBytes: number;
  readonly onAnswer: MomentsSearch['goOn'];
}

/** Asks before a large download on a metered connection. If declined, the search uses motion and sound only. */
export function Question({ downloadBytes, onAnswer }: QuestionProps) {
  return (
    <div role="alert" className="grid gap-2 py-2">
      <p>
        {unseenSentence({ kind: 'ask-first', downloadBytes })} {words.annotate.withoutBody}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onAnswer('agreed')}>
          {words.body.download}
        </Button>
        <Button variant="secondary" onClick={() => onAnswer('refused')}>
          {words.annotate.searchWithout}
        </Button>
      </div>
    </div>
  );
}

function answerText(answer: Extract<SearchState, { readonly stage: 'answered' }>['answer']): string {
  if (answer.kind === 'found') return words.annotate.foundBelow;
  if (answer.kind === 'cannot-read') return trueReason(words.annotate.noAnswer['cannot-read']);
  if (answer.kind !== 'damaged') return words.annotate.noAnswer[answer.kind];
  return say(words.annotate.noAnswer.damaged, { seconds: formatDecimals(answer.after, 1) });
}

export type SearchState =
  | { readonly stage: 'idle' }
  /** The connection is metered, so the visitor is asked before the body model is downloaded. */
  | { readonly stage: 'asking'; readonly downloadBytes: number }
  | {
      readonly stage: 'searching';
      readonly percent: number;
      readonly body: BodyProgress | null;
      /** The likeliest swing by the hands and the sound, shown in the meantime; null until there is one. */
      readonly firstProposal: FoundSwing | null;
    }
  | { readonly stage: 'answered'; readonly answer: Exclude<SearchAnswer, { readonly kind: 'ask-first' }> };

export interface MomentsSearch {
  readonly state: SearchState;
  /** Whether the visitor started it by a press. */
  readonly isAskedFor: boolean;
  /** Whether it has not begun and will begin automatically, so that its result needs a place. */
  readonly isExpected: boolean;
  readonly start: () => void;
  readonly goOn: (body: Exclude<BodyWish, 'ask-first'>) => void;
  readonly stop: () => void;
}

interface MomentsSearchOptions {
  readonly expected: boolean;
  readonly isReady: boolean;
  /** Whether proposals of an earlier visit are shown again. */
  readonly showsRecalled: boolean;
}

/**
 * A search in one video. One that is `expected` starts automatically, without asking, once the video `isReady` and the
 * page is quiet. Calls `onFound` with its result.
 */
export function useMomentsSearch(
  source: VideoSource,
  { expected, isReady, showsRecalled }: MomentsSearchOptions,
  onFound: ((found: FoundSwings) => void) | undefined,
): MomentsSearch {
  const { state, start, stop } = useRun<SearchState>({ stage: 'idle' });
  const [isAskedFor, setAskedFor] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const isFree = useFreeModel(expected);

  function search(body: BodyWish, isAsked: boolean) {
    setAskedFor(isAsked);
    setBegun(true);
    void start(async (signal, report) => {
      report({ stage: 'searching', percent: 0, body: null, firstProposal: null });
      const onProgress = (progress: MomentsProgress) => report(searching(progress));
      const answer = await searchMoments(source, { signal, onProgress, body });
      if (signal.aborted) return;
      if (answer.kind === 'found') {
        onFound?.(answer);
        if (source instanceof File) void keepFound(source, answer);
      }
      report(afterSearch(answer));
    });
  }

  useRecalled(source, (found) => {
    if (state.stage !== 'idle') return;
    setBegun(true);
    onFound?.(found);
    if (showsRecalled) void start(async (_, report) => report({ stage: 'answered', answer: found }));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found belongs to the video that was searched.
  useEffect(() => stop, [source]);
  useWhenQuiet(isFree && isReady, () => {
    if (state.stage === 'idle') search('ask-first', false);
  });
  const isAsked = state.stage !== 'idle' && isAskedFor;
  return {
    state,
    isAskedFor: isAsked,
    isExpected: isFree && !hasBegun,
    start: () => search('ask-first', true),
    goOn: (body) => search(body, true),
    stop,
  };
}

/** Calls `use` with what an earlier visit found in the video, if anything. */
function useRecalled(source: VideoSource, use: (found: FoundSwings) => void): void {
  const recalled = useEffectEvent(use);
  useEffect(() => {
    let isCurrent = true;
    if (source instanceof File) void recallFound(source).then((found) => isCurrent && found && recalled(found));
    return () => {
      isCurrent = false;
    };
  }, [source]);
}

/** Whether the body model can be used without asking the visitor. Known at once unless the connection is metered. */
function useFreeModel(isWanted: boolean): boolean {
  const [isFreeAtFirst] = useState(loadsModelFreely);
  const access = useAnswer(isWanted || null, modelAccess);
  return isWanted && (access ? access.kind === 'free' : isFreeAtFirst);
}

function useWhenQuiet(isWanted: boolean, start: () => void): void {
  const startNow = useEffectEvent(start);
  useEffect(() => (isWanted ? whenQuiet(() => startNow()) : undefined), [isWanted]);
}

function searching({ share, body, firstAnswer }: MomentsProgress): SearchState {
  const firstProposal = firstAnswer?.kind === 'found' ? (firstAnswer.swings[0] ?? null) : null;
  return { stage: 'searching', percent: Math.round(share * 100), body, firstProposal };
}

function afterSearch(answer: SearchAnswer): SearchState {
  if (answer.kind === 'ask-first') return { stage: 'asking', downloadBytes: answer.downloadBytes };
  return { stage: 'answered', answer };
}
