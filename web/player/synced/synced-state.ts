// React bindings of a synced pair, and the time of the frame that one of its sides shows.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Side } from '#domain/comparison/comparison-choices.ts';
import { shownFrameAt } from '#domain/comparison/timeline.ts';
import { shownFrameTime } from '#domain/video/frame-times.ts';
import { SyncedPair, type SyncedState } from './synced-pair.ts';

/** A pair that lives as long as the component. */
export function useSyncedPair(): SyncedPair {
  return useState(() => new SyncedPair())[0];
}

/** Part of a pair's state. The selector returns a primitive or a part of the state itself, never a new object. */
export function useSyncedState<Value>(pair: SyncedPair, selector: (state: SyncedState) => Value): Value {
  return useStore(pair, selector);
}

/** The time of the frame on screen, in seconds of its clip, as reported by the browser, else as planned. */
export function useShownTime(pair: SyncedPair, side: Side): number | null {
  const presented = useStore(pair.video(side), ({ presentedTime }) => presentedTime);
  const planned = useSyncedState(pair, (state) => plannedTime(state, side));
  return presented ?? planned;
}

/** The current value of {@link useShownTime}. */
export function shownTime(pair: SyncedPair, side: Side): number | null {
  return pair.video(side).getState().presentedTime ?? plannedTime(pair.getState(), side);
}

function plannedTime({ swings, at, apart }: SyncedState, side: Side): number | null {
  if (!swings) return null;
  const frameTimes = swings.frameTimes[side];
  return apart ? shownFrameTime(frameTimes, apart[side]) : shownFrameAt(swings.plan, side, frameTimes, at);
}
