// Toasts and refusals of sign-up, the administrator's log-in and the library (specification §5, §8).
import type { SignUpProblem } from '#domain/accounts/sign-up.ts';
import type { GolferFormProblem } from '#domain/library/golfer.ts';
import { PROVIDER_NAME } from '#web/lib/site-settings.ts';
import { failure, failures } from '#web/ui/toast/messages.ts';
import type { ToastText } from '#web/ui/toast/toast-store.ts';
import { say, words } from '#web/words/words.ts';

const { golferFormProblems, ...texts } = words.toasts;

export const ACCOUNT_TOASTS = {
  loggedIn: { title: texts.loggedIn },
  loggedOut: { title: texts.loggedOut },
  logoutFailed: { title: texts.error, description: texts.logoutFailed, variant: 'destructive' },
  signedUp: { title: texts.signedUp },
  golferAdded: { title: texts.proVideoUploaded },
  golferDeleted: { title: texts.golferDeleted },
  editComing: { title: texts.editComing },
} as const satisfies Record<string, ToastText>;

/** Why the library's form is refused (specification §5). */
export const GOLFER_FORM_PROBLEMS: Readonly<Record<GolferFormProblem, ToastText & { description: string }>> =
  failures(golferFormProblems);

/** Why the sign-up form is refused before it is sent (specification §5). */
export function signUpProblemText(problem: SignUpProblem): string {
  const { blankFields, passwordsDiffer } = words.accounts;
  return problem.problem === 'blank' ? blankFields[problem.field] : passwordsDiffer;
}

const PROVIDER_PROBLEMS = new Map(Object.entries(words.signUpPage.providerProblems));

/** The sentence for a problem code of the address, `google-…` or `provider-…`; null for unlisted codes. */
export function signUpAddressProblem(search: string): string | null {
  const code = new URLSearchParams(search).get('problem') ?? '';
  if (code === 'too-many-requests') return words.signUpPage.tooManyAttempts;
  const [, name, problem = ''] = /^(google|provider)-(.+)$/.exec(code) ?? [];
  const sentence = PROVIDER_PROBLEMS.get(problem);
  if (sentence === undefined) return null;
  // On a site without a provider of its own, a link can still name it.
  const own = PROVIDER_NAME || words.signUpPage.singleSignOn;
  return say(sentence, { provider: name === 'google' ? words.signUpPage.google : own });
}

export function loginFailed(sentence: string): ToastText {
  return failure(texts.error, sentence);
}

/** A sign-up that was refused: with the server's message, or alone. */
export function signUpFailed(sentence: string | null): ToastText {
  return failure(texts.signUpFailed, sentence);
}

/** A failed library upload: with the server's message, or alone. */
export function golferUploadFailed(sentence: string | null): ToastText {
  return failure(texts.golferUploadFailed, sentence);
}

/** A golfer's view or hand that could not be saved. */
export function filmedNotSaved(sentence: string): ToastText {
  return failure(texts.filmedNotSaved, sentence);
}

export function golferDeleteFailed(sentence: string | null): ToastText {
  return failure(texts.golferDeleteFailed, sentence);
}
