// One kept comparison in the list: picture, title, dates, tempo, note and actions. Title, club and note are saved with
// every key press.
import { FolderOpen, History, Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { CLUB_KINDS } from '#domain/library/golfer.ts';
import { factorInUse } from '#domain/swing/slow-motion.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import {
  clipsOf,
  detailsOf,
  filmedDateMs,
  isSameSwing,
  type KeptComparison,
  type KeptDetails,
  MAX_NOTE_LENGTH,
  MAX_TITLE_LENGTH,
  tempoOfKept,
} from '#web/kept/kept-comparison.ts';
import { keptClip, thumbnailOf } from '#web/kept/kept-database.ts';
import { canBeCompared } from '#web/kept/open-kept.ts';
import { forgetUnsaved, newSlot, writeUnsaved } from '#web/kept/unsaved.ts';
import { LinkButton } from '#web/share/link-button.tsx';
import type { FileForLink } from '#web/share/link-file.ts';
import { Button, PlainIconButton, SmallButton } from '#web/ui/button.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { Status } from '#web/ui/status.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { formatDateAndTime } from '#web/words/dates.ts';
import { formatSeconds } from '#web/words/format-numbers.ts';
import { formatTempo } from '#web/words/timing-words.ts';
import { say, words } from '#web/words/words.ts';

interface KeptRowProps {
  readonly kept: KeptComparison;
  /** Whether this swing can be the second of two, after the first has been chosen. */
  readonly isOffered: boolean;
  /** Null if this swing cannot be compared with another. */
  readonly onThenAndNow: (() => void) | null;
  readonly onOpen: () => void;
  /** Resolves to false if the browser does not store it. */
  readonly onDescribe: (details: KeptDetails) => Promise<boolean>;
  readonly onDelete: () => void;
}

export function KeptRow({ kept, isOffered, onThenAndNow, onOpen, onDescribe, onDelete }: KeptRowProps) {
  const [isEdited, setEdited] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const name = nameOf(kept);
  const of = { name, date: formatDateAndTime(kept.keptAtMs) };
  const filmedMs = filmedDateMs(kept);
  return (
    <li className="[contain-intrinsic-size:auto_10rem] [content-visibility:auto] grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-b border-line py-4 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-center">
      <Thumbnail id={kept.id} />
      <div className="grid content-start gap-0.5">
        <h3 className="font-bold">{name}</h3>
        {name !== usualTitle(kept) && <p className="text-sm">{usualTitle(kept)}</p>}
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {filmedMs !== null && <DateWords text={words.mySwings.filmed} timeMs={filmedMs} />}
          <DateWords text={words.mySwings.compared} timeMs={kept.keptAtMs} />
        </p>
        <p className="text-sm">
          {kept.club && `${words.golferPicker.clubs[kept.club]} · `}
          {tempoWords(kept)}
        </p>
        {kept.note && !isEdited && (
          <p className="max-w-prose text-sm [overflow-wrap:anywhere] whitespace-pre-line">{kept.note}</p>
        )}
        <Marks kept={kept} />
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 max-sm:gap-x-0.5 sm:col-span-1">
        {isOffered ? (
          onThenAndNow && (
            <Button aria-label={say(words.mySwings.chooseThisOf, of)} onClick={onThenAndNow}>
              {words.mySwings.chooseThis}
            </Button>
          )
        ) : (
          <>
            <SmallButton
              icon={FolderOpen}
              className={BARE_ON_PHONES}
              aria-label={say(words.mySwings.openOf, of)}
              onClick={onOpen}
            >
              {words.mySwings.open}
            </SmallButton>
            {onThenAndNow && (
              <SmallButton
                icon={History}
                className={BARE_ON_PHONES}
                aria-label={say(words.mySwings.thenAndNowOf, of)}
                onClick={onThenAndNow}
              >
                {words.mySwings.thenAndNow}
              </SmallButton>
            )}
            <LinkButton place="icons" label={say(words.link.sendOf, of)} makeFile={() => linkFileOf(kept)} />
            <PlainIconButton
              icon={Pencil}
              ref={editButton}
              label={say(words.mySwings.editOf, of)}
              aria-expanded={isEdited}
              onClick={() => setEdited(!isEdited)}
            />
            <PlainIconButton icon={Trash2} label={say(words.mySwings.deleteOf, of)} onClick={onDelete} />
          </>
        )}
      </div>
      {isEdited && (
        <div className="col-span-full">
          <KeptDetailsForm
            id={kept.id}
            details={detailsOf(kept)}
            usualTitle={usualTitle(kept)}
            onChange={onDescribe}
            onClose={() => {
              setEdited(false);
              editButton.current?.focus();
            }}
          />
        </div>
      )}
    </li>
  );
}

