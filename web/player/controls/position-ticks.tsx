// The marked positions of a side with their shapes: above a timeline, and as buttons that go to them.
import type { Position } from '#domain/swing/swing.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { IconButton } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';
import { useLongPress } from './use-long-press.ts';

interface Tick {
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
type PressableTick = Tick & { readonly label: string; readonly onPress: () => void };

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

interface PositionJump {
  readonly position: Position;
  readonly label: string;
  readonly tip: string;
  readonly onPress: () => void;
  /** The action of a long press, if it differs from that of a press. */
  readonly onHold?: () => void;
}

interface PositionJumpsProps {
  readonly jumps: readonly PositionJump[];
  readonly colorClass: 'text-you' | 'text-pro';
  readonly disabled: boolean;
  /** Whether the ticks can be pressed too. If so, these buttons are hidden on small screens. */
  readonly isBesideTicks?: boolean;
}

export function PositionJumps({ jumps, colorClass, disabled, isBesideTicks = false }: PositionJumpsProps) {
  const press = useLongPress();
  return (
    <div className={classNames('items-center', isBesideTicks ? 'hidden lg:flex' : 'flex')}>
      {jumps.map(({ position, label, tip, onPress, onHold = onPress }) => (
        <IconButton key={position} label={label} tip={tip} disabled={disabled} {...press(onPress, onHold)}>
          <span className={`grid justify-items-center gap-0.5 text-xs font-semibold ${colorClass}`}>
            <PositionShape position={position} className="size-3.5" />
            {words.swing.positions[position]}
          </span>
        </IconButton>
      ))}
    </div>
  );
}
