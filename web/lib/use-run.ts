// One run at a time of work that takes time and reports its state.
import { useCallback, useEffect, useRef, useState } from 'react';

type Work<State> = (signal: AbortSignal, report: (state: State) => void) => Promise<unknown>;

/**
 * `start` aborts the run before, and `stop` aborts the run and goes back to the first state. A run that was aborted
 * reports nothing more; it is aborted when the component goes away.
 */
export function useRun<State>(first: State) {
  const [state, setState] = useState(first);
  const [idle] = useState(first);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(async (work: Work<State>) => {
    running.current?.abort();
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    await work(signal, (next) => !signal.aborted && setState(next));
  }, []);

  const stop = useCallback(() => {
    running.current?.abort();
    setState(idle);
  }, [idle]);

  return { state, start, stop };
}
