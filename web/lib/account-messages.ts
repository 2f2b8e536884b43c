// The toasts and error texts of sign-up, the administrator's log-in and the library (SPEC §5, §8). Part of the catalogue
// that messages.ts begins; apart from it, because only these pages need them.
import type { GolferFormProblem } from '#domain/golfer.ts';
import type { SignUpProblem } from '#domain/sign-up.ts';
import type { ToastText } from '#web/ui/toast-store.ts';

/** Toasts of accounts and library that say one fixed thing. */
export const ACCOUNT_TOASTS = {
  loggedIn: { title: 'Logged in successfully' },
  loggedOut: { title: 'Logged out successfully' },
  logoutFailed: { title: 'Error', description: 'Logout failed', variant: 'destructive' },
  signedUp: { title: 'Account created successfully! Please check your email to verify your account.' },
  golferAdded: { title: 'Pro video uploaded successfully' },
  golferDeleted: { title: 'Pro video deleted' },
  editComing: { title: 'Edit functionality coming soon' },
} as const satisfies Record<string, ToastText>;

/** Plain sentences that stand beside a control. */
export const ACCOUNT_SENTENCES = {
  checking: 'Checking authentication...',
  invalidPassword: 'Invalid password',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  signUpFailed: 'Signup failed',
  invalidEmail: 'Please enter a valid email address',
  libraryEmpty: 'No professional videos uploaded yet.',
  sessionEnded: 'Your session has ended. Log in again to go on: everything in the form is kept.',
  uploadStopped: 'You stopped this upload. Everything in the form is kept.',
  outOfOrder: 'Positions must be in the order rest, top, strike',
  restAtZero: 'A library swing needs its rest after 0 s: please mark a later frame.',
} as const;

/** Why the library's form is refused (SPEC §5). */
export const GOLFER_FORM_PROBLEMS: Readonly<Record<GolferFormProblem, ToastText & { description: string }>> = {
  'missing-fields': {
    title: 'Missing required fields',
    description: 'Please provide a name and select a video file',
    variant: 'destructive',
  },
  'missing-annotations': {
    title: 'Missing annotations',
    description: 'Please mark all key positions in the video',
    variant: 'destructive',
  },
};

const BLANK_FIELDS = {
  email: 'Please enter your email address',
  username: 'Please choose a username',
  password: 'Please choose a password',
} as const;

/** Why the sign-up form is refused before it is sent (SPEC §5). */
export function signUpProblemText(problem: SignUpProblem): string {
  return problem.problem === 'blank' ? BLANK_FIELDS[problem.field] : 'Passwords do not match';
}

/** What the address /signup?problem=… may say. Codes that are not listed say nothing. */
const SIGN_UP_ADDRESS_PROBLEMS = new Map([
  ['google-not-configured', 'Google sign-up is not available. You can create an account with your email below.'],
  ['google-unavailable', 'Google could not be reached. Please try again, or use your email below.'],
  ['google-declined', 'You stopped signing up with Google. Nothing was created.'],
  ['google-expired', 'Signing up with Google took too long or was started in another tab. Please start again.'],
  [
    'google-unverified-email',
    'Google has not verified your email address yet. Please verify it there, or use the form below.',
  ],
  ['google-email-taken', 'There is already an account with this email address and a password. It was left as it is.'],
  ['google-failed', 'Signing up with Google did not work. Please try again, or use your email below.'],
  ['too-many-requests', 'Too many tries. Please wait a little and try again.'],
]);

/** The sentence for a problem code of the address, or null. */
export function signUpAddressProblem(search: string): string | null {
  const code = new URLSearchParams(search).get('problem');
  return (code !== null && SIGN_UP_ADDRESS_PROBLEMS.get(code)) || null;
}

/** A log-in that was refused. */
export function loginFailed(sentence: string): ToastText {
  return { title: 'Error', description: sentence, variant: 'destructive' };
}

/** A sign-up that was refused: with the server's message, or alone. */
export function signUpFailed(sentence: string | null): ToastText {
  return { title: ACCOUNT_SENTENCES.signUpFailed, ...(sentence && { description: sentence }), variant: 'destructive' };
}

/** A library upload that came to nothing: with the server's message, or alone. */
export function golferUploadFailed(sentence: string | null): ToastText {
  return { title: 'Upload failed', ...(sentence && { description: sentence }), variant: 'destructive' };
}

/** A golfer that could not be deleted. */
export function golferDeleteFailed(sentence: string | null): ToastText {
  return { title: 'Delete failed', ...(sentence && { description: sentence }), variant: 'destructive' };
}
