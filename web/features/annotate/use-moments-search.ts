// State of one search for key positions: idle, asking before a download, searching with its percentage and first
// proposal, or answered. The search stops when the component unmounts or the video changes.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FoundSwing } from '#domain/moments/found-swing.ts';
import type { BodyProgress } from '#web/body/body-request.ts';
import { loadsModelFreely, modelAccess } from '#web/body/model-access.ts';
import { useAnswer } from '#web/lib/use-answer.ts';
import type { VideoSource } from '#web/moments/find-moments.ts';
import {
  type BodyWish,
  type FoundSwings,
  type MomentsProgress,
  type SearchAnswer,
  searchMoments,
} from '#web/moments/search-moments.ts';
import { whenQuiet } from '#web/ui/when-idle.ts';

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
  /** The visitor's answer to the question before a download. */
  readonly goOn: (body: Exclude<BodyWish, 'ask-first'>) => void;
  /** Stops a running search, or dismisses its answer. */
  readonly stop: () => void;
}

const IDLE: SearchState = { stage: 'idle' };

/**
 * A search in one video. One that is `expected` starts automatically, without asking, once the video `isReady` and the
 * page is quiet. Calls `onFound` with its result.
 */
export function useMomentsSearch(
  source: VideoSource,
  { expected, isReady }: { readonly expected: boolean; readonly isReady: boolean },
  onFound: ((found: FoundSwings) => void) | undefined,
): MomentsSearch {
  const [state, setState] = useState<SearchState>(IDLE);
  const [isAskedFor, setAskedFor] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const running = useRef<AbortController | null>(null);
  const isFree = useFreeModel(expected);

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
    setBegun(true);
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
  useEffect(() => stop, [source]);
  useWhenQuiet(isFree && isReady, () => {
    if (!running.current) search('ask-first', false);
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

/** Whether the body model can be used without asking the visitor. Known at once unless the connection is metered. */
function useFreeModel(isWanted: boolean): boolean {
  const [isFreeAtFirst] = useState(loadsModelFreely);
  const access = useAnswer(isWanted || null, modelAccess);
  return isWanted && (access ? access.kind === 'free' : isFreeAtFirst);
}

/** Starts once the visitor stops pressing, typing and scrolling. */
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
