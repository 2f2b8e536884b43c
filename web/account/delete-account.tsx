// Asks for the mail whose link deletes an account.
import { type FormEvent, useState } from 'react';
import { callApi, sentenceOf } from '#web/api/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Status } from '#web/ui/status.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { words } from '#web/words/words.ts';

const texts = words.signUpPage.deletion;

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setSent(false);
    setProblem(null);
    try {
      await callApi('requestAccountDeletion', { body: { email } });
      setSent(true);
    } catch (error) {
      setProblem(sentenceOf(error, words.accounts.unreachable));
    }
    setBusy(false);
  }

  return (
    <div className="mt-2 text-center">
      <button
        type="button"
        aria-expanded={isOpen}
        className="inline-block min-h-11 text-sm text-ink-soft underline"
        onClick={() => setOpen((before) => !before)}
      >
        {texts.summary}
      </button>
      {isOpen && (
        <form onSubmit={(event) => void send(event)} noValidate className="mt-2 grid gap-4 text-left">
          <p className="text-sm text-ink-soft">{texts.means}</p>
          <TextField
            label={texts.email}
            type="email"
            name="deleted-email"
            autoComplete="email"
            maxLength={254}
            required
            spellCheck={false}
            autoCapitalize="none"
            value={email}
            problem={problem}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Button type="submit" variant="secondary" busy={isBusy}>
            {texts.send}
          </Button>
          <Status>{isSent && texts.sent}</Status>
        </form>
      )}
    </div>
  );
}
