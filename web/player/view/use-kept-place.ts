// Starts a merged video at the place of the synced preview, and stores its own place for the way back.
import { useEffect, useRef } from 'react';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';

interface PlaceOptions {
  readonly place: KeptPlace | null;
  /** The time in the video at which the swings meet, in seconds; null if unknown. */
  readonly meetAt: number | null;
  /** Whether playback may continue, as the visitor requested. */
  readonly mayPlay: boolean;
  /** Whether the video is ready. */
  readonly isReady: boolean;
}

/** Seeks the video to the place once, as soon as it is ready. Later the visitor may have moved it. */
export function useKeptPlace(player: FramePlayer, { place, meetAt, mayPlay, isReady }: PlaceOptions): void {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isReady || meetAt === null || hasBegun.current) return;
    hasBegun.current = true;
    const from = place?.getState();
    if (!from) return;
    player.setSpeed(from.speed);
    player.goTo(Math.max(0, meetAt + from.fromMeeting));
    if (mayPlay && from.playing) player.togglePlay();
  }, [player, place, meetAt, mayPlay, isReady]);

  useEffect(() => {
    if (!place || meetAt === null) return;
    return player.subscribe(({ status, at, playing, speed }) => {
      if (hasBegun.current && status === 'ready') place.setState({ fromMeeting: at - meetAt, playing, speed }, true);
    });
  }, [player, place, meetAt]);
}
