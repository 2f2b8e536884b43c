// /admin: the admin panel. Everyone but the administrator is redirected to the log-in.
import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ACCOUNT_TOASTS } from '#web/account/account-messages.ts';
import { AdminLoginForm, useAdminCheck, useAdminSession, useIsNewSite } from '#web/account/admin-login-page.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { Button } from '#web/ui/button.tsx';
import { closeDialog, ModalDialog } from '#web/ui/modal-dialog.tsx';
import { Loading } from '#web/ui/status.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { words } from '#web/words/words.ts';
import { GolferBatch } from './batch/golfer-batch.tsx';
import { GolferForm } from './golfer-form.tsx';
import { GolferList } from './golfer-list.tsx';
import { LinksOfVisitors } from './links-of-visitors.tsx';
import { MachineProblems } from './machine-problems.tsx';
import { SetUp } from './set-up.tsx';
import { SiteBackups } from './site-backups.tsx';
import { Settings } from './site-settings.tsx';
import { WhatsNew } from './whats-new.tsx';

/**
 * The time, in milliseconds, after which a browser that has not yet moved to the log-in is redirected by a full page
 * load (specification §9).
 */
const FALLBACK_MS = 100;

export default function AdminPage() {
  useDocumentTitle(words.adminPage.title);
  const who = useAdminCheck();
  useRedirectUnlessAdmin(who);
  const isNew = useIsNewSite();
  const [isLater, setLater] = useState(false);
  if (who === 'admin' && isNew && !isLater) return <SetUp onLater={() => setLater(true)} />;
  if (who === 'admin') return <AdminPanel />;
  return <Loading className="page-width min-h-[60svh] text-ink-soft">{words.adminPage.checking}</Loading>;
}

function AdminPanel() {
  const [, navigate] = useLocation();
  const [hasEnded, setEnded] = useState(false);
  const [addedCount, setAddedCount] = useState(0);
  const countAdded = () => setAddedCount((count) => count + 1);
  return (
    <div className="page-width grid grid-cols-1 gap-10 py-10 sm:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4 border-b-2 border-ink pb-6">
        <h1 className="display text-4xl sm:text-5xl">{words.adminPage.title}</h1>
        <LogoutButton onLoggedOut={() => navigate('/admin-login')} />
      </div>
      <WhatsNew />
      <MachineProblems />
      <GolferBatch onAdded={countAdded} onSessionEnded={() => setEnded(true)} />
      <GolferForm onAdded={countAdded} onSessionEnded={() => setEnded(true)} />
      <GolferList addedCount={addedCount} onSessionEnded={() => setEnded(true)} />
      <LinksOfVisitors />
      <SiteBackups onSessionEnded={() => setEnded(true)} />
      <Settings onSessionEnded={() => setEnded(true)} />
      {hasEnded && <SessionEndedDialog onClose={() => setEnded(false)} />}
    </div>
  );
}

function useRedirectUnlessAdmin(who: ReturnType<typeof useAdminCheck>): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (who !== 'visitor') return;
    navigate('/admin-login', { replace: true });
    const fallback = setTimeout(() => {
      // Use the address: React keeps a hidden page until the next one is rendered.
      if (window.location.pathname !== '/admin-login') window.location.replace('/admin-login');
    }, FALLBACK_MS);
    return () => clearTimeout(fallback);
  }, [who, navigate]);
}

function SessionEndedDialog({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog heading={words.adminPage.logInAgain} onClose={onClose}>
      <p className="mt-3 mb-5">{words.library.sessionEnded}</p>
      <AdminLoginForm onLoggedIn={onClose} />
      <Button variant="ghost" className="mt-3 w-full" onClick={({ currentTarget }) => closeDialog(currentTarget)}>
        {words.actions.notNow}
      </Button>
    </ModalDialog>
  );
}

function LogoutButton({ onLoggedOut }: { onLoggedOut: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const { logOut } = useAdminSession();

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
    <Button icon={LogOut} variant="secondary" busy={isBusy} onClick={() => void leave()}>
      {words.accounts.logOut}
    </Button>
  );
}
