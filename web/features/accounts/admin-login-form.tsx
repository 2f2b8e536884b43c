// The administrator's password form. A blank password is ignored.
import { type FormEvent, useState } from 'react';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { ACCOUNT_TOASTS, loginFailed } from '#web/lib/account-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { words } from '#web/words/words.ts';
import { useAdminSession } from './admin-session.ts';

/** Takes the focus when it appears. */
export function AdminLoginForm({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { logIn } = useAdminSession();
  const toast = useToast();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password.trim() === '' || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await logIn(password);
    } catch (error) {
      const sentence = refusalOf(error);
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
        label={words.accounts.fields.password}
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus
        maxLength={256}
        value={password}
        problem={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? words.accounts.loggingIn : words.accounts.logIn}
      </Button>
    </form>
  );
}

function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return words.accounts.unreachable;
  return error.status === 401 ? words.accounts.invalidPassword : sentenceOf(error, error.message);
}
