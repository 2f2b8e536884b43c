// The pen's colour and width, and how long its drawings are shown. The preset colours are visible on grass, sky and clothes.
import { DRAWING_WIDTH } from '#domain/drawing/drawing.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';
import type { Drawings } from './use-drawing.ts';

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

export function PenChoice({ drawings }: { readonly drawings: Drawings }) {
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

/** The options with their labels, for the pen and for each drawing. */
export const SHOWN_OPTIONS = [
  { value: 'from-here-on', label: words.drawing.shown['from-here-on'] },
  { value: 'only-this-frame', label: words.drawing.shown['only-this-frame'] },
] as const;

type Shown = (typeof SHOWN_OPTIONS)[number]['value'];

/** The duration of a drawing. An absent flag means from its frame on. */
export function shownOf(onlyThisFrame: boolean | undefined): Shown {
  return onlyThisFrame ? 'only-this-frame' : 'from-here-on';
}
