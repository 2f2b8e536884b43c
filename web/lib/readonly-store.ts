// A store as its readers see it: state and subscription without the setter.
import type { StoreApi } from 'zustand/vanilla';

/** What `useStore` and subscribers need of a store. */
export type ReadonlyStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>;
