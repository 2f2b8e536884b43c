// Making an account: a form becomes a wish and a mail; the mail's link, followed once, makes the account.
// A known and an unknown address get the same answer after the same work (docs/decisions/051-accounts.md).
import { randomBytes } from 'node:crypto';
import type { SignUpForm } from '#domain/accounts/sign-up.ts';
import type { UserTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { alreadyKnownMail, confirmMail } from '#server/mail/account-mails.ts';
import type { MailQueue } from '#server/mail/mail-queue.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { KeyedLock } from '#server/runtime/keyed-lock.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { AttemptLimit } from './attempt-limit.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { checkSignUpForm } from './sign-up-form.ts';
import { UserStore } from './user-store.ts';

const HOUR_MS = 3600_000;

/** How many accounts one address of the network may ask for; names can be tried out no faster than this. */
const PER_CALLER = { kind: 'sign-up', mostInARow: 1000, blockMs: 0, mostInWindow: 100, windowMs: HOUR_MS };
/** How many mails strangers can have sent to one person. */
const PER_RECIPIENT = { kind: 'sign-up-mail', mostInARow: 1000, blockMs: 0, mostInWindow: 5, windowMs: 24 * HOUR_MS };
/** The same form again within this time is a second press of the button. */
const DOUBLE_PRESS_MS = 60_000;

/** Where the link in a mail leads; its token follows. A path without `=`, which mails would encode. */
export const CONFIRM_PATH = '/verify-email/';

/** 192 bits in 32 characters: with them the link still fits into a line that mails leave whole. */
const TOKEN_BYTES = 24;

/** What signing up needs. */
export interface SignUpParts {
  readonly db: Database;
  readonly hashing: PasswordHashing;
  readonly mails: MailQueue;
  /** Keys the hashes of callers' addresses. */
  readonly secret: string;
  /** The origin under which visitors reach the server. */
  readonly origin: () => string;
}

/** What following a link has done. `user` is there the first time only. */
export interface Confirmation {
  readonly outcome: 'confirmed' | 'already-confirmed' | 'unknown' | 'name-taken';
  readonly user?: UserTable;
  /** Whether the link was opened in the browser in which the form was filled in. */
  readonly isSameBrowser: boolean;
}

/** Makes accounts. */
export class SignUp {
  readonly #parts: SignUpParts;
  readonly #perCaller: AttemptLimit;
  readonly #perRecipient: AttemptLimit;
  readonly #locks = new KeyedLock();

  constructor(parts: SignUpParts) {
    this.#parts = parts;
    this.#perCaller = new AttemptLimit(parts.db, PER_CALLER, parts.secret);
    this.#perRecipient = new AttemptLimit(parts.db, PER_RECIPIENT, parts.secret);
  }

  /** Takes a form. Says only whether it can be used and whether the name is free; never whether the address is known. */
  async ask(form: SignUpForm, { caller, visitorId }: { caller: string; visitorId: string }): Promise<void> {
    const { email, username, password } = await checkSignUpForm(form);
    await this.#perCaller.admit(caller);
    // Before anything is looked up: what is known of an address must not show in how long the answer takes.
    const passwordHash = await this.#parts.hashing.hash(password);
    await this.#locks.run('ask', async () => {
      const store = new UserStore(this.#parts.db);
      if (await store.isUsernameTaken(username, email)) throw new AppError('username-taken');
      await this.#answer({ email, username, password, passwordHash, visitorId });
    });
    this.#parts.mails.wake();
  }

  /** Follows the link of a mail. */
  async confirm(token: string, visitorId: string): Promise<Confirmation> {
    return this.#locks.run('ask', () =>
      this.#parts.db.transaction().execute(async (transaction) => {
        const store = new UserStore(transaction);
        const signUp = await store.findSignUp(token);
        if (!signUp) return { outcome: 'unknown', isSameBrowser: false };
        const isSameBrowser = signUp.visitor_id === visitorId;
        if (signUp.confirmed_at !== null) return { outcome: 'already-confirmed', isSameBrowser };
        await store.markConfirmed(signUp.id);
        if (await store.findByEmail(signUp.email)) return { outcome: 'already-confirmed', isSameBrowser };
        if (await store.isUsernameTaken(signUp.username, signUp.email)) return { outcome: 'name-taken', isSameBrowser };
        await store.dropWaitingOf(signUp.email);
        const { email, username, password_hash } = signUp;
        return { outcome: 'confirmed', user: await store.addUser({ email, username, password_hash }), isSameBrowser };
      }),
    );
  }

  /** Forgets wishes that were never confirmed and counts that are no longer needed. */
  async forgetEnded(): Promise<void> {
    await new UserStore(this.#parts.db).forgetEnded();
    await this.#perCaller.forgetEnded();
    await this.#perRecipient.forgetEnded();
  }

  async #answer(wish: { email: string; username: string; password: string; passwordHash: string; visitorId: string }) {
    const { db, hashing, mails, origin } = this.#parts;
    const store = new UserStore(db);
    const waiting = await store.findWaiting(wish.email, wish.username);
    const isSamePerson = await hashing.matches(waiting?.password_hash ?? null, wish.password);
    if (waiting && isSamePerson && steadyNow() - waiting.created_at < DOUBLE_PRESS_MS) return;
    if (!(await this.#mayMail(wish.email))) return;
    const known = await store.findByEmail(wish.email);
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
      await inside.addSignUp(token, wish);
      const link = `${origin()}${CONFIRM_PATH}${token}`;
      await mails.add(confirmMail({ email: wish.email, username: wish.username, link }), transaction);
    });
  }

  async #mayMail(email: string): Promise<boolean> {
    try {
      await this.#perRecipient.admit(email.toLowerCase());
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
