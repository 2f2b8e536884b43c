// 'Delete my videos now': after a confirmation, deletes everything of the visitor's on the server and in the browser.

import { Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { callApi } from '#web/api/api-client.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { TOASTS } from '#web/lib/messages.ts';
import { clearSession } from '#web/swing/comparison-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { clearClips } from '#web/videos/clip-storage.ts';
import { words } from '#web/words/words.ts';

/** The button and its confirmation. */
export function DeleteMyVideos({ onDeleted }: { onDeleted: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const queryClient = useQueryClient();
  const toast = useToast();

  async function deleteEverything() {
    setState('busy');
    try {
      await callApi('deleteMyVideos', {});
    } catch {
      setState('failed');
      return;
    }
    // First: from here on the compare page keeps nothing more of it in 'My swings'.
    clearSession();
    // Loaded on demand: most visits do not need it.
    const [{ forgetAll }, { clearResults }] = await Promise.all([
      import('#web/videos/kept/kept-database.ts'),
      import('#web/render/device-results.ts'),
    ]);
    await forgetAll();
    await clearClips();
    await clearResults();
    queryClient.remove([]);
    dialog.current?.close();
    toast(TOASTS.videosDeleted);
    onDeleted();
  }

  return (
    <>
      <Button variant="secondary" size="small" className="mt-4" onClick={() => dialog.current?.showModal()}>
        <Trash2 className="size-4" />
        {words.app.deleteVideos}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={headingId}
        onClose={() => setState('idle')}
        className="stage m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border-2 border-edge p-6 backdrop:bg-black/60"
      >
        <h2 id={headingId} className="display text-xl">
          {words.app.deleteQuestion}
        </h2>
        <p className="mt-3">{words.app.deleteMeans}</p>
        {state === 'failed' && <Problem className="mt-3">{words.app.deleteFailed}</Problem>}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => dialog.current?.close()}>
            {words.app.keepVideos}
          </Button>
          <Button busy={state === 'busy'} onClick={() => void deleteEverything()}>
            {words.app.deleteEverything}
          </Button>
        </div>
      </dialog>
    </>
  );
}
