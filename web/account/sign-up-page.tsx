// /signup: a new account, with email and password, Google or the site's own provider, and the form with its client-side checks.
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ROUTES } from '#contract/routes.ts';
import { type SignUpForm as SignUpValues, signUpProblem } from '#domain/accounts/sign-up.ts';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { GOOGLE_SIGN_UP, PROVIDER_NAME, PROVIDER_SIGN_UP } from '#web/lib/site-settings.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/status.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { sayWith } from '#web/words/say-with.tsx';
import { say, words } from '#web/words/words.ts';
import { ACCOUNT_TOASTS, signUpAddressProblem, signUpFailed, signUpProblemText } from './account-messages.ts';
import { DeleteAccount } from './delete-account.tsx';
import { SignedIn } from './signed-in.tsx';

export default function SignUpPage() {
  useDocumentTitle(words.signUpPage.title);
  const [, navigate] = useLocation();
  const problem = signUpAddressProblem(useSearch());
  return (
    <div className="page-width grid gap-x-16 gap-y-10 py-12 sm:py-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start">
      <div>
        <h1 className="display text-4xl sm:text-5xl">{words.signUpPage.heading}</h1>
        <p className="mt-4 max-w-prose text-lg">{words.signUpPage.why}</p>
        <p className="mt-2 max-w-prose text-ink-soft">{words.signUpPage.toBeFair}</p>
      </div>
      <div className="rounded-md border border-line bg-raised p-5 sm:p-8">
        {problem && (
          <p role="alert" className="mb-6 rounded-sm border-l-4 border-flag bg-sunken px-4 py-3 font-semibold">
            {problem}
          </p>
        )}
        <SignUpForm onSignedUp={() => navigate('/login', { state: { isSignedUp: true } })} />
        <p className="label my-6 flex items-center gap-4 text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          {words.signUpPage.or}
        </p>
        <ProviderButtons />
        <p className="mt-6 text-center">
          {sayWith(words.signUpPage.haveAccount, {
            signIn: (
              <Link href="/login" className="inline-block py-2 font-semibold underline">
                {words.signUpPage.signIn}
              </Link>
            ),
          })}
        </p>
        <SignedIn />
        <DeleteAccount />
      </div>
    </div>
  );
}

/**
 * Google, and the site's own provider where there is one: without Google, that one alone. What is not set up is hidden by
 * attributes, because the server fills them into the prerendered page.
 */
function ProviderButtons() {
  const settings = { 'data-google': GOOGLE_SIGN_UP, 'data-provider': PROVIDER_SIGN_UP };
  return (
    <>
      <div {...settings} className="mb-3 data-[provider=off]:hidden">
        <ProviderButton path={ROUTES.providerSignUp.path}>
          <KeyRound aria-hidden="true" className="size-5" />
          {say(words.accounts.signUpWith, { provider: PROVIDER_NAME })}
        </ProviderButton>
      </div>
      <div {...settings} className="data-[google=off]:data-[provider=on]:hidden">
        <ProviderButton path={ROUTES.googleSignUp.path}>
          <GoogleMark />
          {words.accounts.signUpWithGoogle}
        </ProviderButton>
        <p data-google={GOOGLE_SIGN_UP} className="mt-2 text-center text-sm text-ink-soft data-[google=on]:hidden">
          {words.signUpPage.noGoogle}
        </p>
      </div>
    </>
  );
}

function ProviderButton({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return (
    <Button variant="secondary" size="large" className="w-full" onClick={() => window.location.assign(path)}>
      {children}
    </Button>
  );
}

/** Google's letter in the text color, because Google's four colors are not in this product's palette. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
      <path d="M12.2 10.2v3.9h5.5a4.8 4.8 0 0 1-2 3.1 6.2 6.2 0 0 1-9.3-3.2 6.1 6.1 0 0 1 9.9-6.4l2.9-2.8A10.2 10.2 0 1 0 12.2 22.2c5.9 0 9.8-4.1 9.8-9.9 0-.7-.1-1.4-.2-2.1Z" />
    </svg>
  );
}

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
  { field: 'confirmPassword', type: 'password', autoComplete: 'new-password', maxLength: 256 },
] as const satisfies readonly { field: Field; [attribute: string]: unknown }[];

function SignUpForm({ onSignedUp }: { onSignedUp: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(BLANK);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

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
