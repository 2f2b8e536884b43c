// Title, club and note of a kept comparison, saved with every key press.
import { useEffect, useId, useRef, useState } from 'react';
import { CLUB_KINDS } from '#domain/library/club-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type KeptDetails, MAX_NOTE_LENGTH, MAX_TITLE_LENGTH } from '#web/videos/kept/kept-comparison.ts';
import { forgetUnsaved, newSlot, writeUnsaved } from '#web/videos/kept/unsaved.ts';
import { words } from '#web/words/words.ts';

interface KeptDetailsFormProps {
  readonly id: string;
  readonly details: KeptDetails;
  /** The name of the comparison without a title. */
  readonly usualTitle: string;
  /** Resolves to false if the browser does not store it. */
  readonly onChange: (details: KeptDetails) => Promise<boolean>;
  readonly onClose: () => void;
}

const CLUB_OPTIONS = [
  { value: '', label: words.mySwings.details.noClub },
  ...CLUB_KINDS.map((kind) => ({ value: kind, label: words.golferPicker.clubs[kind] })),
];

/** The form. It needs no submit button, because closing the form or the page loses nothing. */
export function KeptDetailsForm({ id, details, usualTitle, onChange, onClose }: KeptDetailsFormProps) {
  const [{ title = '', club = null, note = '' }, setDetails] = useState(details);
  const [isRefused, setRefused] = useState(false);
  const [slot] = useState(newSlot);
  const round = useRef(0);
  const noteId = useId();
  const firstField = useRef<HTMLDivElement>(null);
  useEffect(() => firstField.current?.querySelector('input')?.focus(), []);

  async function change(part: KeptDetails) {
    const next = { title, club, note, ...part };
    setDetails(next);
    round.current += 1;
    const mine = round.current;
    // Synchronous copy, because a page that closes now does not wait for the database.
    writeUnsaved(slot, { kind: 'details', id, details: next });
    const isKept = await onChange(next);
    setRefused(!isKept);
    if (isKept && mine === round.current) forgetUnsaved(slot);
  }

  return (
    <div ref={firstField} className="grid gap-3 rounded-md bg-sunken p-3">
      <TextField
        label={words.mySwings.details.title}
        value={title}
        placeholder={usualTitle}
        maxLength={MAX_TITLE_LENGTH}
        autoComplete="off"
        onChange={({ target }) => void change({ title: target.value })}
      />
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="label">
          {words.mySwings.details.club}
        </span>
        <NativeSelect
          label={words.mySwings.details.club}
          value={club ?? ''}
          options={CLUB_OPTIONS}
          onValueChange={(value) => void change({ club: CLUB_KINDS.find((kind) => kind === value) ?? null })}
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={noteId} className="label">
          {words.mySwings.details.note}
        </label>
        <textarea
          id={noteId}
          rows={3}
          value={note}
          maxLength={MAX_NOTE_LENGTH}
          onChange={({ target }) => void change({ note: target.value })}
          className="w-full rounded-md border-2 border-edge bg-raised px-3 py-2 text-base text-ink"
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" variant="secondary" onClick={onClose}>
          {words.mySwings.details.done}
        </Button>
        <p role="status" className="text-sm font-semibold text-flag-ink">
          {isRefused && words.mySwings.details.notKept}
        </p>
      </div>
    </div>
  );
}
