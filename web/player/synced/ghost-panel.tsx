// The controls of the ghost: its opacity, and the pro's size and place, set by hand.
import { RotateCcw } from 'lucide-react';
import { GHOST_FIT_BOUNDS, type GhostChoices, NO_FIT, type PictureFit } from '#domain/comparison/comparison-choices.ts';
import { isUnmoved } from '#domain/comparison/same-choices.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { FitSliders } from '#web/player/framing/adjust-surface.tsx';
import { Button } from '#web/ui/button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { say, words } from '#web/words/words.ts';

const texts = words.player.ghostFit;

interface GhostPanelProps {
  readonly ghost: GhostChoices;
  readonly proName: string;
  readonly onChange: (ghost: GhostChoices) => void;
}

/** The strength and a collapsed section for the fit. */
export function GhostPanel({ ghost, proName, onChange }: GhostPanelProps) {
  const { look, strengthPercent, fit } = ghost;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 pt-2">
        {look !== 'outline' && (
          <div {...OWN_ARROWS} className="flex min-w-64 grow items-center gap-3">
            <span className="label shrink-0 text-you">{words.swing.you}</span>
            <Slider
              label={words.player.ghostOpacity}
              min={0}
              max={100}
              step={5}
              value={strengthPercent}
              valueText={say(words.player.ghostOpacityNow, { pro: proName, percent: strengthPercent })}
              onValueChange={(percent) => onChange({ ...ghost, strengthPercent: percent })}
            />
            <span className="label max-w-28 shrink-0 truncate text-pro">{proName}</span>
          </div>
        )}
      </div>
      <FitPanel fit={fit} onChange={(changed) => onChange({ ...ghost, fit: changed })} />
    </>
  );
}

interface FitPanelProps {
  readonly fit: PictureFit;
  readonly onChange: (fit: PictureFit) => void;
}

/** Three sliders and a reset button. */
export function FitPanel({ fit, onChange }: FitPanelProps) {
  return (
    <details>
      <summary className="label py-3.5 text-ink-soft hover:text-ink">{texts.heading}</summary>
      <div className="grid gap-x-8 gap-y-1">
        <FitSliders fit={fit} bounds={GHOST_FIT_BOUNDS} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <Button variant="secondary" size="small" disabled={isUnmoved(fit)} onClick={() => onChange(NO_FIT)}>
          <RotateCcw aria-hidden="true" className="size-5" />
          {texts.reset}
        </Button>
      </div>
    </details>
  );
}
