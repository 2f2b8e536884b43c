// State of one search for key positions: idle, asking before a download, searching with its percentage and first
// proposal, or answered. The search stops when the component unmounts or the video changes.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FoundSwing } from '#domain/moments/found-swing.ts';
import type { BodyProgress } from '#web/body/body-request.ts';
import type { VideoSource } from '#web/moments/find-moments.ts';
import {
  type BodyWish,
  type FoundSwings,
  type MomentsProgress,
  type SearchAnswer,
  searchMoments,
} from '#web/moments/search-moments.ts';
import { whenQuiet } from '#web/ui/when-idle.ts';

/** The stage of a search. */
export type SearchState =
  | { readonly stage: 'idle' }
  /** The connection is metered, so the visitor is asked before the body model is downloaded. */
  | { readonly stage: 'asking'; readonly downloadBytes: number }
  | {
      readonly stage: 'searching';
      readonly percent: number;
      readonly body: BodyProgress | null;
      /** The likeliest swing by motion and sound, shown in the meantime; null until there is one. */
      readonly firstProposal: FoundSwing | null;
    }
  | { readonly stage: 'answered'; readonly answer: Exclude<SearchAnswer, { readonly kind: 'ask-first' }> };

/** A search and its actions. */
export interface MomentsSearch {
  readonly state: SearchState;
  /** Whether the visitor started it by a press. */
  readonly isAskedFor: boolean;
  readonly start: () => void;
  /** The visitor's answer to the question before a download. */
  readonly goOn: (body: Exclude<BodyWish, 'ask-first'>) => void;
  /** Stops a running search, or dismisses its answer. */
  readonly stop: () => void;
}

const IDLE: SearchState = { stage: 'idle' };

/**
 * A search in one video. With `beginsByItself` it starts automatically once the page is quiet, without asking. Calls
 * `onFound` with its result.
 */
export function useMomentsSearch(
  source: VideoSource,
  beginsByItself: boolean,
  onFound: ((found: FoundSwings) => void) | undefined,
): MomentsSearch {
  const [state, setState] = useState<SearchState>(IDLE);
  const [isAskedFor, setAskedFor] = useState(false);
  const running = useRef<AbortController | null>(null);

  function stop() {
    running.current?.abort();
    running.current = null;
    setState(IDLE);
  }

  function search(body: BodyWish, isAsked: boolean) {
    running.current?.abort();
    const asked = new AbortController();
    running.current = asked;
    setAskedFor(isAsked);
    setState({ stage: 'searching', percent: 0, body: null, firstProposal: null });
    const onProgress = (progress: MomentsProgress) => {
      if (!asked.signal.aborted) setState(searching(progress));
    };
    void searchMoments(source, { signal: asked.signal, onProgress, body }).then((answer) => {
      if (asked.signal.aborted) return;
      if (answer.kind === 'found') onFound?.(answer);
      setState(afterSearch(answer));
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found belongs to the video that was searched.
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
      setState(IDLE);
    },
    [source],
  );
  useSearchWhenQuiet(beginsByItself, () => {
    if (!running.current) search('ask-first', false);
  });
  const isAsked = state.stage !== 'idle' && isAskedFor;
  return {
    state,
    isAskedFor: isAsked,
    start: () => search('ask-first', true),
    goOn: (body) => search(body, true),
    stop,
  };
}

/** Starts once the visitor stops pressing, typing and scrolling; never if a download would need their consent. */
function useSearchWhenQuiet(isWanted: boolean, start: () => void): void {
  const startNow = useEffectEvent(start);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const callOff = whenQuiet(async () => {
      const { modelAccess } = await import('#web/body/model-access.ts');
      const { kind } = await modelAccess();
      if (kind === 'free' && !isGone) startNow();
    });
    return () => {
      isGone = true;
      callOff();
    };
  }, [isWanted]);
}

function searching({ share, body, firstAnswer }: MomentsProgress): SearchState {
  const firstProposal = firstAnswer?.kind === 'found' ? (firstAnswer.swings[0] ?? null) : null;
  return { stage: 'searching', percent: Math.round(share * 100), body, firstProposal };
}

function afterSearch(answer: SearchAnswer): SearchState {
  if (answer.kind === 'ask-first') return { stage: 'asking', downloadBytes: answer.downloadBytes };
  return { stage: 'answered', answer };
}
