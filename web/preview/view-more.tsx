// The controls of the View tab for the swings: alignment, tempo, bodies, swap, mirror, nudge and names. They take
// effect during playback, and in the merged video.

import { ArrowLeftRight, CaretsToAxisDashedVertical, ChevronLeft, ChevronRight, RotateCcw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  ALIGNMENTS,
  type Alignment,
  AS_FILMED,
  laysOver,
  MAX_NUDGE_FRAMES,
  type SideChoices,
  withSideChoices,
} from '#domain/comparison/comparison-choices.ts';
import { tempoChange } from '#domain/comparison/matched-positions.ts';
import { missingFor } from '#domain/comparison/readiness.ts';
import { areSameChoices } from '#domain/comparison/same-choices.ts';
import { otherSide, SIDES, type Side } from '#domain/side.ts';
import type { SwingAnnotations } from '#domain/swing/swing.ts';
import type { LookingFor } from '#web/body/use-bodies.ts';
import { isWide } from '#web/lib/use-is-wide.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { Button, ToggleButton } from '#web/ui/button.tsx';
import { RadioTile } from '#web/ui/radio.tsx';
import { SIDE_TEXT_COLORS } from '#web/ui/side-colors.ts';
import { Status } from '#web/ui/status.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { IconButton, Tooltip } from '#web/ui/tooltip.tsx';
import { formatDecimals } from '#web/words/format-numbers.ts';
import { say, words } from '#web/words/words.ts';
import { BodyControls, type BodyControlsProps, SeenNote } from './body-controls.tsx';

interface SyncProps extends Pick<ViewMoreProps, 'choices' | 'choose' | 'names'> {
  readonly alignment: Alignment;
  readonly onAlignmentChange: (alignment: Alignment) => void;
  readonly swings: SyncedSwings;
}

export function Sync({ alignment, onAlignmentChange, choices, choose, swings, names }: SyncProps) {
  return (
    <>
      <AlignmentSwitch alignment={alignment} marks={swings.marks} onChange={onAlignmentChange} />
      {alignment === 'all' && <TempoSwitch {...{ choices, choose, swings, names }} />}
    </>
  );
}

interface ViewMoreProps extends BodyControlsProps {
  readonly lookedFor: LookingFor;
  readonly hasGivenUp: boolean;
  readonly isPlain: boolean;
  /** The address of the golfer picker; null if the pro is the visitor's own video. */
  readonly golfersAt: string | null;
  /** Follows the controls that few visitors need. */
  readonly children?: ReactNode;
}

export function ViewMore(props: ViewMoreProps) {
  const { bodies, names, choices, choose, wanted, drawn, lookedFor, hasGivenUp, isPlain, golfersAt } = props;
  return (
    <>
      {!isPlain && <BodyControls {...{ bodies, names, wanted, drawn, choices, choose }} onGiveUp={props.onGiveUp} />}
      {hasGivenUp && laysOver(choices.layout) && <Status>{words.body.ghostUnfitted}</Status>}
      {lookedFor !== 'nothing' && <SeenNote proName={names.pro} {...{ bodies, choices, choose, golfersAt }} />}
      {!isPlain && (
        <Rare>
          <ChoiceControls {...{ choices, choose, names }} />
          <NameControls {...{ choices, choose }} />
          {props.children}
        </Rare>
      )}
    </>
  );
}

/** What few visitors need: one tap away on a narrow screen, whose picture leaves the tab little room. */
function Rare({ children }: { readonly children: ReactNode }) {
  const [isOpen] = useState(isWide);
  return (
    <details open={isOpen} className="border-t border-line">
      <summary className="min-h-11 font-semibold">{words.preview.more}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">{children}</div>
    </details>
  );
}

/** A press on a name in the picture changes it. */
function NameControls({ choices, choose }: Pick<ViewMoreProps, 'choices' | 'choose'>) {
  const { names, hasStrip } = choices;
  return (
    <div {...OWN_ARROWS} className="flex flex-wrap gap-x-6 border-t border-line pt-1">
      <Switch
        label={words.preview.namesShown}
        checked={names.isShown}
        onCheckedChange={(isShown) => choose({ ...choices, names: { ...names, isShown } })}
      />
      <Switch
        label={words.preview.stripShown}
        checked={hasStrip}
        onCheckedChange={(isShown) => choose({ ...choices, hasStrip: isShown })}
      />
    </div>
  );
}

