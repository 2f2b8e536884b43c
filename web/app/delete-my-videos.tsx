// 'Delete my videos now': on this device first, which needs no connection, then on the server.
import { useState } from 'react';
import { callApi } from '#web/api/api-client.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { clearClips } from '#web/clip/clip-storage.ts';
import { clearSession } from '#web/clip/comparison-session.ts';
import { KEPT_HOURS } from '#web/lib/site-settings.ts';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { TOASTS } from '#web/ui/toast/messages.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

/** `onDeleted`: called when nothing is left on this device, whatever the server answers. */
export function DeleteMyVideos({ onDeleted }: { onDeleted: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const [left, setLeft] = useState<keyof typeof words.app.deleteLeft>('server');
  const queryClient = useQueryClient();

  async function deleteEverything() {
    const isGoneHere = await isDone(deleteOnDevice());
    queryClient.remove([]);
    onDeleted();
    const isGoneThere = await isDone(callApi('deleteMyVideos', {}));
    if (isGoneHere && isGoneThere) return;
    setLeft(isGoneHere ? 'server' : isGoneThere ? 'device' : 'both');
    throw new Error('Not everything was deleted');
  }

  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-8 items-center font-semibold text-ink underline"
        onClick={() => setAsked(true)}
      >
        {words.app.deleteVideos}
      </button>
      {isAsked && (
        <ConfirmDialog
          question={words.app.deleteQuestion}
          means={words.app.deleteMeans}
          confirmLabel={words.app.deleteEverything}
          keepLabel={words.app.keepVideos}
          failed={say(words.app.deleteLeft[left], { hours: KEPT_HOURS })}
          onConfirm={deleteEverything}
          onConfirmed={() => toast(TOASTS.videosDeleted)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

async function deleteOnDevice(): Promise<void> {
  // First: from here on the compare page keeps nothing more of it in 'My swings'.
  clearSession();
  // Loaded on demand: most visits do not need it. Without a connection one may be there and the other not.
  await Promise.all([
    clearClips(),
    import('#web/find/found-store.ts').then(({ clearFound }) => clearFound()),
    import('#web/library/admin/batch/stored-batch.ts').then(({ clearBatch }) => clearBatch()),
    import('#web/kept/kept-database.ts').then(({ forgetAll }) => forgetAll()),
    import('#web/render/device-results.ts').then(({ clearResults }) => clearResults()),
  ]);
}

function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
