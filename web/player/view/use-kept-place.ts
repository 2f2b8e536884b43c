// A merged video begins where the live pair was, and keeps where it is for when that comes back.
import { useEffect, useRef } from 'react';
import type { KeptPlace } from '#web/player/controlled/play-place.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';

interface PlaceOptions {
  readonly place: KeptPlace | null;
  /** The moment of the video at which the swings meet, in seconds; null where that is not known. */
  readonly meetAt: number | null;
  /** Whether it may go on playing, where the visitor has asked for it. */
  readonly mayPlay: boolean;
  /** Whether the video is there. */
  readonly isReady: boolean;
}

/** Brings the video to the place as soon as it is there, once: later the visitor may have moved it. */
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
