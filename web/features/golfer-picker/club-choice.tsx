// Asks for the club of the visitor's swing, in one press. The suggested golfers depend on it.
import { useId } from 'react';
import { CLUB_KINDS, type ClubKind } from '#domain/library/club-kind.ts';
import { RadioTile } from '#web/ui/radio.tsx';
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
        <RadioTile
          key={club}
          name={name}
          checked={club === value}
          onChange={() => onChange(club)}
          className="inline-flex min-h-11 items-center justify-center rounded-full px-2 text-sm font-semibold not-has-checked:bg-sunken"
        >
          {words.golferPicker.clubs[club]}
        </RadioTile>
      ))}
    </fieldset>
  );
}
