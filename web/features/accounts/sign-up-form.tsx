// The sign-up form with its client-side checks.
import { type FormEvent, useRef, useState } from 'react';
import { type SignUpForm as SignUpValues, signUpProblem } from '#domain/accounts/sign-up.ts';
import { callApi } from '#web/api/api-client.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { ACCOUNT_TOASTS, signUpFailed, signUpProblemText } from '#web/lib/account-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useToast } from '#web/ui/toast/toast.tsx';
import { words } from '#web/words/words.ts';

type Field = keyof SignUpValues;

interface Refusal {
  /** The field to correct; null when the problem concerns no single field. */
  readonly field: Field | null;
  readonly sentence: string;
}

const BLANK: SignUpValues = { email: '', username: '', password: '', confirmPassword: '' };

const FIELDS = [
  { field: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
  { field: 'username', type: 'text', autoComplete: 'username', maxLength: 100 },
  { field: 'password', type: 'password', autoComplete: 'new-password', maxLength: 256 },
  {
    field: 'confirmPassword',
    type: 'password',
    autoComplete: 'new-password',
    maxLength: 256,
  },
] as const satisfies readonly { field: Field; [attribute: string]: unknown }[];

export function SignUpForm({ onSignedUp }: { onSignedUp: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(BLANK);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const toast = useToast();

  function refuse(next: Refusal) {
    setRefusal(next);
    if (next.field) inputOf(form.current, next.field)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const problem = refusalOf(values, inputOf(form.current, 'email'));
    if (problem) {
      refuse(problem);
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      await callApi('signUp', { body: values });
      toast(ACCOUNT_TOASTS.signedUp);
      onSignedUp();
    } catch (error) {
      setBusy(false);
      const sentence = error instanceof ApiError ? sentenceOf(error, '') : words.accounts.unreachable;
      refuse({ field: fieldOf(error), sentence: sentence || words.toasts.signUpFailed });
      toast(signUpFailed(sentence || null));
    }
  }

  return (
    // method="dialog" sends nothing. Until the script has loaded, any other method would put the password into the URL.
    <form method="dialog" ref={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      {FIELDS.map(({ field, ...input }) => (
        <TextField
          key={field}
          {...input}
          label={words.accounts.fields[field]}
          name={field}
          required
          spellCheck={false}
          autoCapitalize="none"
          value={values[field]}
          problem={refusal?.field === field ? refusal.sentence : null}
          onChange={({ target }) => setValues((before) => ({ ...before, [field]: target.value }))}
        />
      ))}
      {refusal?.field === null && <Problem>{refusal.sentence}</Problem>}
      <Button type="submit" size="large" busy={isBusy} className="mt-2">
        {isBusy ? words.accounts.creatingAccount : words.accounts.createAccount}
      </Button>
    </form>
  );
}

/** The first reason not to send the form; the browser validates the email address. */
function refusalOf(values: SignUpValues, emailInput: HTMLInputElement | null): Refusal | null {
  const problem = signUpProblem(values);
  if (problem?.problem === 'blank') return { field: problem.field, sentence: signUpProblemText(problem) };
  if (emailInput?.validity.typeMismatch) return { field: 'email', sentence: words.accounts.invalidEmail };
  return problem && { field: 'confirmPassword', sentence: signUpProblemText(problem) };
}

/** The field that the server's error code refers to, if any. */
function fieldOf(error: unknown): Field | null {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'username-taken') return 'username';
  return code === 'passwords-differ' ? 'confirmPassword' : null;
}

function inputOf(form: HTMLFormElement | null, field: Field): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`[name="${field}"]`) ?? null;
}
