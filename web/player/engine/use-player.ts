// React bindings of a frame player.
import { useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import type { ControlledPlayer, ControlState } from '#web/player/controlled/controlled-player.ts';
import { createFramePlayer, type FramePlayer, type PlayerState } from './frame-player.ts';

/** A player that lives as long as the component. */
export function usePlayer(): FramePlayer {
  return useState(createFramePlayer)[0];
}

/** Part of a player's state. The selector returns a primitive or a part of the state itself, never a new object. */
export function usePlayerState<Value>(player: FramePlayer, selector: (state: PlayerState) => Value): Value {
  return useStore(player, selector);
}

/** Part of any player's state, as its controls show it. */
export function useControlState<Value>(player: ControlledPlayer, selector: (state: ControlState) => Value): Value {
  return useStore(player, selector);
}

/**
 * A value that changes with every frame. During playback a slow device may skip some of them, so that presses do not wait
 * for their rendering; a paused player shows the value at once.
 */
export function usePassingValue<Value>(player: ControlledPlayer, value: Value): Value {
  const isPlaying = useStore(player, ({ playing }) => playing);
  const later = useDeferredValue(value);
  return isPlaying ? later : value;
}
