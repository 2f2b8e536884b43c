// Asks for a video of the server again when it does not come: the server restarts, or a phone is between two cells.
import { useEffect, useRef, useState } from 'react';
import type { FramePlayer } from './frame-player.ts';
import type { VideoState } from './video-store.ts';

/** Half a minute in all: a restart takes seconds, and a video that is gone for good is told of soon enough. */
const TRY_AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000, 4000, 8000, 15_000];

/** Reloads a broken video a few times. True once that was in vain. */
export function useRetriedVideo(player: FramePlayer, status: VideoState['status']): boolean {
  const tries = useRef(0);
  const [hasGivenUp, setGivenUp] = useState(false);

  useEffect(() => {
    if (status === 'ready') {
      tries.current = 0;
      setGivenUp(false);
    }
    if (status !== 'broken') return;
    const waitMs = TRY_AGAIN_AFTER_MS[tries.current];
    if (waitMs === undefined) return setGivenUp(true);
    tries.current += 1;
    const timer = setTimeout(player.reload, waitMs);
    return () => clearTimeout(timer);
  }, [player, status]);

  return hasGivenUp;
}
