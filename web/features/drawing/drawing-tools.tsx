// The drawing mode switch and, while it is on, tool, colour, width, duration, undo, redo and clear.
import { Eraser, Redo2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { DRAWING_WIDTH } from '#domain/drawing/drawing.ts';
import { Button } from '#web/ui/button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { say, words } from '#web/words/words.ts';
import { ColorChoice } from './color-choice.tsx';
import type { DrawingTool } from './drawing-history.ts';
import { DrawingKeyList } from './drawing-key-list.tsx';
import { SHOWN_OPTIONS, shownOf } from './shown-choice.ts';
import type { Drawings } from './use-drawing.ts';

const TOOLS: readonly DrawingTool[] = ['free', 'line'];

const TOOL_OPTIONS = TOOLS.map((tool) => ({ value: tool, label: words.drawing.tools[tool] }));

/** Drawing mode and its tools. */
export function DrawingTools({ drawings }: { readonly drawings: Drawings }) {
  const { isOn, setOn, tool, setTool, color, setColor, width, setWidth, onlyThisFrame, setOnlyThisFrame } = drawings;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Switch label={words.drawing.mode} checked={isOn} onCheckedChange={setOn} />
        <p className="text-sm text-ink-soft">
          {isOn ? words.drawing.toolHints[tool] : words.drawing.modeHint}{' '}
          {isOn && tool === 'line' && <span className="max-sm:pointer-coarse:hidden">{words.drawing.shiftHint}</span>}
        </p>
      </div>
      {isOn && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 sm:grid-cols-2">
          <RadioRow legend={words.drawing.toolChoice} options={TOOL_OPTIONS} value={tool} onChange={setTool} />
          <ColorChoice value={color} onChange={setColor} />
          <div className="flex items-center gap-3">
            <span className="label shrink-0">{words.drawing.width}</span>
            <Slider
              label={words.drawing.widthChoice}
              min={DRAWING_WIDTH.least}
              max={DRAWING_WIDTH.most}
              step={DRAWING_WIDTH.step}
              value={width}
              valueText={say(words.drawing.widthInWords, { count: width })}
              onValueChange={setWidth}
            />
            <span className="figures w-12 shrink-0 text-right text-sm">
              {say(words.drawing.widthShort, { pixels: width })}
            </span>
          </div>
          <RadioRow
            legend={words.drawing.shownChoice}
            options={SHOWN_OPTIONS}
            value={shownOf(onlyThisFrame)}
            onChange={(shown) => setOnlyThisFrame(shown === 'only-this-frame')}
          />
          <HistoryButtons drawings={drawings} />
        </div>
      )}
      {isOn && <DrawingKeyList />}
    </div>
  );
}

function HistoryButtons({ drawings: { act, canUndo, canRedo, strokes } }: { readonly drawings: Drawings }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        className="grow sm:grow-0"
        title={words.drawing.undoKeys}
        disabled={!canUndo}
        onClick={() => act({ does: 'undo' })}
      >
        <Undo2 aria-hidden="true" className="size-5" />
        {words.actions.undo}
      </Button>
      <Button
        variant="secondary"
        size="small"
        className="grow sm:grow-0"
        title={words.drawing.redoKeys}
        disabled={!canRedo}
        onClick={() => act({ does: 'redo' })}
      >
        <Redo2 aria-hidden="true" className="size-5" />
        {words.actions.redo}
      </Button>
      <Button
        variant="secondary"
        size="small"
        className="grow sm:grow-0"
        disabled={strokes.length === 0}
        onClick={() => act({ does: 'clear' })}
      >
        <Eraser aria-hidden="true" className="size-5" />
        {words.drawing.clear}
      </Button>
    </div>
  );
}

interface RadioRowProps<Value extends string> {
  /** What is chosen, for those who do not see the row. */
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons side by side. */
function RadioRow<Value extends string>({ legend, options, value: chosen, onChange }: RadioRowProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value, label }) => (
        <label
          key={value}
          className="flex min-h-11 grow cursor-pointer items-center gap-2 rounded-md border-2 border-edge px-2 sm:px-3 font-semibold hover:border-ink has-checked:border-flag has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
            className="size-5 shrink-0 accent-flag outline-none"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
