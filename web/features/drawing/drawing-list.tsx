// The drawings on a video, each with the moment from which it is shown: pressed, the video goes there.
import { PenLine, Slash, Trash2 } from 'lucide-react';
import { formatClock } from '#domain/format-time.ts';
import type { FramePlayer } from '#web/player/frame-player.ts';
import { Button } from '#web/ui/button.tsx';
import type { DrawnStroke } from './drawing-history.ts';
import type { Drawings } from './use-drawing.ts';

const TOOL_NAMES = { free: 'Stroke', line: 'Line' } as const;

interface DrawingListProps {
  readonly player: FramePlayer;
  readonly drawings: Drawings;
}

/** The list; nothing while there are no drawings. */
export function DrawingList({ player, drawings: { strokes, pointAt, act } }: DrawingListProps) {
  if (strokes.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="label text-ink-soft">Drawings, each shown from its moment on</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of a list without bullets */}
      <ul role="list" aria-label="Drawings" className="grid max-h-64 gap-x-6 overflow-y-auto sm:grid-cols-2">
        {strokes.map((stroke, index) => (
          <DrawingRow
            key={stroke.id}
            stroke={stroke}
            number={index + 1}
            onGo={() => player.goTo(stroke.timestamp)}
            onPoint={(isPointed) => pointAt(isPointed ? stroke.id : null)}
            onDelete={() => act({ does: 'delete', id: stroke.id })}
          />
        ))}
      </ul>
    </div>
  );
}

interface DrawingRowProps {
  readonly stroke: DrawnStroke;
  readonly number: number;
  readonly onGo: () => void;
  readonly onPoint: (isPointed: boolean) => void;
  readonly onDelete: () => void;
}

function DrawingRow({ stroke, number, onGo, onPoint, onDelete }: DrawingRowProps) {
  const Icon = stroke.tool === 'free' ? PenLine : Slash;
  const time = formatClock(stroke.timestamp);
  return (
    <li
      className="flex items-center border-b border-line"
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
    >
      <Button variant="ghost" size="small" className="min-w-0 grow justify-start" onClick={onGo}>
        <Icon aria-hidden="true" className="size-5 shrink-0" style={{ color: stroke.color }} />
        <span className="figures w-6 shrink-0 text-left text-ink-soft">{number}</span>
        <span className="grow truncate text-left">{TOOL_NAMES[stroke.tool]}</span>
        <time className="figures">{time}</time>
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete drawing ${number}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" className="size-5" />
      </Button>
    </li>
  );
}
