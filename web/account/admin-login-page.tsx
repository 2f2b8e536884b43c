// /admin-login: the administrator's log-in, its check and log-out. A blank password is ignored.
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { useQuery, useQueryClient } from '#web/api/query.tsx';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { words } from '#web/words/words.ts';
import { ACCOUNT_TOASTS, loginFailed } from './account-messages.ts';

export default function AdminLoginPage() {
  useDocumentTitle(words.adminLoginPage.title);
  const [, navigate] = useLocation();
  const isNew = useIsNewSite();
  return (
    <div className="page-width grid min-h-[60svh] content-center justify-items-center py-12">
      <div className="w-full max-w-md rounded-md border border-line bg-raised p-6 sm:p-8">
        <h1 className="display text-3xl">{words.adminLoginPage.title}</h1>
        <p className="mt-2 mb-6 text-ink-soft">{isNew ? words.adminLoginPage.isNew : words.adminLoginPage.forWhom}</p>
        <AdminLoginForm onLoggedIn={() => navigate('/admin')} />
      </div>
    </div>
  );
}

/** Takes the focus when it appears. */
export function AdminLoginForm({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { logIn } = useAdminSession();
  const isNew = useIsNewSite();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password.trim() === '' || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await logIn(isNew ? password.trim() : password);
    } catch (error) {
      const isWrongCode = isNew && error instanceof ApiError && error.status === 401;
      const sentence = isWrongCode ? words.adminLoginPage.wrongCode : refusalOf(error);
      setProblem(sentence);
      toast(loginFailed(sentence));
      setBusy(false);
      return;
    }
    setBusy(false);
    toast(ACCOUNT_TOASTS.loggedIn);
    onLoggedIn();
  }

  return (
    // method="dialog" sends nothing. Until the script has loaded, any other method would put the password into the URL.
    <form method="dialog" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <TextField
        label={isNew ? words.adminLoginPage.code : words.accounts.fields.password}
        type={isNew ? 'text' : 'password'}
        name="password"
        autoComplete={isNew ? 'one-time-code' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={256}
        value={password}
        problem={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? words.accounts.loggingIn : isNew ? words.adminLoginPage.continue : words.accounts.logIn}
      </Button>
    </form>
  );
}

function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return words.accounts.unreachable;
  return error.status === 401 ? words.accounts.invalidPassword : sentenceOf(error, error.message);
}

const CHECK_KEY = ['/api', 'admin', 'check'];
const LIBRARY_KEY = ['/api', 'pro', 'list'];

/** 'checking' until the server has answered. A failed check gives 'visitor'. */
export function useAdminCheck(): 'checking' | 'admin' | 'visitor' {
  const { data, isFetching } = useQuery<{ isAdmin: boolean }>({ queryKey: CHECK_KEY });
  if (data?.isAdmin === true) return 'admin';
  return isFetching ? 'checking' : 'visitor';
}

/** Whether the administrator has no password yet, but a one-time code. */
export function useIsNewSite(): boolean {
  const { data } = useQuery<{ isNew?: true }>({ queryKey: CHECK_KEY });
  return data?.isNew === true;
}

/** Logs the administrator in and out. Both calls throw as `callApi` does. */
export function useAdminSession() {
  const queryClient = useQueryClient();
  // The library lists more for the administrator than for visitors, so it is refetched with the check.
  async function forget() {
    await Promise.all([queryClient.reload(CHECK_KEY), queryClient.reload(LIBRARY_KEY)]);
  }
  return {
    forget,
    logIn: async (password: string) => {
      await callApi('adminLogin', { body: { password } });
      await forget();
    },
    logOut: async () => {
      await callApi('adminLogout', { body: {} });
      await forget();
    },
  };
}
