// Gives the live pair what it plays.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';

/** Gives the pair what it plays. The first time it starts by itself, unless the visitor wants no motion, or goes on at a place. */
export function usePlaying(pair: SyncedPair, swings: SyncedSwings | null, place: KeptPlace | null): void {
  const hasStarted = useRef(false);
  // Ends before the videos are taken away: that stops the pair, and is not what the visitor saw last.
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
