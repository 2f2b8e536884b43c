// React bindings of a synced pair: its state, the time of the frame that one of its sides shows, and its playback.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { shownFrameAt } from '#domain/comparison/timeline.ts';
import type { Side } from '#domain/side.ts';
import { type PlanTime, planTime } from '#domain/time.ts';
import { shownFrameTime } from '#domain/video/frame-times.ts';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import { SyncedPair, type SyncedState, type SyncedSwings } from './synced-pair.ts';

/** A pair that lives as long as the component. */
export function useSyncedPair(): SyncedPair {
  return useState(() => new SyncedPair())[0];
}

/** Part of a pair's state. The selector returns a primitive or a part of the state itself, never a new object. */
export function useSyncedState<Value>(pair: SyncedPair, selector: (state: SyncedState) => Value): Value {
  return useStore(pair, selector);
}

/** How often the timeline moves while the pair plays, per second: each move lays out and paints the page again. */
const READINGS_PER_SECOND = 15;

/** The plan time to show beside the pictures: the exact one while they stand, one in steps while they play. */
export function readTime({ at, playing }: SyncedState): PlanTime {
  return playing ? planTime(Math.floor(at * READINGS_PER_SECOND) / READINGS_PER_SECOND) : at;
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

/**
 * Passes the swings to the pair. The first time, playback resumes at `place`, or else starts automatically unless the
 * visitor prefers reduced motion.
 */
export function usePlaying(pair: SyncedPair, swings: SyncedSwings | null, place: KeptPlace | null): void {
  const hasStarted = useRef(false);
  // Unsubscribes before the videos are removed, because that stops the pair, which is not the visitor's last state.
  useLayoutEffect(() => {
    if (!place) return;
    return pair.subscribe(({ at, playing, speed, swings: shown }) => {
      if (hasStarted.current && shown) place.setState({ fromMeeting: at - shown.plan.meetAt, playing, speed }, true);
    });
  }, [pair, place]);
  useEffect(() => {
    pair.setSwings(swings);
    if (!swings || hasStarted.current) return;
    const from = place?.getState();
    hasStarted.current = true;
    if (from) {
      pair.setSpeed(from.speed);
      void pair.seekTo(swings.plan.meetAt + from.fromMeeting);
      pair.setPlaying(from.playing);
    } else if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) pair.setPlaying(true);
  }, [pair, swings, place]);
}
