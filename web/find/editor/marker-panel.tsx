// 'Mark Key Positions' and 'Annotation Progress' (specification §2) in one line, open while a position is missing: the
// three positions, their state, and corrections.
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import {
  firstOutOfOrder,
  isFullyMarked,
  markedCount,
  POSITIONS,
  type Position,
  type SwingAnnotations,
  timeOf,
} from '#domain/swing/swing.ts';
import type { FrameRate } from '#domain/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Status } from '#web/ui/status.tsx';
import { IconButton, Tooltip } from '#web/ui/tooltip.tsx';
import { formatMark } from '#web/words/swing-words.ts';
import { say, words } from '#web/words/words.ts';

interface MarkerPanelProps {
  readonly annotations: SwingAnnotations;
  /** The side's color for the shapes of set positions. */
  readonly colorClass: 'text-you' | 'text-pro';
  /** True until there is a picture to mark. */
  readonly disabled: boolean;
  readonly canNudge: boolean;
  /** Whether proposals wait for an answer, so that nothing need be marked by hand. */
  readonly awaitsAnswer: boolean;
  readonly frameRate: FrameRate | null;
  readonly onMark: (position: Position) => void;
  readonly onJump: (time: number) => void;
  readonly onNudge: (position: Position, frames: number) => void;
  readonly onClear: (position: Position) => void;
}

export function MarkerPanel(props: MarkerPanelProps) {
  const { annotations, awaitsAnswer } = props;
  const count = markedCount(annotations);
  const problem = orderSentence(annotations);
  const isFull = isFullyMarked(annotations);
  return (
    <Card className="px-4! py-1!">
      <details open={!awaitsAnswer && (!isFull || problem !== null)}>
        <summary className="figures min-h-11">{say(words.annotate.markedCount, { count })}</summary>
        <h3 className="display mt-1 mb-3 text-xl">{words.annotate.markHeading}</h3>
        <ul className="grid gap-4">
          {POSITIONS.map((position) => (
            <PositionRow key={position} position={position} {...props} />
          ))}
        </ul>
        <h3 className="display mt-5 mb-3 text-xl">{words.annotate.progressHeading}</h3>
        <Progress label={words.annotate.markedBar} percent={Math.round((count / POSITIONS.length) * 100)} />
      </details>
      <Status className="font-semibold text-flag-ink not-empty:my-2">{problem}</Status>
      <Status className="font-semibold text-fairway not-empty:mb-2">{isFull && words.annotate.allMarked}</Status>
    </Card>
  );
}

interface PositionRowProps extends MarkerPanelProps {
  readonly position: Position;
}

function PositionRow(props: PositionRowProps) {
  const { position, annotations, colorClass, disabled, onMark, onClear } = props;
  const time = timeOf(annotations, position);
  const name = words.swing.positions[position];
  return (
    <li>
      <div className="flex min-h-11 items-center gap-2">
        <PositionShape position={position} className={`size-4 ${time === null ? 'text-edge' : colorClass}`} />
        <span className="grow">
          <strong>{name}</strong> <span className="text-sm text-ink-soft">{words.annotate.meanings[position]}</span>
        </span>
        {time !== null && (
          <IconButton
            icon={X}
            label={aboutPosition(words.annotate.clear, position)}
            onClick={() => onClear(position)}
          />
        )}
      </div>
      <div className="flex items-center justify-between gap-1">
        <Tooltip content={say(words.annotate.markTip, { key: position.charAt(0).toUpperCase() })}>
          <Button
            size="small"
            variant={position === nextToMark(annotations) ? 'primary' : 'secondary'}
            disabled={disabled}
            onClick={() => onMark(position)}
            // On narrower screens the MarkBar below the video replaces the button.
            className="min-w-27 max-lg:hidden"
          >
            {say(words.annotate.mark, { position: name })}
          </Button>
        </Tooltip>
        {time === null ? (
          <span className="px-3 text-sm text-ink-soft">{words.annotate.notSet}</span>
        ) : (
          <SetPosition {...props} time={time} />
        )}
      </div>
    </li>
  );
}

function SetPosition(props: PositionRowProps & { readonly time: number }) {
  const { position, time, disabled, canNudge, frameRate, onJump, onNudge } = props;
  return (
    <div className="flex items-center">
      <IconButton
        icon={ChevronLeft}
        label={aboutPosition(words.annotate.frameBack, position)}
        disabled={disabled || !canNudge}
        onClick={() => onNudge(position, -1)}
      />
      <Tooltip content={aboutPosition(words.annotate.show, position)}>
        <Button
          size="small"
          variant="ghost"
          aria-label={say(words.annotate.goTo, {
            position: words.swing.positionsInText[position],
            reading: formatMark(time, frameRate),
          })}
          disabled={disabled}
          onClick={() => onJump(time)}
          className="figures px-1!"
        >
          {formatMark(time, frameRate)}
        </Button>
      </Tooltip>
      <IconButton
        icon={ChevronRight}
        label={aboutPosition(words.annotate.frameForward, position)}
        disabled={disabled || !canNudge}
        onClick={() => onNudge(position, 1)}
      />
    </div>
  );
}

type MarkBarProps = Pick<MarkerPanelProps, 'annotations' | 'colorClass' | 'disabled' | 'frameRate' | 'onMark'>;

/**
 * The mark buttons within reach of the thumb, on screens that show the panel below the video: each with its shape and
 * marked time. The first unmarked position stands out.
 */
export function MarkBar({ annotations, colorClass, disabled, frameRate, onMark }: MarkBarProps) {
  return (
    <div className="grid grid-cols-3 gap-2">
      {POSITIONS.map((position) => {
        const time = timeOf(annotations, position);
        return (
          <Button
            key={position}
            variant={position === nextToMark(annotations) ? 'primary' : 'secondary'}
            disabled={disabled}
            aria-label={say(words.annotate.mark, { position: words.swing.positions[position] })}
            onClick={() => onMark(position)}
            className="min-h-14! px-1! leading-tight"
          >
            <PositionShape position={position} className={classNames('size-4', time !== null && colorClass)} />
            <span className="grid text-left">
              {words.swing.positions[position]}
              <span className="figures text-sm font-normal">{time !== null && formatMark(time, frameRate)}</span>
            </span>
          </Button>
        );
      })}
    </div>
  );
}

function nextToMark(annotations: SwingAnnotations): Position | undefined {
  return POSITIONS.find((position) => timeOf(annotations, position) === null);
}

function aboutPosition(text: string, position: Position): string {
  return say(text, { position: words.swing.positionsInText[position] });
}

/** A sentence to show when the marked positions are not in the order rest, top, strike; null when they are. */
export function orderSentence(annotations: SwingAnnotations): string | null {
  const pair = firstOutOfOrder(annotations);
  if (!pair) return null;
  const [earlier, later] = pair;
  const isSameFrame = timeOf(annotations, earlier) === timeOf(annotations, later);
  return say(isSameFrame ? words.annotate.sameFrame : words.annotate.wrongOrder, {
    earlier: words.swing.positionsInText[earlier],
    later: words.swing.positionsInText[later],
  });
}
