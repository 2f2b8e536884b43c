// The list of drawings with time and duration; pressing one seeks to it.
import { Circle, MoveUpRight, PenLine, Slash, Trash2, TriangleRight } from 'lucide-react';
import { Button, PlainIconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';
import { formatClock } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { SHOWN_OPTIONS, shownOf } from './drawing-bar.tsx';
import type { DrawnStroke, PlacedStroke } from './placed-stroke.ts';
import type { Drawings } from './use-drawing.ts';

interface DrawingListProps {
  readonly drawings: Drawings;
  /** The drawings that belong to this view, with their times in it. */
  readonly strokes: readonly (DrawnStroke & PlacedStroke)[];
  readonly onGo: (time: number) => void;
  readonly isNarrow: boolean;
}

export function DrawingList({ drawings: { pointAt, act }, strokes, onGo, isNarrow }: DrawingListProps) {
  if (strokes.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="label text-ink-soft">{words.drawing.listHeading}</p>

      <ul
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets
        role="list"
        aria-label={words.drawing.list}
        className={classNames('grid max-h-64 gap-x-6 overflow-y-auto', !isNarrow && 'lg:grid-cols-2')}
      >
        {strokes.map((stroke, index) => (
          <DrawingRow
            key={stroke.id}
            stroke={stroke}
            number={index + 1}
            onGo={() => onGo(stroke.timestamp)}
            onPoint={(isPointed) => pointAt(isPointed ? stroke.id : null)}
            onLast={(onlyThisFrame) => act({ does: 'last', id: stroke.id, onlyThisFrame })}
            onDelete={() => act({ does: 'delete', id: stroke.id })}
          />
        ))}
      </ul>
    </div>
  );
}

const ICONS = { free: PenLine, line: Slash, angle: TriangleRight, circle: Circle, arrow: MoveUpRight } as const;

interface DrawingRowProps {
  readonly stroke: DrawnStroke;
  readonly number: number;
  readonly onGo: () => void;
  readonly onPoint: (isPointed: boolean) => void;
  readonly onLast: (onlyThisFrame: boolean) => void;
  readonly onDelete: () => void;
}

function DrawingRow({ stroke, number, onGo, onPoint, onLast, onDelete }: DrawingRowProps) {
  const Icon = ICONS[stroke.tool];
  const time = formatClock(stroke.timestamp);
  return (
    <li
      className="flex flex-wrap items-center gap-1 border-b border-line max-sm:pb-2"
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
    >
      <Button variant="ghost" size="small" className="min-w-0 grow justify-start max-sm:basis-1/2" onClick={onGo}>
        <Icon className="size-5 shrink-0" style={{ color: stroke.color }} />
        <span className="figures w-6 shrink-0 text-left text-ink-soft">{number}</span>
        <span className="grow truncate text-left">{words.drawing.strokeNames[stroke.tool]}</span>
        <time className="figures">{time}</time>
      </Button>
      <Select
        label={say(words.drawing.shownOfDrawing, { number })}
        value={shownOf(stroke.onlyThisFrame)}
        onValueChange={(shown) => onLast(shown === 'only-this-frame')}
        options={SHOWN_OPTIONS}
        className="shrink-0 text-sm max-sm:order-last max-sm:ml-2 max-sm:grow"
      />
      <PlainIconButton icon={Trash2} label={say(words.drawing.deleteDrawing, { number })} onClick={onDelete} />
    </li>
  );
}
