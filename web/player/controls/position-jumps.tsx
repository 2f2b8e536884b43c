// The buttons that go to rest, top and strike, with the positions' shapes.
import type { Position } from '#domain/swing/swing.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useLongPress } from './use-long-press.ts';

export interface PositionJump {
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
          <span className={colorClass}>
            <PositionShape position={position} />
          </span>
        </IconButton>
      ))}
    </div>
  );
}
