// The marked positions of a side, shown above a timeline.
import type { Position } from '#domain/swing/swing.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { words } from '#web/words/words.ts';

export interface Tick {
  readonly position: Position;
  /** Its place, from 0 at the beginning to 100 at the end. */
  readonly percent: number;
}

interface PositionTicksProps {
  readonly ticks: readonly Tick[];
  readonly colorClass: 'text-you' | 'text-pro';
}

/** The shapes of the positions. Visual only, because the slider below them has the same information as text. */
export function PositionTicks({ ticks, colorClass }: PositionTicksProps) {
  return (
    // The slider's thumb, 24 px wide, stays within the track, so the row of ticks is narrower by that width.
    <div aria-hidden="true" className={`pointer-events-none relative mx-3 h-5 ${colorClass}`}>
      {ticks.map(({ position, percent }) => (
        <span
          key={position}
          style={{ left: `${percent}%` }}
          className="absolute inset-y-0 grid -translate-x-1/2 place-items-center"
        >
          <PositionShape position={position} className="size-3.5" />
        </span>
      ))}
    </div>
  );
}

/** A tick that goes to its position when it is pressed. */
export type PressableTick = Tick & { readonly label: string; readonly onPress: () => void };

interface PressableTicksProps extends PositionTicksProps {
  readonly ticks: readonly PressableTick[];
}

/** Buttons with the shape and letter of each position. */
export function PressableTicks({ ticks, colorClass }: PressableTicksProps) {
  return (
    <div className="relative mx-3 h-9">
      {ticks.map(({ position, percent, label, onPress }) => (
        <button
          key={position}
          type="button"
          aria-label={label}
          onClick={onPress}
          style={{ left: `${percent}%` }}
          className={`label absolute bottom-0 flex h-9 w-6 -translate-x-1/2 flex-col items-center justify-end gap-0.5 rounded-sm hover:brightness-125 ${colorClass}`}
        >
          <span aria-hidden="true">{words.swing.positions[position][0]}</span>
          <PositionShape position={position} className="size-3.5" />
        </button>
      ))}
    </div>
  );
}
