// 'Existing Pro Videos': the library with edit and delete for each golfer, and its view and hand, corrected with one
// press.
import { Pencil, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { AdminGolfer, GolferCard } from '#contract/golfers.ts';
import { CAMERA_VIEWS, GOLFER_HANDS } from '#domain/body/filmed.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { ACCOUNT_TOASTS, filmedNotSaved, golferDeleteFailed } from '#web/account/account-messages.ts';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';
import { SmallButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { SwingTimes } from '#web/ui/sample-swing.tsx';
import { Loading, LoadProblem, Problem } from '#web/ui/status.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';
import { GolferBodies } from './golfer-bodies.tsx';

/** The times are present only in the administrator's session. */
type ListedGolfer = GolferCard & Partial<AdminGolfer>;

interface GolferListProps {
  /** How many golfers were added since the page was opened. */
  addedCount: number;
  onSessionEnded: () => void;
}

export function GolferList({ addedCount, onSessionEnded }: GolferListProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-5">
      <h2 ref={heading} id={headingId} tabIndex={-1} className="display text-2xl outline-none sm:text-3xl">
        {words.library.listHeading}
      </h2>
      {/* A deleted golfer's buttons disappear, so the focus moves to the headline. */}
      <Golfers addedCount={addedCount} onSessionEnded={onSessionEnded} onDeleted={() => heading.current?.focus()} />
    </section>
  );
}

function Golfers({ addedCount, ...props }: GolferListProps & { onDeleted: () => void }) {
  const list = useQuery<ListedGolfer[]>({ queryKey: ['/api', 'pro', 'list'] });
  if (list.isPending) return <Loading className="min-h-32 text-ink-soft">{words.library.loadingList}</Loading>;
  if (list.isError) {
    return (
      <LoadProblem isBusy={list.isFetching} onRetry={list.refetch}>
        {words.golfers.loadFailed}
      </LoadProblem>
    );
  }
  const { data: golfers } = list;
  if (golfers.length === 0) return <p>{words.library.empty}</p>;
  return (
    <>
      <GolferBodies golfers={golfers} addedCount={addedCount} onSessionEnded={props.onSessionEnded} />
      <ul className="grid gap-4 lg:grid-cols-2">
        {golfers.map((golfer) => (
          <GolferRow key={golfer.id} golfer={golfer} {...props} />
        ))}
      </ul>
    </>
  );
}

interface GolferRowProps {
  golfer: ListedGolfer;
  onDeleted: () => void;
  onSessionEnded: () => void;
}

function GolferRow({ golfer, ...props }: GolferRowProps) {
  const { name, majorChampionships, club, height, restTime, topTime, strikeTime } = golfer;
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4 rounded-md border border-line bg-raised p-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <div className="stage mown aspect-[3/4] overflow-hidden rounded-sm">
        <StillPicture url={golfer.thumbnailUrl} />
      </div>
      <div className="grid content-between gap-3">
        <div>
          <h3 className="text-lg leading-tight font-bold [overflow-wrap:anywhere]">{name}</h3>
          <p className="figures mt-1 text-sm text-ink-soft">
            {[say(words.golfers.majorChampionships, { count: majorChampionships }), club, height]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {restTime !== undefined && topTime !== undefined && strikeTime !== undefined && (
          <SwingTimes annotations={{ restTime, topTime, strikeTime }} side="pro" />
        )}
        <div className="flex flex-wrap gap-2">
          <SmallButton
            aria-label={say(words.library.editGolfer, { name })}
            onClick={() => toast(ACCOUNT_TOASTS.editComing)}
          >
            <Pencil className="size-4" />
            {words.library.edit}
          </SmallButton>
          <DeleteGolfer golfer={golfer} {...props} />
        </div>
      </div>
      <div className="col-span-2 sm:col-span-1 sm:col-start-2">
        <FilmedChoice golfer={golfer} onSessionEnded={props.onSessionEnded} />
      </div>
    </li>
  );
}

function DeleteGolfer({ golfer, onDeleted, onSessionEnded }: GolferRowProps) {
  const { id, name } = golfer;
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();

  async function tell(failure: Awaited<ReturnType<typeof deleteGolfer>>) {
    if (failure === 'session-ended') return onSessionEnded();
    if (failure) return toast(golferDeleteFailed(failure.sentence));
    toast(ACCOUNT_TOASTS.golferDeleted);
    queryClient.remove(['/api', 'pro', id]);
    await queryClient.reload(['/api', 'pro', 'list']);
    onDeleted();
  }

  return (
    <>
      <SmallButton aria-label={say(words.library.deleteGolfer, { name })} onClick={() => setOpen(true)}>
        <Trash2 className="size-4" />
        {words.actions.delete}
      </SmallButton>
      {isOpen && (
        <ConfirmDialog
          role="alertdialog"
          question={say(words.library.deleteQuestion, { name })}
          means={words.library.deleteMeans}
          keepLabel={words.actions.cancel}
          onConfirm={() => deleteGolfer(id)}
          onConfirmed={(failure) => void tell(failure)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Returns null when the golfer no longer exists. */
async function deleteGolfer(id: number): Promise<null | 'session-ended' | { readonly sentence: string | null }> {
  try {
    await callApi('deleteGolfer', { params: { id } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) return { sentence: words.accounts.unreachable };
    if (error.status === 404) return null;
    return error.status === 401 ? 'session-ended' : { sentence: sentenceOf(error, '') || null };
  }
}

interface FilmedChoiceProps {
  readonly golfer: GolferCard;
  readonly onSessionEnded: () => void;
}

/** The choices of view and hand. A press is saved at once. */
export function FilmedChoice({ golfer, onSessionEnded }: FilmedChoiceProps) {
  const { id, name } = golfer;
  const [pressed, setPressed] = useState<Filmed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const { view = null, hand = null } = pressed ?? golfer;

  async function save(filmed: Filmed) {
    setPressed(filmed);
    setProblem(null);
    try {
      await callApi('correctFilmed', { params: { id }, body: filmed });
      await queryClient.reload(['/api', 'pro']);
    } catch (error) {
      const isSessionOver = error instanceof ApiError && error.status === 401;
      const sentence = isSessionOver
        ? words.library.filmedSessionEnded
        : sentenceOf(error, words.library.filmedNotSaved);
      setProblem(sentence);
      toast(filmedNotSaved(sentence));
      if (isSessionOver) onSessionEnded();
    }
    setPressed(null);
  }

  return (
    <div className="grid gap-1.5">
      <Choice
        label={say(words.library.viewOf, { name })}
        options={CAMERA_VIEWS.map((value) => ({ value, label: words.body.views[value] }))}
        value={view}
        isBusy={pressed !== null}
        onChoose={(chosen) => void save({ view: chosen, hand })}
      />
      <Choice
        label={say(words.library.handOf, { name })}
        options={GOLFER_HANDS.map((value) => ({ value, label: words.golferPicker.hands[value] }))}
        value={hand}
        isBusy={pressed !== null}
        onChoose={(chosen) => void save({ view, hand: chosen })}
      />
      {problem && <Problem className="text-sm">{problem}</Problem>}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | null;
  readonly isBusy: boolean;
  readonly onChoose: (value: Value) => void;
}

/** Radio buttons in a row that look like one control. Not disabled while saving, because that would lose the focus. */
function Choice<Value extends string>({ label, options, value, isBusy, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset aria-busy={isBusy} className="flex w-fit flex-wrap overflow-hidden rounded-md border border-edge">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2 text-sm sm:px-2.5 font-semibold has-checked:bg-sunken has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => !isBusy && onChoose(option.value)}
            className="size-4 accent-pro"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
