// 'Existing Pro Videos': the library with edit and delete for each golfer.
import { Pencil, Trash2 } from 'lucide-react';
import { AlertDialog } from 'radix-ui';
import { useId, useRef, useState } from 'react';
import type { AdminGolfer, GolferCard } from '#contract/golfers.ts';
import { callApi } from '#web/api/api-client.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';
import { ACCOUNT_TOASTS, golferDeleteFailed } from '#web/lib/account-messages.ts';
import { SwingTimes } from '#web/swing/swing-times.tsx';
import { Button } from '#web/ui/button.tsx';
import { StillPicture } from '#web/ui/preview-clip.tsx';
import { LoadProblem } from '#web/ui/problem.tsx';
import { Loading } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { say, words } from '#web/words/words.ts';
import { FilmedChoice } from './filmed-choice.tsx';
import { GolferBodies } from './golfer-bodies.tsx';

/** The times are present only in the administrator's session. */
type ListedGolfer = GolferCard & Partial<AdminGolfer>;

interface GolferListProps {
  /** How many golfers were added since the page was opened. */
  addedCount: number;
  onSessionEnded: () => void;
}

/** The list under its headline. */
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
  const {
    data: golfers,
    isPending,
    isError,
    isFetching,
    refetch,
  } = useQuery<ListedGolfer[]>({ queryKey: ['/api', 'pro', 'list'] });
  if (isPending) {
    return <Loading className="min-h-32 text-ink-soft">{words.library.loadingList}</Loading>;
  }
  if (isError) {
    return (
      <LoadProblem isBusy={isFetching} onRetry={refetch}>
        {words.golfers.loadFailed}
      </LoadProblem>
    );
  }
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

function GolferRow({ golfer, ...props }: { golfer: ListedGolfer; onSessionEnded: () => void; onDeleted: () => void }) {
  const toast = useToast();
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
          <Button
            variant="secondary"
            size="small"
            aria-label={say(words.library.editGolfer, { name })}
            onClick={() => toast(ACCOUNT_TOASTS.editComing)}
          >
            <Pencil className="size-4" />
            {words.library.edit}
          </Button>
          <DeleteGolfer golfer={golfer} {...props} />
        </div>
      </div>
      <div className="col-span-2 sm:col-span-1 sm:col-start-2">
        <FilmedChoice golfer={golfer} onSessionEnded={props.onSessionEnded} />
      </div>
    </li>
  );
}

interface DeleteGolferProps {
  golfer: GolferCard;
  onDeleted: () => void;
  onSessionEnded: () => void;
}

function DeleteGolfer({ golfer, onDeleted, onSessionEnded }: DeleteGolferProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();

  async function remove() {
    setBusy(true);
    const failure = await deleteGolfer(golfer.id);
    setBusy(false);
    setOpen(false);
    if (failure === 'session-ended') onSessionEnded();
    else if (failure) toast(golferDeleteFailed(failure.sentence));
    else {
      toast(ACCOUNT_TOASTS.golferDeleted);
      queryClient.remove(['/api', 'pro', golfer.id]);
      await queryClient.reload(['/api', 'pro', 'list']);
      onDeleted();
    }
  }

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !isBusy && setOpen(open)}>
      <AlertDialog.Trigger asChild>
        <Button variant="secondary" size="small" aria-label={say(words.library.deleteGolfer, { name: golfer.name })}>
          <Trash2 className="size-4" />
          {words.actions.delete}
        </Button>
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <AlertDialog.Content className="stage fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-1/2 rounded-md border-2 border-edge p-6">
          <AlertDialog.Title className="display text-xl [overflow-wrap:anywhere]">
            {say(words.library.deleteQuestion, { name: golfer.name })}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-3">{words.library.deleteMeans}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={isBusy}>
                {words.actions.cancel}
              </Button>
            </AlertDialog.Cancel>
            {/* Not AlertDialog.Action, because the dialog stays open until the server has answered. */}
            <Button busy={isBusy} onClick={() => void remove()}>
              {words.actions.delete}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
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
