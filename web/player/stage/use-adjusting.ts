// Lets the visitor move and scale both pictures by hand, with both golfers at rest.
import { useState } from 'react';
import { type ComparisonChoices, laysOver, type Side } from '#domain/comparison/comparison-choices.ts';
import { sourceTime } from '#domain/time.ts';
import type { PictureZoom } from '#web/player/screen/use-zoom.ts';
import type { SyncedPair, SyncedSwings } from '#web/player/synced/synced-pair.ts';

/** Whether pictures are being adjusted, and the function that starts and ends it. */
export interface Adjusting {
  readonly isOn: boolean;
  /** Null if the layout leaves nothing to adjust. */
  readonly adjust: ((isOn: boolean) => void) | null;
}

export function useAdjusting(
  pair: SyncedPair,
  { plan, marks }: SyncedSwings,
  choices: ComparisonChoices,
  pictureZoom: PictureZoom,
): Adjusting {
  const [isWanted, setWanted] = useState(false);
  const canAdjust = !laysOver(choices.layout);
  const isOn = isWanted && canAdjust && choices.framing !== 'full';
  const restOf = (side: Side) => sourceTime(marks[side].restTime ?? plan.panes[side].firstFrameAt);

  function adjust(begins: boolean) {
    setWanted(begins);
    if (begins) {
      // In a zoomed picture the handles for head and feet may be out of view.
      pictureZoom.reset();
      pair.goApart({ user: restOf('user'), pro: restOf('pro') });
    } else if (isOn) pair.goTo(pair.getState().at);
  }

  return { isOn, adjust: canAdjust ? adjust : null };
}
