// Deletes a golfer after a confirmation. Focus starts on Cancel, because the deletion cannot be undone.

import { Trash2 } from 'lucide-react';
import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import type { GolferCard } from '#contract/golfers.ts';
import { callApi } from '#web/api/api-client.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { ACCOUNT_TOASTS, golferDeleteFailed } from '#web/lib/account-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { say, words } from '#web/words/words.ts';

interface DeleteGolferProps {
  golfer: GolferCard;
  onDeleted: () => void;
  onSessionEnded: () => void;
}

export function DeleteGolfer({ golfer, onDeleted, onSessionEnded }: DeleteGolferProps) {
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
