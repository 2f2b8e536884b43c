// Swap, mirror and nudge. They take effect during playback, and in the merged video.
import { ArrowLeftRight, CaretsToAxisDashedVertical, ChevronLeft, ChevronRight, RotateCcw } from 'lucide-react';
import {
  AS_FILMED,
  type ComparisonChoices,
  MAX_NUDGE_FRAMES,
  SIDES,
  type Side,
  type SideChoices,
  withSideChoices,
} from '#domain/comparison/comparison-choices.ts';
import { areSameChoices } from '#domain/comparison/same-choices.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { say, words } from '#web/words/words.ts';

interface ChoiceControlsProps {
  readonly choices: ComparisonChoices;
  readonly onChange: (choices: ComparisonChoices) => void;
  /** The displayed name of each side. */
  readonly names: Readonly<Record<Side, string>>;
}

/** A row for each side, and the swap of the two. */
export function ChoiceControls({ choices, onChange, names }: ChoiceControlsProps) {
  const sides = choices.isSwapped ? SIDES.toReversed() : SIDES;
  const { isSwapped, user, pro } = AS_FILMED;
  const asFilmed = { ...choices, isSwapped, user, pro };
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line pt-2">
      <legend className="sr-only">{words.preview.choices}</legend>
      {sides.map((side) => (
        <SideRow
          key={side}
          side={side}
          name={names[side]}
          choices={choices[side]}
          onChange={(change) => onChange(withSideChoices(choices, side, change))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="toggle"
          size="small"
          aria-pressed={choices.isSwapped}
          onClick={() => onChange({ ...choices, isSwapped: !choices.isSwapped })}
        >
          <ArrowLeftRight className="size-5" />
          {words.preview.swap}
        </Button>
        {!areSameChoices(choices, asFilmed) && (
          <Button variant="ghost" size="small" onClick={() => onChange(asFilmed)}>
            <RotateCcw className="size-5" />
            {words.preview.asFilmed}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const COLORS = { user: 'text-you', pro: 'text-pro' } as const;

interface SideRowProps {
  readonly side: Side;
  readonly name: string;
  readonly choices: SideChoices;
  readonly onChange: (change: Partial<SideChoices>) => void;
}

function SideRow({ side, name, choices, onChange }: SideRowProps) {
  const { isMirrored, nudgeFrames } = choices;
  const inText = { side: words.preview.sidesInText[side] };
  return (
    <div className="flex min-w-0 items-center gap-1">
      <span className={`min-w-0 grow truncate font-semibold ${COLORS[side]}`}>{name}</span>
      <Tooltip content={words.preview.mirrorMeans}>
        <Button
          variant="toggle"
          size="small"
          aria-label={say(words.preview.mirrorSide, inText)}
          aria-pressed={isMirrored}
          onClick={() => onChange({ isMirrored: !isMirrored })}
        >
          <CaretsToAxisDashedVertical className="size-5" />
          {words.preview.mirror}
        </Button>
      </Tooltip>
      <NudgeButton side={side} by={-1} nudgeFrames={nudgeFrames} onChange={onChange} />
      <output
        aria-label={say(words.preview.nudgeOf, inText)}
        className="figures w-10 shrink-0 text-center text-sm leading-tight"
      >
        {nudgeFrames > 0 ? `+${nudgeFrames}` : nudgeFrames}
        <span className="block text-xs text-ink-soft">
          {say(words.preview.nudgeUnit, { count: Math.abs(nudgeFrames) })}
        </span>
      </output>
      <NudgeButton side={side} by={1} nudgeFrames={nudgeFrames} onChange={onChange} />
    </div>
  );
}

interface NudgeButtonProps {
  readonly side: Side;
  readonly by: -1 | 1;
  readonly nudgeFrames: number;
  readonly onChange: (change: Partial<SideChoices>) => void;
}

/** Nudges a side by one frame, so that the previous or next frame meets the other side. */
function NudgeButton({ side, by, nudgeFrames, onChange }: NudgeButtonProps) {
  const Icon = by < 0 ? ChevronLeft : ChevronRight;
  const label = say(by < 0 ? words.preview.nudgeBack : words.preview.nudgeForward, {
    side: words.preview.sidesInText[side],
  });
  return (
    <IconButton
      label={label}
      disabled={Math.abs(nudgeFrames + by) > MAX_NUDGE_FRAMES}
      onClick={() => onChange({ nudgeFrames: nudgeFrames + by })}
    >
      <Icon className="size-5" />
    </IconButton>
  );
}
