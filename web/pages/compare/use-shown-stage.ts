// Delays the 'done' stage until the merged video's size is known, so that the layout does not shift.
import { useEffect, useState } from 'react';
import { readVideoShape, type VideoShape } from '#web/player/engine/video-shape.ts';
import type { MergeStage } from './run-merge.ts';

export interface ShownStage {
  readonly stage: MergeStage;
  /** The aspect ratio of the merged video; null while unknown or without one. */
  readonly shape: VideoShape | null;
}

export function useShownStage(stage: MergeStage): ShownStage {
  const [shown, setShown] = useState<ShownStage>({ stage, shape: null });
  useEffect(() => {
    if (stage.stage !== 'done') {
      setShown({ stage, shape: null });
      return;
    }
    const left = new AbortController();
    void readVideoShape(stage.mergedVideoUrl, left.signal).then(
      (shape) => !left.signal.aborted && setShown({ stage, shape }),
    );
    return () => left.abort();
  }, [stage]);
  return shown;
}
