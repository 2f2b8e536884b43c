// State of one search for key positions: idle, searching with its percentage, or answered. Ends with the component or
// when the video changes.
import { useEffect, useRef, useState } from 'react';
import type { MomentsAnswer, VideoSource } from '#web/moments/find-moments.ts';
import { searchMoments } from '#web/moments/search-moments.ts';

/** How far a search has come. */
export type SearchState =
  | { readonly stage: 'idle' }
  | { readonly stage: 'searching'; readonly percent: number }
  | { readonly stage: 'answered'; readonly answer: MomentsAnswer };

/** A search and what a visitor can do with it. */
export interface MomentsSearch {
  readonly state: SearchState;
  readonly start: () => void;
  /** Stops a search, or puts an answer away. */
  readonly stop: () => void;
}

const IDLE: SearchState = { stage: 'idle' };

/** A search in one video. */
export function useMomentsSearch(source: VideoSource): MomentsSearch {
  const [state, setState] = useState<SearchState>(IDLE);
  const running = useRef<AbortController | null>(null);

  function stop() {
    running.current?.abort();
    setState(IDLE);
  }

  function start() {
    running.current?.abort();
    const asked = new AbortController();
    running.current = asked;
    setState({ stage: 'searching', percent: 0 });
    const onProgress = (share: number) => {
      if (!asked.signal.aborted) setState({ stage: 'searching', percent: Math.round(share * 100) });
    };
    void searchMoments(source, { signal: asked.signal, onProgress }).then((answer) => {
      if (!asked.signal.aborted) setState({ stage: 'answered', answer });
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found belongs to the video that was searched.
  useEffect(
    () => () => {
      running.current?.abort();
      setState(IDLE);
    },
    [source],
  );
  return { state, start, stop };
}
