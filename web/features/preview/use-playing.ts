// Passes the swings to the live pair.
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';

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
