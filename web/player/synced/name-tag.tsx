// A side's short name with its color, in the corner of its picture. Pressing the tag edits the name.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MAX_NAME_LENGTH } from '#domain/lettering/lettering.ts';
import type { Side } from '#domain/side.ts';
import { classNames } from '#web/ui/class-names.ts';
import { say, words } from '#web/words/words.ts';

interface NameTagProps {
  readonly side: Side;
  readonly name: string;
  /** Whether the tag is visible. Screen readers read it in any case. */
  readonly isShown: boolean;
  readonly place: 'left' | 'right' | 'below';
  /** Renames the side, or restores its usual name (null). Absent or null if the name cannot be changed. */
  readonly onRename: ((name: string | null) => void) | null;
}

const DOTS = { user: 'bg-you', pro: 'bg-pro' } as const;
const PLACES = { left: 'top-2 left-2', right: 'top-2 right-2', below: 'top-10 left-2' } as const;
const TAG =
  'absolute z-4 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-md bg-black/65 px-2 py-0.5 text-[0.8125rem] font-semibold text-white';

export function NameTag({ side, name, isShown, place, onRename }: NameTagProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // When the field closes, move the focus to the button in its place.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const dot = <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${DOTS[side]}`} />;
  if (!isShown || !onRename) {
    return (
      <span data-name={side} className={isShown ? classNames(TAG, 'pointer-events-none', PLACES[place]) : 'sr-only'}>
        {dot}
        <span className="truncate">{name}</span>
      </span>
    );
  }
  if (isOpen) {
    return (
      <NameField
        label={words.preview.nameOf[side]}
        name={name}
        className={PLACES[place]}
        onDone={(changed) => {
          if (changed !== undefined && changed !== name) onRename(changed === '' ? null : changed);
          setOpen(false);
        }}
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      data-name={side}
      aria-label={say(words.preview.rename, { name })}
      onClick={() => setOpen(true)}
      onDoubleClick={(event) => event.stopPropagation()}
      // The touch target is large enough for a thumb, although the tag looks small.
      className={classNames(TAG, PLACES[place], 'before:absolute before:-inset-x-2 before:-inset-y-2.5')}
    >
      {dot}
      <span className="truncate">{name}</span>
    </button>
  );
}

interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly className: string;
  /** Called with the typed name, or without one if the edit was canceled. */
  readonly onDone: (name?: string) => void;
}

function NameField({ label, name, className, onDone }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Here the player's keys type letters.
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The button gets the focus, and the same key would press it.
    event.preventDefault();
    if (event.key === 'Enter') onDone(event.currentTarget.value.trim());
    else onDone();
  }
  return (
    <input
      ref={field}
      aria-label={label}
      defaultValue={name}
      dir="auto"
      maxLength={MAX_NAME_LENGTH}
      enterKeyHint="done"
      onKeyDown={onKeyDown}
      onBlur={(event) => onDone(event.currentTarget.value.trim())}
      onDoubleClick={(event) => event.stopPropagation()}
      // 16 px, because iPhones zoom the page for a field with a smaller font.
      className={classNames(
        'absolute z-4 min-h-11 w-44 max-w-[calc(100%-1rem)] rounded-md bg-black px-3 text-base font-semibold text-white',
        className,
      )}
    />
  );
}
