// Signing up: a form becomes a pending sign-up and a mail; opening the mail's link creates the account. Refuses weak passwords.
// A known and an unknown address get the same answer after the same work (docs/decisions/051-accounts.md).
import { randomBytes } from 'node:crypto';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { z } from 'zod';
import { type SignUpForm, signUpProblem } from '#domain/accounts/sign-up.ts';
import type { Database } from '#server/database/open-database.ts';
import type { UserTable } from '#server/database/tables.ts';
import { alreadyKnownMail, confirmMail } from '#server/mail/account-mails.ts';
import type { MailQueue } from '#server/mail/mail-queue.ts';
import { AppError, invalidRequest } from '#server/runtime/app-error.ts';
import type { Locks } from '#server/runtime/keyed-lock.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { SiteRateLimiter } from './rate-limiter.ts';
import { type PendingAccount, UserStore } from './user-store.ts';

/** The same form within this time is a double click. */
const DOUBLE_PRESS_MS = 60_000;

/** The path of the link in a mail, followed by its token. Without `=`, which mails would encode. */
export const CONFIRM_PATH = '/verify-email/';

/** 192 bits in 32 characters: short enough that mail programs do not wrap the link. */
const TOKEN_BYTES = 24;

interface SignUpParts {
  readonly db: Database;
  readonly hashing: PasswordHashing;
  readonly mails: MailQueue;
  /** A lock across all processes: looking up a name or address and taking it are two steps. */
  readonly locks: Locks;
  readonly limits: SiteRateLimiter;
  /** The origin under which visitors reach the server. */
  readonly origin: () => string;
}

/** The outcome of opening a link. `user` is set only the first time. */
export interface Confirmation {
  readonly outcome: 'confirmed' | 'already-confirmed' | 'unknown' | 'name-taken';
  readonly user?: UserTable;
  /** Whether the link was opened in the browser in which the form was filled in. */
  readonly isSameBrowser: boolean;
}

export class SignUp {
  readonly #parts: SignUpParts;

  constructor(parts: SignUpParts) {
    this.#parts = parts;
  }

  /**
   * Accepts a form. Reveals only whether it is valid and the name is free, never whether the address is known. Counts
   * the attempt before anything that takes time.
   */
  async request(
    form: SignUpForm,
    { caller, findVisitor }: { caller: string; findVisitor: () => Promise<string> },
  ): Promise<void> {
    const { limits } = this.#parts;
    await limits.admit('sign-up', caller);
    const { email, username, password } = checkSignUpForm(form);
    const domain = domainOf(mailboxOf(email));
    await limits.refuseExhausted('sign-up-domain', caller, domain);
    const visitorId = await findVisitor();
    const weakness = await weakPasswordProblem(password, [username, email, email.split('@')[0] ?? '']);
    if (weakness) throw invalidRequest(weakness);
    // Before any lookup: the response time must not reveal whether an address is known.
    const passwordHash = await this.#parts.hashing.hash(password);
    await this.#parts.locks.run('sign-up', async () => {
      const store = new UserStore(this.#parts.db);
      if (await store.isUsernameTaken(username, email)) throw new AppError('username-taken');
      await this.#addPending({ email, username, password, passwordHash, visitorId }, () =>
        limits.admit('sign-up-domain', caller, domain),
      );
    });
    this.#parts.mails.wake();
  }

  async confirm(token: string, visitorId: string): Promise<Confirmation> {
    return this.#parts.locks.run('sign-up', () =>
      this.#parts.db.transaction().execute(async (transaction) => {
        const store = new UserStore(transaction);
        const signUp = await store.findSignUp(token);
        if (!signUp) return { outcome: 'unknown', isSameBrowser: false };
        const isSameBrowser = signUp.visitor_id === visitorId;
        if (signUp.confirmed_at !== null) return { outcome: 'already-confirmed', isSameBrowser };
        await store.markConfirmed(signUp.id);
        if (await store.findByEmail(signUp.email)) return { outcome: 'already-confirmed', isSameBrowser };
        if (await store.isUsernameTaken(signUp.username, signUp.email)) return { outcome: 'name-taken', isSameBrowser };
        await store.dropPendingOf(signUp.email);
        const { email, username, password_hash } = signUp;
        return { outcome: 'confirmed', user: await store.addUser({ email, username, password_hash }), isSameBrowser };
      }),
    );
  }

  async deleteExpired(): Promise<void> {
    await new UserStore(this.#parts.db).deleteExpired();
  }

  /** `countMail` throws when the network has sent too many mails. */
  async #addPending(
    draft: PendingAccount & { readonly password: string },
    countMail: () => Promise<void>,
  ): Promise<void> {
    const { db, hashing, limits, mails, origin } = this.#parts;
    const store = new UserStore(db);
    const waiting = await store.findPending(draft.email, draft.username);
    const isSamePerson = await hashing.matches(waiting?.password_hash ?? null, draft.password);
    if (waiting && isSamePerson && steadyNow() - waiting.created_at < DOUBLE_PRESS_MS) return;
    await countMail();
    if (!(await limits.isAdmitted('sign-up-mail', mailboxOf(draft.email)))) return;
    const known = await store.findByEmail(draft.email);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await db.transaction().execute(async (transaction) => {
      const inside = new UserStore(transaction);
      if (known) {
        await mails.add(
          alreadyKnownMail({ email: known.email, username: known.username, home: origin() }),
          transaction,
        );
        return;
      }
      if (waiting && isSamePerson) await inside.dropSignUp(waiting.id);
      await inside.addSignUp(token, draft);
      const link = `${origin()}${CONFIRM_PATH}${token}`;
      await mails.add(confirmMail({ email: draft.email, username: draft.username, link }), transaction);
    });
  }
}

