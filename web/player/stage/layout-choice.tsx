// The choice of the layout, as tiles with icons.
import { useId } from 'react';
import type { ComparisonChoices, GhostLook, Layout } from '#domain/comparison/comparison-choices.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { RadioBox, RadioTile } from '#web/ui/radio.tsx';
import { words } from '#web/words/words.ts';

interface LayoutChoiceProps {
  readonly choices: ComparisonChoices;
  readonly onChange: (choices: ComparisonChoices) => void;
}

interface Option {
  readonly layout: Layout;
  readonly look?: GhostLook;
  readonly label: string;
  /** A shorter label for the tile. */
  readonly short?: string;
  /** The path of the icon, in a box of 28 by 24. */
  readonly d: string;
}

const PERSON = (x: number) => `M${x} 8.5a2 2 0 1 0 .01 0M${x} 12.5v4M${x} 16.5l-2 3.5M${x} 16.5l2 3.5`;

const OPTIONS: readonly Option[] = [
  {
    layout: 'side-by-side',
    label: words.player.layouts['side-by-side'],
    short: words.stage.side,
    d: `M3 3h10v18H3zM15 3h10v18H15z${PERSON(8)}${PERSON(20)}`,
  },
  { layout: 'stacked', label: words.player.layouts.stacked, d: 'M4 3h20v8H4zM4 13h20v8H4zM10 7h8M10 17h8' },
  { layout: 'ghost', look: 'whole', label: words.player.layouts.ghost, d: `M6 3h16v18H6z${PERSON(12)}${PERSON(16)}` },
  {
    layout: 'ghost',
    look: 'cut-out',
    label: words.stage.cutOut,
    d: `M6 3h16v18H6z${PERSON(11)}M17 6l2 2M17 10l2 2M17 14l2 2M17 18l2 2`,
  },
  {
    layout: 'ghost',
    look: 'outline',
    label: words.stage.outline,
    d: `M6 3h16v18H6z${PERSON(11)}M17 6a2.5 2.5 0 0 1 1 4.7l1 5-1 4.3h-2.5l-1-4.3 1-5A2.5 2.5 0 0 1 17 6`,
  },
  {
    layout: 'wipe',
    label: words.player.layouts.wipe,
    d: 'M4 3h20v18H4zM14 3v18M11 12H8M8 12l1.5-1.5M8 12l1.5 1.5M17 12h3M20 12l-1.5-1.5M20 12l-1.5 1.5',
  },
  { layout: 'alone', label: words.player.layouts.alone, short: words.stage.alone, d: `M8 3h12v18H8z${PERSON(14)}` },
];

export function LayoutChoice({ choices, onChange }: LayoutChoiceProps) {
  const group = useId();
  const { layout, ghost } = choices;
  return (
    <fieldset className="grid grid-cols-7 gap-1 lg:grid-cols-4 lg:gap-2">
      <legend className="sr-only">{words.player.layout}</legend>
      {OPTIONS.map((option) => (
        <RadioTile
          key={option.label}
          name={group}
          aria-label={option.label}
          checked={layout === option.layout && (!option.look || ghost.look === option.look)}
          onChange={() =>
            onChange({
              ...choices,
              layout: option.layout,
              ...(option.look && { ghost: { ...ghost, look: option.look } }),
            })
          }
          className="grid min-h-14 content-center justify-items-center gap-0.5 rounded-md text-xs leading-tight font-semibold text-ink-soft hover:text-ink lg:min-h-18"
        >
          <svg aria-hidden="true" viewBox="0 0 28 24" className="h-6 w-7" fill="none" stroke="currentColor">
            <path d={option.d} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          <span className="text-center">{option.short ?? option.label}</span>
        </RadioTile>
      ))}
    </fieldset>
  );
}

interface AloneChoiceProps extends LayoutChoiceProps {
  readonly names: Readonly<Record<Side, string>>;
}

/** Which swing the layout `alone` shows. */
export function AloneChoice({ choices, onChange, names }: AloneChoiceProps) {
  const group = useId();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{words.player.whichAlone}</legend>
      {SIDES.map((side) => (
        <RadioBox
          key={side}
          name={group}
          checked={(side === 'pro') === choices.isSwapped}
          onChange={() => onChange({ ...choices, isSwapped: side === 'pro' })}
          className="min-w-0"
        >
          <span className="truncate">{names[side]}</span>
        </RadioBox>
      ))}
    </fieldset>
  );
}
