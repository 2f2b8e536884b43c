// The answer to a question that takes time, in React.
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The answer about a key, which is asked for again whenever the key changes. Null until it is there, without a key, and
 * if the question fails. The signal is aborted when the answer is no longer wanted.
 */
export function useAnswer<Key, Answer>(
  key: Key,
  ask: (key: NonNullable<Key>, signal: AbortSignal) => Promise<Answer>,
): Answer | null {
  const [answered, setAnswered] = useState<{ readonly key: Key; readonly answer: Answer } | null>(null);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === null || key === undefined) return;
    const left = new AbortController();
    askNow(key, left.signal).then(
      (answer) => !left.signal.aborted && setAnswered({ key, answer }),
      () => undefined,
    );
    return () => left.abort();
  }, [key]);
  return answered?.key === key ? answered.answer : null;
}
