// Asks for the club of the visitor's swing, in one press. The suggested golfers depend on it.
import { useId } from 'react';
import { CLUB_KINDS, type ClubKind } from '#domain/library/club-kind.ts';
import { words } from '#web/words/words.ts';

interface ClubChoiceProps {
  /** Null while unknown. */
  readonly value: ClubKind | null;
  readonly onChange: (club: ClubKind) => void;
}

/** Four chips in a row. */
export function ClubChoice({ value, onChange }: ClubChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 max-w-md grid-cols-4 gap-1.5">
      <legend className="mb-1 text-sm font-semibold">{words.golferPicker.whichClub}</legend>
      {CLUB_KINDS.map((club) => (
        <label
          key={club}
          className="inline-flex min-h-11 cursor-pointer items-center justify-center rounded-full bg-sunken px-2 text-sm font-semibold has-checked:bg-ink has-checked:text-raised has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={club === value}
            onChange={() => onChange(club)}
            className="sr-only"
          />
          {words.golferPicker.clubs[club]}
        </label>
      ))}
    </fieldset>
  );
}
