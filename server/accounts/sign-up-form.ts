// Validates a sign-up form: email address, username and password.
import { z } from 'zod';
import { type SignUpForm, signUpProblem } from '#domain/accounts/sign-up.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { weakPasswordProblem } from './weak-password.ts';

/** A form that passed the checks, trimmed. */
export interface CheckedForm {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** The rule of HTML's email field, so that page and server agree. */
const Email = z.email({ pattern: z.regexes.html5Email });

const BLANK_SENTENCES = {
  email: 'Please enter your email address',
  username: 'Please choose a username',
  password: 'Please choose a password',
} as const;

/** The form's trimmed values. Throws an AppError with the first problem. */
export async function checkSignUpForm(form: SignUpForm): Promise<CheckedForm> {
  const blankOrDiffering = signUpProblem(form);
  if (blankOrDiffering?.problem === 'blank') throw refused(BLANK_SENTENCES[blankOrDiffering.field]);
  const email = form.email.trim();
  const username = form.username.trim().normalize('NFC');
  if (!Email.safeParse(email).success) throw refused('Please enter a valid email address');
  // Invisible characters would let one name pass for another.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) throw refused('Please choose a username of letters, digits and signs');
  if (blankOrDiffering) throw new AppError('passwords-differ');
  const weakness = await weakPasswordProblem(form.password, [username, email, email.split('@')[0] ?? '']);
  if (weakness) throw refused(weakness);
  return { email, username, password: form.password };
}

function refused(problem: string): AppError {
  return new AppError('invalid-request', { values: { problem } });
}
