// The three mark buttons within reach of the thumb, on screens that show the marker panel below the video.
import { POSITIONS, type Position, type SwingAnnotations, timeOf } from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import { formatMark } from '#web/swing/format-mark.ts';
import { PositionShape } from '#web/swing/position-shape.tsx';
import { Button } from '#web/ui/button.tsx';
import { say, words } from '#web/words/words.ts';

interface MarkBarProps {
  readonly annotations: SwingAnnotations;
  /** The side's colour for the shapes of set positions. */
  readonly colorClass: 'text-you' | 'text-pro';
  /** True until there is a picture to mark. */
  readonly disabled: boolean;
  /** The clip's frame rate; null if its frames could not be read. */
  readonly frameRate: FrameRate | null;
  readonly onMark: (position: Position) => void;
}

/** A button for each position with its shape and marked time. The first unmarked position stands out. */
export function MarkBar({ annotations, colorClass, disabled, frameRate, onMark }: MarkBarProps) {
  const next = POSITIONS.find((position) => timeOf(annotations, position) === null);
  return (
    <div className="grid grid-cols-3 gap-2">
      {POSITIONS.map((position) => {
        const time = timeOf(annotations, position);
        return (
          <Button
            key={position}
            variant={position === next ? 'primary' : 'secondary'}
            disabled={disabled}
            aria-label={say(words.annotate.mark, { position: words.swing.positions[position] })}
            onClick={() => onMark(position)}
            className="min-h-14! px-1! leading-tight"
          >
            <span className={time === null ? undefined : colorClass}>
              <PositionShape position={position} />
            </span>
            <span className="grid text-left">
              {words.swing.positions[position]}
              <span className="figures text-sm font-normal">
                {time === null ? words.annotate.notSet : formatMark(time, frameRate)}
              </span>
            </span>
          </Button>
        );
      })}
    </div>
  );
}
