// Which of the two is shown in their one place: the live pair, or the merged video, which takes over when it is ready.
import { useEffect, useState } from 'react';
import type { ShownAs } from '#web/player/view/live-or-video.tsx';

/** What is shown, and what the visitor does about it. */
export interface ShownChoice {
  readonly shown: ShownAs;
  /** Whether the visitor has chosen it: a video that comes by itself waits to be played. */
  readonly isChosen: boolean;
  readonly choose: (shown: ShownAs) => void;
  /** The visitor does something with the live pair: the video is offered and does not take its place. */
  readonly useLive: () => void;
  /** Another video is being made, which takes over again. */
  readonly startOver: () => void;
}

/** Begins with the live pair. */
export function useShownAs(hasVideo: boolean): ShownChoice {
  const [chosen, setChosen] = useState<ShownAs | null>(null);
  const [isUsing, setUsing] = useState(false);
  // Without a video there is nothing to choose; the next one is a new one.
  useEffect(() => {
    if (!hasVideo) setChosen(null);
  }, [hasVideo]);
  const shown = hasVideo ? (chosen ?? (isUsing ? 'live' : 'video')) : 'live';
  return {
    shown,
    isChosen: chosen !== null,
    choose: setChosen,
    useLive: () => setUsing(true),
    startOver() {
      setChosen(null);
      setUsing(false);
    },
  };
}
