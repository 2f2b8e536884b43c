// The pen's colour: presets visible on grass, sky and clothes, and a free choice.
import { classNames } from '#web/ui/class-names.ts';
import { words } from '#web/words/words.ts';

const SWATCHES = [
  { name: words.drawing.colors.red, color: '#ff0000' },
  { name: words.drawing.colors.yellow, color: '#ffd60a' },
  { name: words.drawing.colors.blue, color: '#2f9bff' },
  { name: words.drawing.colors.white, color: '#ffffff' },
] as const;

interface ColorChoiceProps {
  /** `#rrggbb` in lower case. */
  readonly value: string;
  readonly onChange: (color: string) => void;
}

/** Swatches and the browser's own colour picker. */
export function ColorChoice({ value, onChange }: ColorChoiceProps) {
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
