// What the page's only player shows: the live pair until the visitor chooses the merged video.
import { type RefObject, useEffect, useState } from 'react';
import type { Drawings } from '#web/features/drawing/use-drawing.ts';
import type { ShownAs } from '#web/player/view/live-or-video.tsx';

/** The part that is shown, and the visitor's choice. `bar` is the element above the player. */
export function useShownAs(hasVideo: boolean, drawings: Drawings, bar: RefObject<HTMLElement | null>) {
  const [chosen, choose] = useState<ShownAs>('live');
  const [isLiveThere, setLiveThere] = useState(true);
  const shown: ShownAs = hasVideo && (chosen === 'video' || !isLiveThere) ? 'video' : 'live';
  const { view, setView } = drawings;

  // Drawing on the video requires the video.
  useEffect(() => {
    if (view === 'merged' && hasVideo) choose('video');
  }, [view, hasVideo]);

  /** Shows one of them, scrolled to the top of the page's player. */
  function show(next: ShownAs) {
    if (next === 'live' && view === 'merged') setView(null);
    choose(next);
    requestAnimationFrame(() => {
      const top = (bar.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      window.scrollTo({ top, behavior: 'instant' });
    });
  }

  return { shown, show, canChoose: isLiveThere, giveUpLive: () => setLiveThere(false) };
}
