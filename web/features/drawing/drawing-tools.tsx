// The switch of drawing mode and, while it is on, the pen: tool, colour, width, and undo, redo, clear.
import { Eraser, Redo2, Undo2 } from 'lucide-react';
import { Switch } from 'radix-ui';
import { useId } from 'react';
import { DRAWING_WIDTH } from '#domain/drawing.ts';
import { Button } from '#web/ui/button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { ColorChoice } from './color-choice.tsx';
import type { DrawingTool } from './drawing-history.ts';
import type { Drawings } from './use-drawing.ts';

const TOOLS: readonly { readonly tool: DrawingTool; readonly label: string; readonly hint: string }[] = [
  { tool: 'free', label: 'Free draw', hint: 'Draw with finger, pen or mouse. Esc stops.' },
  {
    tool: 'line',
    label: 'Straight line',
    hint: 'Drag, or press where it begins and where it ends. With Shift it turns in steps of 15°.',
  },
];

/** Drawing mode and its tools. */
export function DrawingTools({ drawings }: { readonly drawings: Drawings }) {
  const { isOn, setOn, tool, setTool, color, setColor, width, setWidth } = drawings;
  const switchId = useId();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <label htmlFor={switchId} className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
          <Switch.Root
            id={switchId}
            aria-label="Drawing mode"
            checked={isOn}
            onCheckedChange={setOn}
            className="h-7 w-12 shrink-0 rounded-full border-2 border-edge bg-sunken p-0.5 data-[state=checked]:border-flag data-[state=checked]:bg-flag"
          >
            <Switch.Thumb className="block size-5 rounded-full bg-white transition-transform data-[state=checked]:translate-x-5 forced-colors:bg-[ButtonText]" />
          </Switch.Root>
          Drawing mode
        </label>
        <p className="text-sm text-ink-soft">
          {isOn ? TOOLS.find((row) => row.tool === tool)?.hint : 'Draw lines on the video: spine, plane, club.'}
        </p>
      </div>
      {isOn && (
        <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <ToolChoice value={tool} onChange={setTool} />
          <ColorChoice value={color} onChange={setColor} />
          <div className="flex items-center gap-3">
            <span className="label shrink-0">Width</span>
            <Slider
              label="Drawing width"
              min={DRAWING_WIDTH.least}
              max={DRAWING_WIDTH.most}
              step={DRAWING_WIDTH.step}
              value={width}
              valueText={`${width} pixels`}
              onValueChange={setWidth}
            />
            <span className="figures w-12 shrink-0 text-right text-sm">{width} px</span>
          </div>
          <HistoryButtons drawings={drawings} />
        </div>
      )}
    </div>
  );
}

function ToolChoice({ value, onChange }: { value: DrawingTool; onChange: (tool: DrawingTool) => void }) {
  const name = useId();
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">Drawing tool</legend>
      {TOOLS.map(({ tool, label }) => (
        <label
          key={tool}
          className="flex min-h-11 grow cursor-pointer items-center gap-2 rounded-md border-2 border-edge px-3 font-semibold hover:border-ink has-checked:border-flag has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={value === tool}
            onChange={() => onChange(tool)}
            className="size-5 shrink-0 accent-flag outline-none"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function HistoryButtons({ drawings: { act, canUndo, canRedo, strokes } }: { readonly drawings: Drawings }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        className="grow sm:grow-0"
        title="Ctrl+Z"
        disabled={!canUndo}
        onClick={() => act({ does: 'undo' })}
      >
        <Undo2 aria-hidden="true" className="size-5" />
        Undo
      </Button>
      <Button
        variant="secondary"
        size="small"
        className="grow sm:grow-0"
        title="Ctrl+Shift+Z"
        disabled={!canRedo}
        onClick={() => act({ does: 'redo' })}
      >
        <Redo2 aria-hidden="true" className="size-5" />
        Redo
      </Button>
      <Button
        variant="secondary"
        size="small"
        className="grow sm:grow-0"
        disabled={strokes.length === 0}
        onClick={() => act({ does: 'clear' })}
      >
        <Eraser aria-hidden="true" className="size-5" />
        Clear drawings
      </Button>
    </div>
  );
}
