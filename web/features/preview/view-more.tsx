// The controls of the View tab for the swings: alignment, tempo, bodies, choices and names.
import {
  type Alignment,
  type ComparisonChoices,
  laysOver,
  type NameChoices,
  SIDES,
  type Side,
} from '#domain/comparison/comparison-choices.ts';
import { MAX_NAME_LENGTH } from '#domain/lettering/lettering.ts';
import type { LookingFor, SideBody } from '#web/body/use-bodies.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import type { SyncedSwings } from '#web/player/synced/synced-pair.ts';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { words } from '#web/words/words.ts';
import { AlignmentSwitch, TempoSwitch } from './alignment-switch.tsx';
import { BodyControls } from './body-controls.tsx';
import { ChoiceControls } from './choice-controls.tsx';
import { SeenNote } from './seen-note.tsx';

interface SyncProps {
  readonly alignment: Alignment;
  readonly onAlignmentChange: (alignment: Alignment) => void;
  readonly choices: ComparisonChoices;
  readonly choose: (choices: ComparisonChoices) => void;
  readonly swings: SyncedSwings;
  readonly names: Readonly<Record<Side, string>>;
}

/** The choice of alignment and, where all positions meet, of the tempo. */
export function Sync({ alignment, onAlignmentChange, choices, choose, swings, names }: SyncProps) {
  return (
    <>
      <AlignmentSwitch alignment={alignment} marks={swings.marks} onChange={onAlignmentChange} />
      {alignment === 'all' && (
        <TempoSwitch
          plan={swings.plan}
          tempo={choices.tempo}
          names={names}
          onChange={(tempo) => choose({ ...choices, tempo })}
        />
      )}
    </>
  );
}

interface ViewMoreProps {
  readonly bodies: Readonly<Record<Side, SideBody>>;
  readonly names: Readonly<Record<Side, string>>;
  readonly usual: Readonly<Record<Side, string>>;
  readonly choices: ComparisonChoices;
  readonly choose: (choices: ComparisonChoices) => void;
  readonly wanted: LookingFor;
  readonly lookedFor: LookingFor;
  readonly hasGivenUp: boolean;
  readonly isPlain: boolean;
  readonly onGiveUp: () => void;
  /** The address of the golfer picker; null if the pro is the visitor's own video. */
  readonly golfersAt: string | null;
}

export function ViewMore(props: ViewMoreProps) {
  const { bodies, names, usual, choices, choose, wanted, lookedFor, hasGivenUp, isPlain, onGiveUp, golfersAt } = props;
  return (
    <>
      {!isPlain && (
        <>
          <BodyControls
            bodies={bodies}
            names={names}
            wanted={wanted}
            hasLines={choices.hasBodyLines}
            onLinesChange={(hasBodyLines) => choose({ ...choices, hasBodyLines })}
            hasEvidence={choices.hasEvidence}
            onEvidenceChange={(hasEvidence) => choose({ ...choices, hasEvidence })}
            onGiveUp={onGiveUp}
          />
          <ChoiceControls choices={choices} onChange={choose} names={names} />
          <NameControls choices={choices} usual={usual} onChange={choose} />
        </>
      )}
      {hasGivenUp && laysOver(choices.layout) && <p role="status">{words.body.ghostUnfitted}</p>}
      {lookedFor !== 'nothing' && (
        <SeenNote
          bodies={bodies}
          proName={names.pro}
          choices={choices}
          onChoicesChange={choose}
          golfersAt={golfersAt}
        />
      )}
    </>
  );
}

interface NameControlsProps {
  readonly choices: ComparisonChoices;
  /** The name of each side unless the visitor types another. */
  readonly usual: Readonly<Record<Side, string>>;
  readonly onChange: (choices: ComparisonChoices) => void;
}

/** Two switches and two fields. */
function NameControls({ choices, usual, onChange }: NameControlsProps) {
  const { names, hasStrip } = choices;
  const call = (changed: Partial<NameChoices>) => onChange({ ...choices, names: { ...names, ...changed } });
  return (
    <details className="border-t border-line pt-1">
      <summary className="label py-3.5 text-ink-soft hover:text-ink">{words.preview.names}</summary>
      <div {...OWN_ARROWS} className="grid items-end gap-x-6 gap-y-2 pb-2">
        <Switch
          label={words.preview.namesShown}
          checked={names.isShown}
          onCheckedChange={(isShown) => call({ isShown })}
        />
        {names.isShown &&
          SIDES.map((side) => (
            <TextField
              key={side}
              label={words.preview.nameOf[side]}
              dir="auto"
              maxLength={MAX_NAME_LENGTH}
              placeholder={usual[side]}
              value={names[side] ?? ''}
              onChange={({ target }) => call({ [side]: target.value === '' ? null : target.value })}
            />
          ))}
        <div>
          <Switch
            label={words.preview.stripShown}
            checked={hasStrip}
            onCheckedChange={(isShown) => onChange({ ...choices, hasStrip: isShown })}
          />
        </div>
      </div>
    </details>
  );
}