async function linkFileOf(kept: KeptComparison): Promise<FileForLink> {
  const [{ comparisonFile }, clips] = await Promise.all([import('#web/share/comparison-file.ts'), clipsIn(kept)]);
  return comparisonFile({ comparison: kept, clips });
}

async function clipsIn(kept: KeptComparison): Promise<ReadonlyMap<string, Blob>> {
  const clips = new Map<string, Blob>();
  for (const { contentKey } of clipsOf(kept)) {
    const clip = await keptClip(contentKey);
    if (clip) clips.set(contentKey, clip);
  }
  return clips;
}

/** Without its icon, so that all four buttons stand in one row. */
const BARE_ON_PHONES = 'max-sm:[&>svg]:hidden';

/** Whether a kept swing can be compared with another, and is not the swing of `first`, compared with whomever. */
export function isOther(kept: KeptComparison, first: KeptComparison | null): boolean {
  return canBeCompared(kept) && !(first && isSameSwing(kept.user, first.user));
}

function DateWords({ text, timeMs }: { readonly text: string; readonly timeMs: number }) {
  return <time dateTime={new Date(timeMs).toISOString()}>{say(text, { date: formatDateAndTime(timeMs) })}</time>;
}

function Marks({ kept }: { readonly kept: KeptComparison }) {
  return (
    <details className="text-sm text-ink-soft">
      <summary className="min-h-6">{words.mySwings.marks}</summary>
      <p className="figures flex flex-wrap gap-x-3">
        {POSITIONS.map((position) => (
          <span key={position} className="whitespace-nowrap">
            {say(words.mySwings.mark, { position: words.swing.positions[position], time: markWords(kept, position) })}
          </span>
        ))}
      </p>
    </details>
  );
}

/** Its title, or what it compares. */
export function nameOf(kept: KeptComparison): string {
  return kept.title?.trim() || usualTitle(kept);
}

function usualTitle({ pro }: KeptComparison): string {
  return say(words.mySwings.youAnd, { other: 'golfer' in pro ? pro.golfer.name : words.mySwings.earlierSwing });
}

function tempoWords({ user }: KeptComparison): string {
  const tempo = tempoOfKept(user);
  return tempo ? say(words.mySwings.yourTempo, formatTempo(tempo)) : words.mySwings.noTempo;
}

/** A mark in true time, measured from the start of the clip. */
function markWords({ user }: KeptComparison, position: Position): string {
  const time = timeOf(user.annotations, position);
  return time === null ? words.swing.noTime : formatSeconds(time / factorInUse(user));
}

/** The picture, read once the row comes near the screen. */
function Thumbnail({ id }: { readonly id: string }) {
  const boxRef = useRef<HTMLDivElement>(null);
  const url = useThumbnail(id, boxRef);
  return (
    <div ref={boxRef} className="aspect-4/3 w-full overflow-hidden rounded-sm bg-sunken sm:row-span-1">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </div>
  );
}

/** Distance from the screen at which a row's picture is read. */
const NEAR = '300px';

function useThumbnail(id: string, boxRef: RefObject<HTMLElement | null>): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    let made: string | null = null;
    let isGone = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void thumbnailOf(id)
          .catch(() => null)
          .then((picture) => {
            if (!picture || isGone) return;
            made = URL.createObjectURL(picture);
            setUrl(made);
          });
      },
      { rootMargin: NEAR },
    );
    observer.observe(box);
    return () => {
      isGone = true;
      observer.disconnect();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, boxRef]);
  return url;
}

interface KeptDetailsFormProps {
  readonly id: string;
  readonly details: KeptDetails;
  readonly usualTitle: string;
  readonly onChange: (details: KeptDetails) => Promise<boolean>;
  readonly onClose: () => void;
}

const CLUB_OPTIONS = [
  { value: '', label: words.mySwings.details.noClub },
  ...CLUB_KINDS.map((kind) => ({ value: kind, label: words.golferPicker.clubs[kind] })),
];

/** The form. It needs no submit button, because closing the form or the page loses nothing. */
function KeptDetailsForm({ id, details, usualTitle, onChange, onClose }: KeptDetailsFormProps) {
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
        <Button size="small" onClick={onClose}>
          {words.mySwings.details.done}
        </Button>
        <Status className="text-sm font-semibold text-flag-ink">{isRefused && words.mySwings.details.notKept}</Status>
      </div>
    </div>
  );
}
