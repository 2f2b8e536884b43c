// The drawing tools of the stage and of the merged video: an icon bar, one popover for color and width, and undo within
// reach. The preset colors are visible on grass, sky and clothes.
import {
  Circle,
  Eraser,
  Move,
  MoveUpRight,
  PenLine,
  PersonStanding,
  Redo2,
  Slash,
  Trash2,
  TriangleRight,
  Undo2,
} from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { DRAWING_WIDTH } from '#domain/drawing/drawing.ts';
import { TEMPLATES, type Template } from '#domain/drawing/templates.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { classNames } from '#web/ui/class-names.ts';
import { RadioTile } from '#web/ui/radio.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { IconButton, Tooltip } from '#web/ui/tooltip.tsx';
import { say, words } from '#web/words/words.ts';
import type { Drawings, DrawingTool } from './use-drawing.ts';

interface DrawingBarProps {
  readonly drawings: Drawings;
  readonly names: Readonly<Record<Side, string>>;
  /** Whether the tools can be used. */
  readonly isOn: boolean;
  /** Whether the places of both pictures are known, so that a line can be drawn on both. */
  readonly hasSides: boolean;
  /** Puts a template on the golfers of the given sides. */
  readonly onTemplate: (template: Template, sides: readonly Side[]) => void;
  /** Precedes the pen. */
  readonly children?: ReactNode;
}

const TOOLS: readonly (readonly [DrawingTool, ReactNode])[] = [
  ['select', <Move key="select" className="size-5" />],
  ['free', <PenLine key="free" className="size-5" />],
  ['line', <Slash key="line" className="size-5" />],
  [
    'both',
    <span key="both" aria-hidden="true" className="flex">
      <Slash className="-mr-2.5 size-5" />
      <Slash className="size-5" />
    </span>,
  ],
  ['angle', <TriangleRight key="angle" className="size-5" />],
  ['circle', <Circle key="circle" className="size-5" />],
  ['arrow', <MoveUpRight key="arrow" className="size-5" />],
];

const TURNED_BY_SHIFT: readonly DrawingTool[] = ['line', 'both', 'arrow', 'angle'];

export function DrawingBar({ drawings, names, isOn, hasSides, onTemplate, children }: DrawingBarProps) {
  const { tool, setTool } = drawings;
  const group = useId();
  return (
    <>
      <div className="flex items-center gap-0.5">
        {children}
        <PenPopover drawings={drawings} />
        <BodyPopover names={names} onTemplate={onTemplate} />
        <span className="ml-auto flex">
          {historyActions(drawings).map(({ label, keys, Icon, ...rest }) => (
            <IconButton icon={Icon} key={label} label={label} tip={keys && `${label} (${keys})`} {...rest} />
          ))}
        </span>
      </div>
      <fieldset
        disabled={!isOn}
        className="flex justify-between gap-0.5 rounded-md bg-sunken p-0.5 disabled:opacity-40"
      >
        <legend className="sr-only">{words.drawing.toolChoice}</legend>
        {TOOLS.filter(([one]) => hasSides || one !== 'both').map(([one, icon]) => (
          <Tooltip key={one} content={words.drawing.tools[one]}>
            <RadioTile
              name={group}
              aria-label={words.drawing.tools[one]}
              checked={tool === one}
              onChange={() => setTool(one)}
              className="grid min-h-11 grow place-items-center rounded-md text-ink-soft hover:text-ink"
            >
              {icon}
            </RadioTile>
          </Tooltip>
        ))}
      </fieldset>
      <p className="text-sm text-ink-soft">
        {isOn ? words.drawing.toolHints[tool] : words.drawing.modeHint}{' '}
        {isOn && TURNED_BY_SHIFT.includes(tool) && (
          <span className="pointer-coarse:hidden">{words.drawing.shiftHint}</span>
        )}
      </p>
    </>
  );
}

interface BarPopoverProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Whether the label also appears as a tooltip. */
  readonly hasTooltip?: boolean;
  readonly children: ReactNode;
}

