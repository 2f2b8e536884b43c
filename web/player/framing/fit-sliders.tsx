// Three sliders for a picture's size and place by hand.
import type { PictureFit } from '#domain/comparison/comparison-choices.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';

const texts = words.player.ghostFit;

const SLIDERS = [
  { part: 'sizePercent', label: texts.size, more: texts.percent, less: texts.percent },
  { part: 'rightPercent', label: texts.sideways, more: texts.right, less: texts.left },
  { part: 'upPercent', label: texts.upAndDown, more: texts.up, less: texts.down },
] as const;

interface FitSlidersProps {
  readonly fit: PictureFit;
  readonly bounds: Readonly<Record<keyof PictureFit, { readonly least: number; readonly most: number }>>;
  /** The name of the picture's side, added to each slider's label; absent if there is only one picture. */
  readonly of?: string;
  readonly onChange: (fit: PictureFit) => void;
}

/** The sliders. Their parent lays them out. */
export function FitSliders({ fit, bounds, of, onChange }: FitSlidersProps) {
  return SLIDERS.map(({ part, label, more, less }) => {
    const value = fit[part];
    const text = value === 0 ? texts.percent : value > 0 ? more : less;
    const valueText = say(text, { percent: Math.abs(value) });
    const { least, most } = bounds[part];
    return (
      <div key={part} {...OWN_ARROWS} className="flex min-w-0 items-center gap-3">
        <p aria-hidden="true" className="label w-24 shrink-0 leading-tight whitespace-nowrap">
          {label}
          <span className="figures block text-ink-soft">{valueText}</span>
        </p>
        <Slider
          label={of === undefined ? label : say(texts.ofSide, { part: label, side: of })}
          min={least}
          max={most}
          step={1}
          value={value}
          valueText={valueText}
          onValueChange={(next) => onChange({ ...fit, [part]: next })}
        />
      </div>
    );
  });
}
