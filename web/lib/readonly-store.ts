// A read-only store: state and subscription without the setter.
import type { StoreApi } from 'zustand/vanilla';

/** The part of a store that `useStore` and subscribers need. */
export type ReadonlyStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;
