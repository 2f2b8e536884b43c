// Switches for the names and the strip on the pictures, and fields for the names. Collapsed by default.
import type { ComparisonChoices, NameChoices } from '#domain/comparison/comparison-choices.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-choices.ts';
import { MAX_NAME_LENGTH } from '#domain/lettering/lettering.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { words } from '#web/words/words.ts';

interface NameControlsProps {
  readonly choices: ComparisonChoices;
  /** The name of each side unless the visitor types another. */
  readonly usual: Readonly<Record<Side, string>>;
  readonly onChange: (choices: ComparisonChoices) => void;
}

/** Two switches and two fields. */
export function NameControls({ choices, usual, onChange }: NameControlsProps) {
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
