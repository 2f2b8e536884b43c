// The seek slider of one video, with the positions above it. The picture updates during a drag.
import { type ReactNode, useState } from 'react';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { Slider } from '#web/ui/slider.tsx';
import { words } from '#web/words/words.ts';
import { percentOf, timeAtPercent } from './seek-text.ts';

interface SeekBarProps {
  readonly player: FramePlayer;
  /** Renders the ticks above the slider. `percentAt` converts a time to its percentage on the slider. */
  readonly ticks: ((percentAt: (time: number) => number) => ReactNode) | null;
  /** The accessible text of a time. */
  readonly textAt: (time: number) => string;
  readonly disabled: boolean;
}

/** The slider named "Seek", 0 to 100 in steps of 0.1. */
export function SeekBar({ player, ticks, textAt, disabled }: SeekBarProps) {
  const time = usePlayerState(player, (state) => state.targetTime);
  const span = usePlayerState(player, (state) => state.span);
  const [draggedPercent, setDraggedPercent] = useState<number | null>(null);

  function drag(percent: number) {
    setDraggedPercent(percent);
    void player.seekTo(timeAtPercent(percent, span));
  }

  return (
    <div>
      {ticks?.((at) => percentOf(at, span))}
      <Slider
        label={words.player.seek}
        min={0}
        max={100}
        step={0.1}
        value={draggedPercent ?? percentOf(time, span)}
        valueText={textAt(time)}
        onValueChange={drag}
        onValueCommit={() => setDraggedPercent(null)}
        disabled={disabled}
      />
    </div>
  );
}
