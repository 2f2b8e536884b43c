// Manual size and position of the pro's picture in the ghost view. Collapsed by default.
import { RotateCcw } from 'lucide-react';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';
import { areSameFits, type GhostFit, NO_FIT } from './synced-layout.ts';

const texts = words.player.ghostFit;

const SLIDERS = [
  { part: 'sizePercent', label: texts.size, min: 50, max: 200, more: texts.percent, less: texts.percent },
  { part: 'rightPercent', label: texts.sideways, min: -50, max: 50, more: texts.right, less: texts.left },
  { part: 'upPercent', label: texts.upAndDown, min: -50, max: 50, more: texts.up, less: texts.down },
] as const;

interface GhostFitPanelProps {
  readonly fit: GhostFit;
  readonly onChange: (fit: GhostFit) => void;
}

/** Three sliders and the way back. */
export function GhostFitPanel({ fit, onChange }: GhostFitPanelProps) {
  return (
    <details>
      <summary className="label py-3.5 text-ink-soft hover:text-ink">{texts.heading}</summary>
      <div {...OWN_ARROWS} className="grid gap-x-8 gap-y-1 lg:grid-cols-3">
        {SLIDERS.map(({ part, label, min, max, more, less }) => {
          const value = fit[part];
          const text = value === 0 ? texts.percent : value > 0 ? more : less;
          const valueText = say(text, { percent: Math.abs(value) });
          return (
            <div key={part} className="flex min-w-0 items-center gap-3">
              <p aria-hidden="true" className="label w-24 shrink-0 leading-tight whitespace-nowrap">
                {label}
                <span className="figures block text-ink-soft">{valueText}</span>
              </p>
              <Slider
                label={label}
                min={min}
                max={max}
                step={1}
                value={value}
                valueText={valueText}
                onValueChange={(next) => onChange({ ...fit, [part]: next })}
              />
            </div>
          );
        })}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <Button variant="secondary" size="small" disabled={areSameFits(fit, NO_FIT)} onClick={() => onChange(NO_FIT)}>
          <RotateCcw aria-hidden="true" className="size-5" />
          {texts.reset}
        </Button>
        <p className="text-sm text-ink-soft">{texts.onlyHere}</p>
      </div>
    </details>
  );
}
