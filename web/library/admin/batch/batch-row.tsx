// One row of a batch: the clip, the golfer's name, club, view and hand, the three pictures that were found, its state, and what
// can be done about it.
import { CircleAlert, CircleCheck, CircleHelp, Clock, Copy, Film, type LucideIcon, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CLUB_KINDS, MAX_NAME_LENGTH } from '#domain/library/golfer.ts';
import { markOrigin } from '#domain/moments/taken-moments.ts';
import { POSITIONS, type Position, timeOf } from '#domain/swing/swing.ts';
import { getClip } from '#web/clip/clip-storage.ts';
import { type Tick, TickMark } from '#web/find/editor/position-editor.tsx';
import { useAnswer } from '#web/lib/use-answer.ts';
import { FilmedText } from '#web/library/admin/filmed-choice.tsx';
import { GolferMarking } from '#web/library/admin/golfer-marking.tsx';
import { Button, CancelButton, PlainIconButton, SmallButton, Spinner } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { PositionShape } from '#web/ui/position-shape.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { say, words } from '#web/words/words.ts';
import { type BatchRow, isDoubt, type Need, needsNewSearch, type Standing } from './batch.ts';
import type { Batch } from './batch-store.ts';

const texts = words.batch;

interface BatchRowItemProps {
  readonly row: BatchRow;
  readonly standing: Standing;
  /** The row's place among all, from 1. */
  readonly number: number;
  readonly count: number;
  readonly batch: Batch;
  /** Whether its positions are being corrected. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onRemove: () => void;
}

export function BatchRowItem(props: BatchRowItemProps) {
  const { row, standing, batch, isOpen, onOpen } = props;
  const { id, club } = row;
  const name = row.name.trim() || texts.unnamed;
  const isFixed = FIXED.includes(standing.at);
  const corrector = useRef<HTMLButtonElement>(null);
  return (
    <li aria-label={name} tabIndex={-1} className="grid gap-3 py-4 outline-none">
      <div className="grid grid-cols-[3.75rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 lg:grid-cols-[3.75rem_minmax(0,1fr)_13.5rem_minmax(0,17rem)]">
        <div className="stage mown grid aspect-[3/4] overflow-hidden rounded-sm">
          {row.thumbnail ? (
            <img src={row.thumbnail} alt="" className="size-full object-cover" />
          ) : (
            <Film className="size-6 place-self-center" />
          )}
        </div>
        <fieldset disabled={isFixed} className="grid min-w-0 gap-2">
          <TextField
            label={texts.name}
            value={row.name}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            problem={standing.at === 'needs-look' && standing.need === 'name' ? texts.needs.name : null}
            onChange={({ target }) => batch.edit(id, { name: target.value })}
          />
          <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
            <NativeSelect
              label={say(texts.clubOf, { name })}
              value={club ?? ''}
              options={CLUBS}
              onValueChange={(chosen) => batch.edit(id, { club: CLUB_KINDS.find((kind) => kind === chosen) ?? null })}
            />
            <FilmedText
              name={name}
              filmed={row}
              pending={['waiting', 'finding'].includes(standing.at) ? words.library.findingView : null}
              onChange={(filmed) => batch.edit(id, filmed)}
            />
          </div>
        </fieldset>
        <Pictures {...{ row, name }} disabled={isFixed} onCorrect={() => onOpen(true)} />
        <div className="col-span-2 grid gap-2 lg:col-span-1">
          <State {...props} />
          <Actions {...props} name={name} isFixed={isFixed} corrector={corrector} />
        </div>
      </div>
      {isOpen && !isFixed && (
        <Corrector
          {...{ row, batch }}
          onClose={() => {
            onOpen(false);
            corrector.current?.focus();
          }}
        />
      )}
    </li>
  );
}

/** While these hold the row cannot be changed. */
const FIXED: readonly Standing['at'][] = ['queued', 'uploading', 'published', 'in-library', 'lost'];

const CLUBS = [
  { value: '', label: texts.noClub },
  ...CLUB_KINDS.map((kind) => ({ value: kind, label: words.golferPicker.clubs[kind] })),
];

interface PicturesProps {
  readonly row: BatchRow;
  readonly name: string;
  readonly disabled: boolean;
  readonly onCorrect: () => void;
}

function Pictures({ row, name, disabled, onCorrect }: PicturesProps) {
  return (
    <ul
      aria-label={say(texts.pictures, { name })}
      className="col-span-2 grid max-w-72 grid-cols-3 gap-1.5 lg:col-span-1"
    >
      {POSITIONS.map((position) => {
        const tick = tickOf(row, position);
        const picture = row.pictures[position];
        const isCurrent = picture?.time === timeOf(row.annotations, position);
        return (
          <li key={position}>
            <button
              type="button"
              disabled={disabled}
              aria-label={say(texts.picture, {
                position: words.swing.positions[position],
                state: words.annotate.tickStates[tick],
              })}
              onClick={onCorrect}
              className="grid w-full gap-0.5 text-sm"
            >
              <span
                className={classNames(
                  'stage relative grid aspect-[3/4] overflow-hidden rounded-sm border-2',
                  tick === 'check' ? 'border-flag' : 'border-transparent',
                )}
              >
                {picture && isCurrent ? (
                  <img src={picture.address} alt="" className="size-full object-cover" />
                ) : (
                  <PositionShape position={position} className="size-5 place-self-center text-pro" />
                )}
                <TickMark tick={tick} />
              </span>
              <span className="leading-tight">{words.swing.positions[position]}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function tickOf({ annotations, taken, isConfirmed }: BatchRow, position: Position): Tick {
  const origin = markOrigin(annotations, taken, position);
  return origin === 'check' && isConfirmed ? 'found' : origin;
}

const ICONS: Readonly<Record<Standing['at'], LucideIcon | null>> = {
  waiting: Clock,
  finding: null,
  ready: CircleCheck,
  'needs-look': CircleHelp,
  queued: Clock,
  uploading: null,
  published: CircleCheck,
  'in-library': Copy,
  'not-published': CircleAlert,
  lost: CircleAlert,
};

function State({ row, standing, number, count }: BatchRowItemProps) {
  const Icon = ICONS[standing.at];
  const isBad = ['needs-look', 'not-published', 'lost'].includes(standing.at);
  const isGood = standing.at === 'ready' || standing.at === 'published';
  const means = meaningOf(row, standing);
  return (
    <div>
      <p
        className={classNames(
          'figures flex items-center gap-2 font-semibold',
          isBad && 'text-flag-ink',
          isGood && 'text-fairway',
        )}
      >
        {Icon ? <Icon className="size-5 shrink-0" /> : <Spinner />}
        {standing.at === 'uploading' && standing.percent === 100
          ? words.library.serverReads
          : say(texts.standings[standing.at], { number, count, percent: 'percent' in standing ? standing.percent : 0 })}
      </p>
      {means && <p className="text-sm [overflow-wrap:anywhere]">{means}</p>}
    </div>
  );
}

/** Why the row stands like this, and what to do; null where that is clear. */
function meaningOf(row: BatchRow, standing: Standing): string | null {
  switch (standing.at) {
    case 'needs-look':
      return standing.need === 'name' ? null : needText(row, standing.need);
    case 'in-library':
      return say(texts.inLibrary, { name: standing.name });
    case 'published':
      return standing.wasThere ? texts.wasThere : null;
    case 'not-published':
      return standing.sentence;
    case 'lost':
      return words.ownVideo.lost;
    default:
      return null;
  }
}

function needText({ step }: BatchRow, need: Exclude<Need, 'name'>): string {
  if (need === 'rest-at-zero') return words.library.restAtZero;
  if (need === 'order') return words.library.outOfOrder;
  const without = need === 'positions' && step.at === 'searched' ? step.without : null;
  if (without === null) return need === 'positions' ? texts.needs.positions : texts.needs[need];
  if (without === 'canceled') return texts.canceled;
  return without === 'damaged' ? texts.damaged : words.annotate.noAnswer[without];
}

interface ActionsProps extends BatchRowItemProps {
  readonly name: string;
  readonly isFixed: boolean;
  readonly corrector: { current: HTMLButtonElement | null };
}

function Actions({ row, standing, batch, name, isFixed, isOpen, onOpen, onRemove, corrector }: ActionsProps) {
  const { id } = row;
  const isRunning = ['waiting', 'finding', 'queued', 'uploading'].includes(standing.at);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {standing.at === 'needs-look' && isDoubt(standing.need) && (
        <SmallButton
          data-confirms
          aria-label={say(texts.confirmOf, { name })}
          onClick={({ currentTarget }) => {
            focusNext(currentTarget);
            batch.edit(id, { isConfirmed: true });
          }}
        >
          {texts.confirm}
        </SmallButton>
      )}
      {needsNewSearch(row) && standing.at === 'needs-look' && (
        <SmallButton
          aria-label={say(texts.findAgainIn, { name })}
          onClick={({ currentTarget }) => {
            focusRow(currentTarget);
            batch.findAgain(id);
          }}
        >
          {texts.findAgain}
        </SmallButton>
      )}
      {!isFixed && (
        <SmallButton
          ref={corrector}
          aria-label={say(texts.correctOf, { name })}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          {texts.correct}
        </SmallButton>
      )}
      {isRunning && (
        <CancelButton
          variant="secondary"
          size="small"
          aria-label={say(texts.cancelOf, { name })}
          onClick={({ currentTarget }) => {
            focusRow(currentTarget);
            batch.cancel(id);
          }}
        />
      )}
      <PlainIconButton icon={Trash2} label={say(texts.removeOf, { name })} onClick={onRemove} />
    </div>
  );
}

// A pressed button that disappears hands the focus on.

function focusRow(pressed: Element): void {
  pressed.closest('li')?.focus();
}

/** To the next row that asks for a look, so that many are checked with one key. */
function focusNext(pressed: Element): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-confirms]')];
  const next = all.find((other) => pressed.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (next) next.focus();
  else focusRow(pressed);
}

interface CorrectorProps {
  readonly row: BatchRow;
  readonly batch: Batch;
  readonly onClose: () => void;
}

/** The editor of the form for one golfer, for this row. */
function Corrector({ row, batch, onClose }: CorrectorProps) {
  const { id, annotations, taken, slowMotionFactor } = row;
  const area = useRef<HTMLDivElement>(null);
  const file = useAnswer(id, getClip);
  useEffect(() => {
    area.current?.focus();
    void area.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, []);
  return (
    <div ref={area} tabIndex={-1} className="grid scroll-mt-24 gap-3 outline-none">
      {file && (
        <GolferMarking
          {...{ file, annotations, taken, slowMotionFactor }}
          getAnnotations={() =>
            batch.store.getState().rows.find((other) => other.id === id)?.annotations ?? annotations
          }
          onAnnotationsChange={(changed) => batch.edit(id, { annotations: changed })}
          onTakenChange={(changed) => batch.edit(id, { taken: changed })}
          onSlowMotion={(factor) => batch.edit(id, { slowMotionFactor: factor })}
        />
      )}
      <Button variant="secondary" onClick={onClose} className="justify-self-start">
        {texts.closeEditor}
      </Button>
    </div>
  );
}
