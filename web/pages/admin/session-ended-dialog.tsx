// Asks for the password over a panel whose session has ended, so that nothing typed in it is lost.
import { useEffect, useId, useRef } from 'react';
import { AdminLoginForm } from '#web/features/accounts/admin-login-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { words } from '#web/words/words.ts';

/** Opens at once; `onClose` is called after a log-in and when the visitor closes it. */
export function SessionEndedDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onClose={onClose}
      className="stage m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border-2 border-edge p-6 backdrop:bg-black/60"
    >
      <h2 id={headingId} className="display text-xl">
        {words.adminPage.logInAgain}
      </h2>
      <p className="mt-3 mb-5">{words.library.sessionEnded}</p>
      <AdminLoginForm autoFocus onLoggedIn={onClose} />
      <Button variant="ghost" className="mt-3 w-full" onClick={() => dialog.current?.close()}>
        {words.adminPage.notNow}
      </Button>
    </dialog>
  );
}
