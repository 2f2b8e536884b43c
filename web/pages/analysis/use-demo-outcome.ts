// What the demo's result view needs besides the video: its code, which brings the player, and the video's shape. The view
// takes the place of what was pressed in one go, once all is there: nothing comes and goes between, and nothing moves later.
import { useEffect, useState } from 'react';
import { readVideoShape, type VideoShape } from '#web/player/engine/video-shape.ts';
import type DemoOutcome from './demo-outcome.tsx';

interface LoadedOutcome {
  readonly mergedVideoUrl: string;
  readonly View: typeof DemoOutcome;
  readonly shape: VideoShape | null;
}

/** The view of a finished comparison as soon as it can be shown; null before, and without one. */
export function useDemoOutcome(mergedVideoUrl: string | null): LoadedOutcome | null {
  const [outcome, setOutcome] = useState<LoadedOutcome | null>(null);
  useEffect(() => {
    if (mergedVideoUrl === null) return;
    const left = new AbortController();
    Promise.all([import('./demo-outcome.tsx'), readVideoShape(mergedVideoUrl, left.signal)]).then(
      ([{ default: View }, shape]) => !left.signal.aborted && setOutcome({ mergedVideoUrl, View, shape }),
      (error: unknown) => {
        // Code that cannot be loaded is the page's own fault screen to tell of.
        setOutcome(() => {
          throw error;
        });
      },
    );
    return () => left.abort();
  }, [mergedVideoUrl]);
  return outcome?.mergedVideoUrl === mergedVideoUrl ? outcome : null;
}
