// The drawing controls of the merged video: the mode switch, and while it is on tools, templates, pen and history; the
// list of drawings; rendering.
import { useId, useMemo } from 'react';
import { TEMPLATES, type Template } from '#domain/drawing/templates.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { comparisonFileName } from '#domain/video/file-name.ts';
import { today } from '#web/lib/save-file.tsx';
import { KeyList } from '#web/player/controls/key-list-dialog.tsx';
import { SmallButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { RadioBox } from '#web/ui/radio.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { say, words } from '#web/words/words.ts';
import { historyActions, PenChoice, SHOWN_OPTIONS, shownOf } from './drawing-bar.tsx';
import { DrawingList } from './drawing-list.tsx';
import { allPlaced, type DrawingPlace, templatePoints } from './placed-stroke.ts';
import { RenderDrawings, type RenderDrawingsProps } from './render-drawings.tsx';
import type { Drawings, DrawingTool } from './use-drawing.ts';

interface DrawingPanelProps extends Omit<RenderDrawingsProps, 'strokes' | 'isOn' | 'fileName'> {
  readonly drawings: Drawings;
  /** Must keep its identity while its contents are unchanged. */
  readonly place: DrawingPlace;
  readonly names: Readonly<Record<Side, string>>;
  /** Whether the panel is beside the picture, on screens with room for it. */
  readonly isNarrow: boolean;
  /** Used only in the file name. */
  readonly golferName: string | null;
}

export function DrawingPanel(props: DrawingPanelProps) {
  const { player, drawings, place, isNarrow } = props;
  const plainName = comparisonFileName({ golferName: props.golferName, speed: 1, day: today() });
  const strokes = useMemo(() => allPlaced(drawings.strokes, place), [drawings.strokes, place]);
  return (
    <section
      aria-label={words.drawing.panel}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-md border border-line p-3 sm:p-4"
    >
      <DrawingTools
        drawings={drawings}
        hasSides={place.plan !== null}
        isNarrow={isNarrow}
        names={props.names}
        onTemplate={(template, side) => {
          const { widthPx, heightPx, shownTime, paused } = player.getState();
          if (!paused) player.togglePlay();
          const points = templatePoints(template, { side, at: shownTime, place, canvas: { widthPx, heightPx } });
          drawings.putTemplate(template, side, points, shownTime, place);
        }}
      />
      <DrawingList drawings={drawings} strokes={strokes} onGo={player.goTo} isNarrow={isNarrow} />
      <RenderDrawings
        {...props}
        strokes={strokes}
        isOn={drawings.view === 'merged'}
        fileName={plainName.replace('.mp4', '_drawings.mp4')}
      />
    </section>
  );
}

const TOOLS: readonly DrawingTool[] = ['free', 'line', 'both', 'angle', 'circle', 'arrow', 'select'];

interface DrawingToolsProps extends Pick<DrawingPanelProps, 'drawings' | 'names' | 'isNarrow'> {
  /** Whether the places of both pictures are known, so that a line can be drawn on both. */
  readonly hasSides: boolean;
  readonly onTemplate: (template: Template, side: Side) => void;
}

function DrawingTools({ drawings, hasSides, onTemplate, names, isNarrow }: DrawingToolsProps) {
  const { tool, setTool, onlyThisFrame, setOnlyThisFrame } = drawings;
  const isOn = drawings.view === 'merged';
  const tools = TOOLS.filter((one) => hasSides || one !== 'both');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Switch
          label={words.drawing.mode}
          checked={isOn}
          onCheckedChange={(checked) => drawings.setView(checked ? 'merged' : null)}
        />
        <p className="text-sm text-ink-soft">
          {isOn ? words.drawing.toolHints[tool] : words.drawing.modeHint}{' '}
          {isOn && ['line', 'both', 'arrow', 'angle'].includes(tool) && (
            <span className="max-sm:pointer-coarse:hidden">{words.drawing.shiftHint}</span>
          )}
        </p>
      </div>
      {isOn && (
        <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3', !isNarrow && 'sm:grid-cols-2')}>
          <RadioRow
            legend={words.drawing.toolChoice}
            options={tools.map((one) => ({ value: one, label: words.drawing.tools[one] }))}
            value={tool}
            onChange={setTool}
            isNarrow={isNarrow}
          />
          <Templates names={names} onTemplate={onTemplate} />
          <PenChoice drawings={drawings} />
          <RadioRow
            legend={words.drawing.shownChoice}
            options={SHOWN_OPTIONS}
            value={shownOf(onlyThisFrame)}
            onChange={(shown) => setOnlyThisFrame(shown === 'only-this-frame')}
            isNarrow={isNarrow}
          />
          <div className="flex flex-wrap gap-2">
            {historyActions(drawings).map(({ label, keys, Icon, ...rest }) => (
              <SmallButton icon={Icon} key={label} className="grow sm:grow-0" title={keys} {...rest}>
                {label}
              </SmallButton>
            ))}
          </div>
        </div>
      )}
      {isOn && <DrawingKeyList />}
    </div>
  );
}

function Templates({ names, onTemplate }: Pick<DrawingToolsProps, 'names' | 'onTemplate'>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      {SIDES.map((side) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend apart from the row
        <div
          key={side}
          role="group"
          aria-label={say(words.drawing.templatesFor, { of: names[side] })}
          className="flex flex-wrap items-center gap-1"
        >
          <span className={classNames('label w-full truncate', side === 'user' ? 'text-you' : 'text-pro')}>
            {say(words.drawing.templatesFor, { of: names[side] })}
          </span>
          {TEMPLATES.map((template) => (
            <SmallButton key={template} onClick={() => onTemplate(template, side)}>
              {words.drawing.templates[template]}
            </SmallButton>
          ))}
        </div>
      ))}
    </div>
  );
}

interface RadioRowProps<Value extends string> {
  /** The subject of the choice, for screen readers. */
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isNarrow: boolean;
}

function RadioRow<Value extends string>(props: RadioRowProps<Value>) {
  const { legend, options, value: chosen, onChange, isNarrow } = props;
  const name = useId();
  return (
    <fieldset className={isNarrow ? 'grid grid-cols-2 content-start gap-1' : 'flex flex-wrap content-start gap-2'}>
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => (
        <RadioBox key={value} name={name} checked={value === chosen} onChange={() => onChange(value)} className="grow">
          {label}
        </RadioBox>
      ))}
    </fieldset>
  );
}

const keyNames = words.drawing.keyNames;
const keyMeanings = words.drawing.keyMeanings;

const KEYS: readonly { readonly keys: readonly string[]; readonly meaning: string }[] = [
  { keys: ['← ↑ → ↓'], meaning: keyMeanings.move },
  { keys: [keyNames.enter], meaning: keyMeanings.setEnd },
  { keys: [keyNames.escape], meaning: keyMeanings.giveUp },
  { keys: [keyNames.shiftDrag], meaning: keyMeanings.turn },
  { keys: [keyNames.undo, '⌘ + Z'], meaning: words.actions.undo },
  { keys: [keyNames.redo, '⌘ + Shift + Z'], meaning: words.actions.redo },
];

/** The list, collapsed by default. Hidden on phones, but not on desktop touch screens, which have a keyboard. */
function DrawingKeyList() {
  return (
    <details className="max-sm:pointer-coarse:hidden">
      <summary className="label cursor-pointer py-3 text-ink-soft hover:text-ink">{words.drawing.keysHeading}</summary>
      <KeyList keys={KEYS} className="text-sm sm:grid-cols-[auto_1fr] max-sm:[&_dd]:mb-2" />
    </details>
  );
}
