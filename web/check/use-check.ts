// The check of the page: begun, canceled, and ended when the page goes into the background.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { forgetFalse } from '#web/lib/false-answers.ts';
import { keepAwake } from '#web/lib/wake-lock.ts';
import { type CheckEvent, NO_CHECK, nextCheck } from './check-state.ts';

export function useCheck() {
  const [check, send] = useReducer(nextCheck, NO_CHECK);
  const running = useRef<AbortController | null>(null);
  const screen = useRef<HTMLDivElement>(null);

  const end = useCallback((event: CheckEvent) => {
    running.current?.abort();
    send(event);
  }, []);

  useEffect(() => {
    const onHidden = () => document.hidden && end({ type: 'left' });
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      running.current?.abort();
    };
  }, [end]);

  async function start(): Promise<void> {
    if (!screen.current) return;
    running.current?.abort();
    const attempt = new AbortController();
    running.current = attempt;
    const { signal } = attempt;
    send({ type: 'started' });
    // A check believes the browser again, and so finds out what it can do by now.
    forgetFalse();
    const letSleep = keepAwake();
    try {
      const [{ runCheck }, { allSteps }] = await Promise.all([import('./check-run.ts'), import('./all-steps.ts')]);
      await runCheck(allSteps(), { screen: screen.current, signal }, (event) => !signal.aborted && send(event));
    } catch {
      // The code of the steps did not arrive.
      if (!signal.aborted) send({ type: 'found', finding: { word: 'fails', reason: 'not-loaded', details: [] } });
      end({ type: 'cancelled' });
    } finally {
      letSleep();
    }
  }

  return { check, screen, start, cancel: () => end({ type: 'cancelled' }) };
}
