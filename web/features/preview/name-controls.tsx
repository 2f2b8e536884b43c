// Names on the pictures: on or off, and what they say. Folded away.
import type { NameChoices } from '#domain/comparison/comparison-choices.ts';
import { SIDES, type Side } from '#domain/comparison/comparison-plan.ts';
import { MAX_NAME_LENGTH } from '#domain/lettering/lettering.ts';
import { OWN_ARROWS } from '#web/player/controls/use-player-keys.ts';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { words } from '#web/words/words.ts';

interface NameControlsProps {
  readonly names: NameChoices;
  /** What each side is called unless the visitor types something. */
  readonly usual: Readonly<Record<Side, string>>;
  readonly onChange: (names: NameChoices) => void;
}

/** A switch and two fields. */
export function NameControls({ names, usual, onChange }: NameControlsProps) {
  return (
    <details className="border-t border-line pt-1">
      <summary className="label py-3.5 text-ink-soft hover:text-ink">{words.preview.names}</summary>
      <div {...OWN_ARROWS} className="grid items-end gap-x-6 gap-y-2 pb-2 sm:grid-cols-[auto_1fr_1fr]">
        <Switch
          label={words.preview.namesShown}
          checked={names.isShown}
          onCheckedChange={(isShown) => onChange({ ...names, isShown })}
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
              onChange={({ target }) => onChange({ ...names, [side]: target.value === '' ? null : target.value })}
            />
          ))}
      </div>
    </details>
  );
}