function BarPopover({ label, icon, hasTooltip = false, children }: BarPopoverProps) {
  const trigger = (
    <Popover.Trigger aria-label={label} className="grid size-11 place-items-center rounded-md hover:bg-raised">
      {icon}
    </Popover.Trigger>
  );
  return (
    <Popover.Root>
      {hasTooltip ? <Tooltip content={label}>{trigger}</Tooltip> : trigger}
      <Popover.Portal>
        <Popover.Content side="top" sideOffset={8} collisionPadding={8} aria-label={label} className={CONTENT}>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const CONTENT =
  'stage z-50 grid w-[min(22rem,calc(100vw-1rem))] max-h-(--radix-popover-content-available-height) gap-2 overflow-y-auto rounded-lg bg-raised p-3 shadow-xl';

function PenPopover({ drawings }: Pick<DrawingBarProps, 'drawings'>) {
  const { color, width, onlyThisFrame, setOnlyThisFrame } = drawings;
  const group = useId();
  return (
    <BarPopover
      label={words.drawing.penChoice}
      icon={
        <span
          className="rounded-full ring-2 ring-ink forced-color-adjust-none"
          style={{ backgroundColor: color, width: `${12 + width / 2}px`, height: `${12 + width / 2}px` }}
        />
      }
    >
      <PenChoice drawings={drawings} />
      <fieldset className="flex rounded-md bg-sunken p-0.5">
        <legend className="sr-only">{words.drawing.shownChoice}</legend>
        {SHOWN_OPTIONS.map(({ value, label }) => (
          <RadioTile
            key={value}
            name={group}
            checked={shownOf(onlyThisFrame) === value}
            onChange={() => setOnlyThisFrame(value === 'only-this-frame')}
            className="grid min-h-11 grow place-items-center rounded-md px-2 text-sm font-semibold text-ink-soft"
          >
            {label}
          </RadioTile>
        ))}
      </fieldset>
    </BarPopover>
  );
}

function BodyPopover({ names, onTemplate }: Pick<DrawingBarProps, 'names' | 'onTemplate'>) {
  const rows: readonly (readonly [string, readonly Side[]])[] = [
    [words.drawing.templatesOnBoth, SIDES],
    ...SIDES.map((side) => [say(words.drawing.templatesFor, { of: names[side] }), [side]] as const),
  ];
  return (
    <BarPopover label={words.drawing.onBody} icon={<PersonStanding className="size-6" />} hasTooltip>
      {rows.map(([label, of]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend apart from the row
        <div key={label} role="group" aria-label={label} className="grid grid-cols-3 gap-1">
          <span className="col-span-3 truncate text-sm font-semibold text-ink-soft">{label}</span>
          {TEMPLATES.map((template) => (
            <Popover.Close
              key={template}
              onClick={() => onTemplate(template, of)}
              className="min-h-11 rounded-md bg-paper px-2 text-sm font-semibold hover:bg-sunken"
            >
              {words.drawing.templates[template]}
            </Popover.Close>
          ))}
        </div>
      ))}
    </BarPopover>
  );
}

/** Undo, redo, delete and clear. */
function historyActions({ act, canUndo, canRedo, strokes, chosenId, deleteChosen }: Drawings) {
  const { undo, redo } = words.actions;
  const { undoKeys, redoKeys } = words.drawing;
  return [
    { label: undo, keys: undoKeys, Icon: Undo2, disabled: !canUndo, onClick: () => act({ does: 'undo' }) },
    { label: redo, keys: redoKeys, Icon: Redo2, disabled: !canRedo, onClick: () => act({ does: 'redo' }) },
    ...(chosenId === null ? [] : [{ label: words.drawing.deleteChosen, Icon: Trash2, onClick: deleteChosen }]),
    { label: words.drawing.clear, Icon: Eraser, disabled: strokes.length === 0, onClick: () => act({ does: 'clear' }) },
  ] satisfies readonly { keys?: string; disabled?: boolean; [part: string]: unknown }[];
}

const SWATCHES = [
  { name: words.drawing.colors.red, color: '#ff0000' },
  { name: words.drawing.colors.yellow, color: '#ffd60a' },
  { name: words.drawing.colors.blue, color: '#2f9bff' },
  { name: words.drawing.colors.white, color: '#ffffff' },
] as const;

function ColorChoice({ color: value, setColor: onChange }: Pick<Drawings, 'color' | 'setColor'>) {
  return (
    <fieldset aria-label={words.drawing.penColor} className="flex flex-wrap items-center gap-1">
      {SWATCHES.map(({ name, color }) => (
        <button
          key={color}
          type="button"
          aria-label={name}
          aria-pressed={value === color}
          onClick={() => onChange(color)}
          className="grid size-11 place-items-center rounded-md"
        >
          <span
            className={classNames(
              'size-7 rounded-full border-2 border-paper forced-color-adjust-none',
              value === color && 'ring-3 ring-ink',
            )}
            style={{ backgroundColor: color }}
          />
        </button>
      ))}
      <label className="flex min-h-11 cursor-pointer items-center gap-2 pl-2">
        <span className="label text-ink-soft">{words.drawing.otherColor}</span>
        <input
          type="color"
          aria-label={words.drawing.ownColor}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-9 w-12 cursor-pointer rounded-md border-2 border-edge bg-raised p-0.5 hover:border-ink"
        />
      </label>
    </fieldset>
  );
}

function PenChoice({ drawings }: { readonly drawings: Drawings }) {
  const { width } = drawings;
  return (
    <>
      <ColorChoice {...drawings} />
      <div className="flex items-center gap-3">
        <span className="label shrink-0">{words.drawing.width}</span>
        <Slider
          label={words.drawing.widthChoice}
          min={DRAWING_WIDTH.least}
          max={DRAWING_WIDTH.most}
          step={DRAWING_WIDTH.step}
          value={width}
          valueText={say(words.drawing.widthInWords, { count: width })}
          onValueChange={drawings.setWidth}
        />
        <span className="figures w-12 shrink-0 text-right text-sm">
          {say(words.drawing.widthShort, { pixels: width })}
        </span>
      </div>
    </>
  );
}

export const SHOWN_OPTIONS = [
  { value: 'from-here-on', label: words.drawing.shown['from-here-on'] },
  { value: 'only-this-frame', label: words.drawing.shown['only-this-frame'] },
] as const;

type Shown = (typeof SHOWN_OPTIONS)[number]['value'];

/** The duration of a drawing. An absent flag means from its frame on. */
export function shownOf(onlyThisFrame: boolean | undefined): Shown {
  return onlyThisFrame ? 'only-this-frame' : 'from-here-on';
}
