// A read-only store: state and subscription without the setter.
import type { StoreApi } from 'zustand/vanilla';
import { withResolvers } from './with-resolvers.ts';

/** The part of a store that `useStore` and subscribers need. */
export type ReadonlyStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;

/**
 * The first answer that `answerIn` finds in a store's state, now or later; undefined means that there is none yet. Rejects
 * with the signal's reason.
 */
export function firstAnswer<State, Answer>(
  { getState, subscribe }: Pick<ReadonlyStore<State>, 'getState' | 'subscribe'>,
  answerIn: (state: State) => Answer | undefined,
  signal?: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = withResolvers<Answer>();
  if (signal?.aborted) return Promise.reject(signal.reason);
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  const look = (state: State) => {
    const answer = answerIn(state);
    if (answer !== undefined) resolve(answer);
  };
  const stop = subscribe(look);
  look(getState());
  return promise.finally(stop);
}
