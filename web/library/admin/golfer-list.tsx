// 'Existing Pro Videos': the library as a list of lines with edit and delete for each golfer, and its view and hand.
import { Download, Pencil, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { AdminGolfer, GolferCard } from '#contract/golfers.ts';
import type { Filmed } from '#domain/library/golfer.ts';
import { ACCOUNT_TOASTS, filmedNotSaved, golferDeleteFailed } from '#web/account/account-messages.ts';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';
import { saveFile, today } from '#web/lib/save-file.tsx';
import { useRun } from '#web/lib/use-run.ts';
import { Button, CancelButton, PlainIconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { SwingTimes } from '#web/ui/sample-swing.tsx';
import { Loading, LoadProblem, Problem } from '#web/ui/status.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';
import { isOwnGolfer, libraryPack } from './batch/library-pack.ts';
import { FilmedText } from './filmed-choice.tsx';
import { GolferBodies, useBodySearch } from './golfer-bodies.tsx';

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
  const bodies = useBodySearch(props.onSessionEnded);
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
      <GolferBodies golfers={golfers} addedCount={addedCount} search={bodies} />
      <SaveLibrary golfers={golfers.filter(isOwnGolfer)} />
      <ul className="grid divide-y divide-line border-y border-line">
        {golfers.map((golfer) => (
          <GolferRow
            key={golfer.id}
            golfer={golfer}
            isViewAwaited={bodies.state.stage === 'running' && !golfer.bodyUrl}
            {...props}
          />
        ))}
      </ul>
    </>
  );
}

type Packing =
  | { readonly stage: 'idle' }
  | { readonly stage: 'packing'; readonly number: number }
  | { readonly stage: 'failed' };

/** Saves an administrator's own golfers as one file. Nothing without any. */
function SaveLibrary({ golfers }: { golfers: readonly ListedGolfer[] }) {
  const { state, start, stop } = useRun<Packing>({ stage: 'idle' });
  if (golfers.length === 0) return null;

  const save = () =>
    start(async (signal, report) => {
      try {
        const onGolfer = (number: number) => report({ stage: 'packing', number });
        saveFile(await libraryPack(golfers, { signal, onGolfer }), `swingmark_library_${today()}.swingmark`);
        report({ stage: 'idle' });
      } catch {
        report({ stage: 'failed' });
      }
    });

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {state.stage === 'packing' ? (
        <>
          <Loading className="figures">
            {say(words.libraryFile.packing, { number: state.number, count: golfers.length })}
          </Loading>
          <CancelButton onClick={stop} />
        </>
      ) : (
        <Button icon={Download} variant="secondary" onClick={() => void save()}>
          {words.libraryFile.save}
        </Button>
      )}
      <p className="max-w-prose text-sm text-ink-soft">{words.libraryFile.means}</p>
      {state.stage === 'failed' && <Problem>{words.libraryFile.failed}</Problem>}
    </div>
  );
}

interface GolferActionsProps {
  golfer: ListedGolfer;
  onDeleted: () => void;
  onSessionEnded: () => void;
}

interface GolferRowProps extends GolferActionsProps {
  /** Whether the search for bodies is under way, which finds the view of this golfer too. */
  isViewAwaited: boolean;
}

/** One line on a wide screen. */
function GolferRow({ golfer, isViewAwaited, ...props }: GolferRowProps) {
  const { name, majorChampionships, club, height, restTime, topTime, strikeTime } = golfer;
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 lg:grid-cols-[3rem_minmax(0,1fr)_12.5rem_15rem_auto]">
      <div className="stage mown aspect-[3/4] self-start overflow-hidden rounded-sm lg:self-center">
        <StillPicture url={golfer.thumbnailUrl} />
      </div>
      <div className="max-lg:col-start-2">
        <h3 className="leading-tight font-bold [overflow-wrap:anywhere]">{name}</h3>
        <p className="figures text-sm text-ink-soft">
          {[say(words.golfers.majorChampionships, { count: majorChampionships }), club, height]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {/* Absent for a visitor, whose list has no times. */}
      {restTime !== undefined && topTime !== undefined && strikeTime !== undefined && (
        <div className="max-lg:col-span-2 max-lg:col-start-2">
          <SwingTimes annotations={{ restTime, topTime, strikeTime }} side="pro" lineSeconds={strikeTime - restTime} />
        </div>
      )}
      <div className="max-lg:col-span-2 max-lg:col-start-2">
        <SavedFilmed
          golfer={golfer}
          pending={isViewAwaited ? words.library.findingView : null}
          onSessionEnded={props.onSessionEnded}
        />
      </div>
      <div className="flex max-lg:col-start-3 max-lg:row-start-1 max-lg:self-start">
        <PlainIconButton
          icon={Pencil}
          label={say(words.library.editGolfer, { name })}
          onClick={() => toast(ACCOUNT_TOASTS.editComing)}
        />
        <DeleteGolfer golfer={golfer} {...props} />
      </div>
    </li>
  );
}

function DeleteGolfer({ golfer, onDeleted, onSessionEnded }: GolferActionsProps) {
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
      <PlainIconButton icon={Trash2} label={say(words.library.deleteGolfer, { name })} onClick={() => setOpen(true)} />
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

interface SavedFilmedProps {
  readonly golfer: GolferCard;
  /** What to show while the view is being found; null when it is not. */
  readonly pending?: string | null;
  readonly onSessionEnded: () => void;
}

/** View and hand of a golfer of the library. A press is saved at once. */
export function SavedFilmed({ golfer, pending = null, onSessionEnded }: SavedFilmedProps) {
  const { id, name } = golfer;
  const [pressed, setPressed] = useState<Filmed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queryClient = useQueryClient();

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
    <>
      <FilmedText
        name={name}
        filmed={pressed ?? golfer}
        isBusy={pressed !== null}
        pending={pending}
        onChange={(filmed) => void save(filmed)}
      />
      {problem && <Problem className="text-sm">{problem}</Problem>}
    </>
  );
}
