// Ends the administrator's session.
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { ACCOUNT_TOASTS } from '#web/lib/account-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { words } from '#web/words/words.ts';
import { useAdminSession } from './admin-session.ts';

/** 'Logout'. */
export function LogoutButton({ onLoggedOut }: { onLoggedOut: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const { logOut } = useAdminSession();
  const toast = useToast();

  async function leave() {
    setBusy(true);
    try {
      await logOut();
    } catch {
      setBusy(false);
      toast(ACCOUNT_TOASTS.logoutFailed);
      return;
    }
    toast(ACCOUNT_TOASTS.loggedOut);
    onLoggedOut();
  }

  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void leave()}>
      {!isBusy && <LogOut aria-hidden="true" className="size-5" />}
      {words.accounts.logOut}
    </Button>
  );
}
