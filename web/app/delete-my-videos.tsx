// 'Delete my videos now': after a confirmation, deletes everything of the visitor's on the server and in the browser.

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '#web/api/api-client.ts';
import { useQueryClient } from '#web/api/query.tsx';
import { TOASTS } from '#web/lib/messages.ts';
import { clearSession } from '#web/swing/comparison-session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/modal-dialog.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { clearClips } from '#web/videos/clip-storage.ts';
import { words } from '#web/words/words.ts';

export function DeleteMyVideos({ onDeleted }: { onDeleted: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const toast = useToast();

  async function deleteEverything() {
    await callApi('deleteMyVideos', {});
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
  }

  return (
    <>
      <Button variant="secondary" size="small" className="mt-4" onClick={() => setAsked(true)}>
        <Trash2 className="size-4" />
        {words.app.deleteVideos}
      </Button>
      {isAsked && (
        <ConfirmDialog
          question={words.app.deleteQuestion}
          means={words.app.deleteMeans}
          confirmLabel={words.app.deleteEverything}
          keepLabel={words.app.keepVideos}
          failed={words.app.deleteFailed}
          onConfirm={deleteEverything}
          onConfirmed={() => {
            toast(TOASTS.videosDeleted);
            onDeleted();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