function ChoiceControls({ choices, choose, names }: Pick<ViewMoreProps, 'choices' | 'choose' | 'names'>) {
  const sides = choices.isSwapped ? SIDES.toReversed() : SIDES;
  const { isSwapped, user, pro } = AS_FILMED;
  const asFilmed = { ...choices, isSwapped, user, pro };
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="sr-only">{words.preview.choices}</legend>
      {sides.map((side) => (
        <SideRow
          key={side}
          side={side}
          name={names[side]}
          choices={choices[side]}
          onChange={(change) => choose(withSideChoices(choices, side, change))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <ToggleButton
          icon={ArrowLeftRight}
          isOn={choices.isSwapped}
          onSwitch={(isOn) => choose({ ...choices, isSwapped: isOn })}
        >
          {words.preview.swap}
        </ToggleButton>
        {!areSameChoices(choices, asFilmed) && (
          <Button icon={RotateCcw} variant="ghost" size="small" onClick={() => choose(asFilmed)}>
            {words.preview.asFilmed}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

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
      <span className={`min-w-0 grow truncate font-semibold ${SIDE_TEXT_COLORS[side]}`}>{name}</span>
      <Tooltip content={words.preview.mirrorMeans}>
        <ToggleButton
          icon={CaretsToAxisDashedVertical}
          aria-label={say(words.preview.mirrorSide, inText)}
          isOn={isMirrored}
          onSwitch={(isOn) => onChange({ isMirrored: isOn })}
        >
          {words.preview.mirror}
        </ToggleButton>
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

interface NudgeButtonProps extends Pick<SideRowProps, 'side' | 'onChange'> {
  readonly by: -1 | 1;
  readonly nudgeFrames: number;
}

/** Nudges a side by one frame, so that the previous or next frame meets the other side. */
function NudgeButton({ side, by, nudgeFrames, onChange }: NudgeButtonProps) {
  const Icon = by < 0 ? ChevronLeft : ChevronRight;
  const label = say(by < 0 ? words.preview.nudgeBack : words.preview.nudgeForward, {
    side: words.preview.sidesInText[side],
  });
  return (
    <IconButton
      icon={Icon}
      label={label}
      disabled={Math.abs(nudgeFrames + by) > MAX_NUDGE_FRAMES}
      onClick={() => onChange({ nudgeFrames: nudgeFrames + by })}
    />
  );
}

interface AlignmentSwitchProps {
  readonly alignment: Alignment;
  readonly marks: Readonly<Record<Side, SwingAnnotations>>;
  readonly onChange: (alignment: Alignment) => void;
}

const ROW = 'flex flex-wrap items-center gap-0.5 rounded-md bg-sunken p-0.5';
const TILE =
  'flex min-h-11 grow items-center justify-center gap-1.5 rounded-md px-2 text-sm font-semibold whitespace-nowrap text-ink-soft hover:text-ink';

/** The alignments. Those with missing marks are disabled; for all positions, a note lists the missing marks. */
export function AlignmentSwitch({ alignment, marks, onChange }: AlignmentSwitchProps) {
  const group = useId();
  const missing = useId();
  const canMeet = (choice: Alignment) => SIDES.every((side) => missingFor(choice, marks[side]).length === 0);
  return (
    <fieldset className={ROW}>
      <legend className="sr-only">{words.preview.meeting}</legend>
      {ALIGNMENTS.map((choice) => (
        <RadioTile
          key={choice}
          name={group}
          checked={alignment === choice}
          disabled={choice !== 'strike' && !canMeet(choice)}
          aria-describedby={choice === 'all' && !canMeet(choice) ? missing : undefined}
          onChange={() => onChange(choice)}
          className={TILE}
        >
          {words.preview.meetings[choice]}
        </RadioTile>
      ))}
      {!canMeet('all') && (
        <span id={missing} className="text-sm text-ink-soft">
          {say(words.preview.allNeeds, { marks: missingText(marks) })}
        </span>
      )}
    </fieldset>
  );
}

/** The missing marks of both sides, such as "your rest, the pro’s top". */
function missingText(marks: Readonly<Record<Side, SwingAnnotations>>): string {
  return SIDES.flatMap((side) =>
    missingFor('all', marks[side]).map((position) =>
      say(words.preview.marksInText[side], { position: words.swing.positionsInText[position] }),
    ),
  ).join(', ');
}

/** The choice of the leading side, and how much faster or slower than filmed the follower is shown. */
function TempoSwitch({ choices, choose, swings, names }: Omit<SyncProps, 'alignment' | 'onAlignmentChange'>) {
  const group = useId();
  const { tempo } = choices;
  const fitted = otherSide(tempo);
  const change = tempoChange(swings.plan.panes[fitted]);
  return (
    <>
      <fieldset className={ROW}>
        <legend className="sr-only">{words.preview.tempo}</legend>
        {SIDES.map((choice) => (
          <RadioTile
            key={choice}
            name={group}
            checked={tempo === choice}
            onChange={() => choose({ ...choices, tempo: choice })}
            className={TILE}
          >
            {words.preview.tempos[choice]}
          </RadioTile>
        ))}
      </fieldset>
      {change && (
        <Status className="figures text-sm">
          {say(words.preview.tempoMatched[fitted], {
            name: names[fitted],
            back: formatDecimals(change.back, 2),
            down: formatDecimals(change.down, 2),
          })}
        </Status>
      )}
    </>
  );
}
