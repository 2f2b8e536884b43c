// The choice of the framing, and the controls to move and scale each side's picture by hand.
import { Maximize2, Move, RotateCcw, Scaling } from 'lucide-react';
import {
  type ComparisonChoices,
  NO_FIT,
  SIDE_FIT_BOUNDS,
  withSideChoices,
} from '#domain/comparison/comparison-choices.ts';
import { isUnmoved } from '#domain/comparison/same-choices.ts';
import { SIDES, type Side } from '#domain/side.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { words } from '#web/words/words.ts';
import { FitSliders } from './adjust-surface.tsx';

const texts = words.player.framing;

/** The state of the body tracking that the framing needs. */
export interface FramingState {
  /** Whether the golfers' bodies are being tracked because the visitor chose the same size. */
  readonly isLooking: boolean;
  /** Whether tracking has finished and its result is uncertain. */
  readonly isUnsure: boolean;
  /** Tracks the bodies. */
  readonly onAsk: () => void;
}

interface FramingPanelProps {
  readonly choices: ComparisonChoices;
  readonly onChange: (choices: ComparisonChoices) => void;
  readonly names: Readonly<Record<Side, string>>;
  /** Whether the plan shows both golfers at one height. */
  readonly isFramed: boolean;
  readonly state: FramingState;
  readonly isAdjusting: boolean;
  /** Null if nothing can be adjusted here. */
  readonly onAdjust: ((isAdjusting: boolean) => void) | null;
}

/** Two buttons, and the sliders while pictures are adjusted. */
export function FramingPanel(props: FramingPanelProps) {
  const { choices, onChange, names, isFramed, state, isAdjusting, onAdjust } = props;
  const isMoved = SIDES.some((side) => choices[side].box !== null || !isUnmoved(choices[side].fit));
  const isOn = choices.framing !== 'full' && (isFramed || state.isLooking || (isMoved && onAdjust !== null));

  function toggle() {
    if (isOn) {
      onChange({ ...choices, framing: 'full' });
      onAdjust?.(false);
    } else {
      onChange({ ...choices, framing: 'golfers' });
      state.onAsk();
    }
  }

  function adjust() {
    if (!isAdjusting && choices.framing === 'full') onChange({ ...choices, framing: 'golfers' });
    onAdjust?.(!isAdjusting);
  }

  return (
    <div>
      <div className="flex flex-wrap items-center gap-1">
        <Tooltip content={texts.sameSizeMeans}>
          <Button variant="toggle" size="small" aria-pressed={isOn} onClick={toggle}>
            <Scaling className="size-5" />
            {texts.sameSize}
          </Button>
        </Tooltip>
        <Tooltip content={words.stage.wideMeans}>
          <Button
            variant="toggle"
            size="small"
            aria-pressed={isOn && choices.framing === 'wide'}
            onClick={() => {
              onChange({ ...choices, framing: choices.framing === 'wide' ? 'golfers' : 'wide' });
              state.onAsk();
            }}
          >
            <Maximize2 className="size-5" />
            {words.stage.wide}
          </Button>
        </Tooltip>
        {onAdjust && (
          <Button variant="toggle" size="small" aria-pressed={isAdjusting} onClick={adjust}>
            <Move className="size-5" />
            {texts.adjust}
          </Button>
        )}
        {isMoved && isOn && onAdjust && (
          <Button variant="ghost" size="small" onClick={() => onChange(withoutFits(choices))}>
            <RotateCcw className="size-5" />
            {words.player.ghostFit.reset}
          </Button>
        )}
        <p role="status" className="text-sm text-ink-soft">
          {choices.framing !== 'full' && state.isUnsure && !isFramed && texts.unsure}
        </p>
      </div>
      {isAdjusting && onAdjust && (
        <div className="pb-2">
          <p className="text-sm text-ink-soft">{texts.adjustMeans}</p>
          <details>
            <summary className="label py-3.5 text-ink-soft hover:text-ink">{texts.sliders}</summary>
            <div className="grid gap-x-8 gap-y-2 pt-1 ">
              {(choices.isSwapped ? SIDES.toReversed() : SIDES).map((side) => (
                <div key={side} className="grid gap-y-1">
                  <p className={`truncate font-semibold ${side === 'user' ? 'text-you' : 'text-pro'}`}>{names[side]}</p>
                  <FitSliders
                    fit={choices[side].fit}
                    bounds={SIDE_FIT_BOUNDS}
                    of={names[side]}
                    onChange={(fit) => onChange(withSideChoices(choices, side, { fit }))}
                  />
                </div>
              ))}
            </div>
          </details>
        </div>
      )}
    </div>
  );
}

function withoutFits(choices: ComparisonChoices): ComparisonChoices {
  const asFound = { fit: NO_FIT, box: null };
  return withSideChoices(withSideChoices(choices, 'user', asFound), 'pro', asFound);
}
