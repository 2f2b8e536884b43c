// React bindings of a synced pair.
import { useState } from 'react';
import { useStore } from 'zustand';
import { SyncedPair, type SyncedState } from './synced-pair.ts';

/** A pair that lives as long as the component. */
export function useSyncedPair(): SyncedPair {
  return useState(() => new SyncedPair())[0];
}

/** Part of a pair's state. The selector returns a primitive or a part of the state itself, never a new object. */
export function useSyncedState<Value>(pair: SyncedPair, selector: (state: SyncedState) => Value): Value {
  return useStore(pair, selector);
}