/** A form that passed the checks, trimmed. */
interface CheckedForm {
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
function checkSignUpForm(form: SignUpForm): CheckedForm {
  const blankOrDiffering = signUpProblem(form);
  if (blankOrDiffering?.problem === 'blank') throw invalidRequest(BLANK_SENTENCES[blankOrDiffering.field]);
  const email = form.email.trim();
  const username = form.username.trim().normalize('NFC');
  if (!Email.safeParse(email).success) throw invalidRequest('Please enter a valid email address');
  // Invisible characters would let one name pass for another.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username))
    throw invalidRequest('Please choose a username of letters, digits and signs');
  if (blankOrDiffering) throw new AppError('passwords-differ');
  return { email, username, password: form.password };
}

const GMAIL = ['gmail.com', 'googlemail.com'];

/** The mailbox of an address: many providers deliver `ann+golf@` to `ann@`, and Gmail ignores dots too. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const [name = ''] = address.slice(0, address.lastIndexOf('@')).split('+');
  const domain = domainOf(address);
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@${GMAIL[0]}` : `${name}@${domain}`;
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

const MIN_PASSWORD_LENGTH = 8;

/** A password needing fewer than ten to this power guesses is refused. zxcvbn's score is then 0 or 1. */
const MIN_GUESSES_LOG10 = 6;
/** zxcvbn's time grows with the square of the length, so only this much of a password is estimated. */
const MAX_ESTIMATED_LENGTH = 32;
/** Words that are likelier guesses on this site. */
const PRODUCT_WORDS = 'swingmark golf golfer golfing golfswing birdie bogey fairway holeinone'.split(' ');
/** A shorter name occurs in too many good passwords to be refused. */
const MIN_FORBIDDEN_NAME_LENGTH = 4;

const TOO_SHORT = `Please use a password of at least ${MIN_PASSWORD_LENGTH} characters`;
const TOO_COMMON = 'This password is too common. Please choose another one.';
const LIKE_NAME = 'Please choose a password that is not your name or email address';

let estimator: Promise<ZxcvbnFactory> | null = null;

/** The sentence for a refused password, or null. The password must not consist of `names`. */
export async function weakPasswordProblem(password: string, names: readonly string[]): Promise<string | null> {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < MIN_PASSWORD_LENGTH) return TOO_SHORT;
  if (names.some((name) => isMadeOf(text, name.toLowerCase()))) return LIKE_NAME;
  const { guessesLog10 } = (await loadEstimator()).check(text.slice(0, MAX_ESTIMATED_LENGTH));
  return guessesLog10 < MIN_GUESSES_LOG10 ? TOO_COMMON : null;
}

/** The list of 49,000 passwords takes 27 MB, so it is loaded at the first sign-up. All lists of zxcvbn take 136 MB. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= createEstimator();
  return estimator;
}

async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'], product: PRODUCT_WORDS },
    graphs: adjacencyGraphs,
  });
}

function isMadeOf(text: string, name: string): boolean {
  const isLongEnough = name.length >= MIN_FORBIDDEN_NAME_LENGTH;
  return isLongEnough && text.replaceAll(name, '').replace(/[^\p{L}]/gu, '') === '' && text.includes(name);
}
