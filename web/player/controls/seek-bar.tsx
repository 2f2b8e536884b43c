// The seek slider with the marked positions above it. The picture follows while dragging.
import { useState } from 'react';
import { POSITIONS, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import type { FramePlayer } from '#web/player/engine/frame-player.ts';
import { usePlayerState } from '#web/player/engine/use-player.ts';
import { formatMark } from '#web/swing/format-mark.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';
import { percentOf, seekText, timeAtPercent } from './seek-text.ts';

interface SeekBarProps {
  readonly player: FramePlayer;
  readonly marks: SideMarks | null;
  readonly disabled: boolean;
}

/** The marked positions of one side, in that side's colour. */
export interface SideMarks {
  readonly annotations: SwingAnnotations;
  /** The clip's, or null where its frames could not be read. */
  readonly frameRate: FrameRate | null;
  readonly colorClass: 'text-you' | 'text-pro';
}

/** The slider named "Seek", 0 to 100 in steps of 0.1. */
export function SeekBar({ player, marks, disabled }: SeekBarProps) {
  const time = usePlayerState(player, (state) => state.targetTime);
  const span = usePlayerState(player, (state) => state.span);
  const [draggedPercent, setDraggedPercent] = useState<number | null>(null);

  function drag(percent: number) {
    setDraggedPercent(percent);
    void player.seekTo(timeAtPercent(percent, span));
  }

  return (
    <div>
      {marks && <MarkTicks {...marks} percentAt={(at) => percentOf(at, span)} onJump={player.goTo} />}
      <Slider
        label={words.player.seek}
        min={0}
        max={100}
        step={0.1}
        value={draggedPercent ?? percentOf(time, span)}
        valueText={seekText(time, marks)}
        onValueChange={drag}
        onValueCommit={() => setDraggedPercent(null)}
        disabled={disabled}
      />
    </div>
  );
}

interface MarkTicksProps extends SideMarks {
  readonly percentAt: (time: number) => number;
  readonly onJump: (time: number) => void;
}

/** Shape and letter of each marked position above its place; pressing one goes there. */
function MarkTicks({ annotations, frameRate, colorClass, percentAt, onJump }: MarkTicksProps) {
  return (
    // The slider's thumb, 24 px wide, stays within the track: the ticks' row is as much narrower.
    <div className="relative mx-3 h-9">
      {POSITIONS.map((position) => {
        const time = timeOf(annotations, position);
        if (time === null) return null;
        return (
          <button
            key={position}
            type="button"
            aria-label={say(words.player.goTo, {
              position: words.swing.positionsInText[position],
              time: formatMark(time, frameRate),
            })}
            onClick={() => onJump(time)}
            style={{ left: `${percentAt(time)}%` }}
            className={`label absolute bottom-0 flex h-9 w-6 -translate-x-1/2 flex-col items-center justify-end gap-0.5 rounded-sm hover:brightness-125 ${colorClass}`}
          >
            <span aria-hidden="true">{words.swing.positions[position][0]}</span>
            <PositionShape position={position} className="size-3.5" />
          </button>
        );
      })}
    </div>
  );
}
