// Validation of a sign-up (specification §5). Whether an address or name is taken is checked by the server.

/** The form of a new account. */
export interface SignUpForm {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** Why the form is refused: a required field is blank, or the passwords differ. */
export type SignUpProblem =
  | { readonly problem: 'blank'; readonly field: 'email' | 'username' | 'password' }
  | { readonly problem: 'passwords-differ' };

/** The first reason to refuse the form, or null. A password that consists of spaces counts as blank. */
export function signUpProblem(form: SignUpForm): SignUpProblem | null {
  for (const field of ['email', 'username', 'password'] as const) {
    if (form[field].trim() === '') return { problem: 'blank', field };
  }
  return form.password === form.confirmPassword ? null : { problem: 'passwords-differ' };
}
