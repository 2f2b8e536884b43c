// The administrator's way in: checks the password, slows guessing down, and knows whose session is the administrator's.
// A caller is a key that attempt-limit.ts made.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { AttemptLimit, TooManyAttemptsError } from './attempt-limit.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { SignInStore } from './sign-in-store.ts';

const DAY_MS = 24 * 3600_000;

/** Ten in a row, a hundred a day for one address (hostile case 110). */
const PER_CALLER = { kind: 'admin-login', mostInARow: 10, blockMs: 15 * 60_000, mostInWindow: 100, windowMs: DAY_MS };
/** All addresses together; nobody is shut out by it, see {@link AdminAccess.logIn}. */
const EVERYONE = '*';
const ALL_TOGETHER = {
  kind: 'admin-login-all',
  mostInARow: Number.MAX_SAFE_INTEGER,
  blockMs: 0,
  mostInWindow: Number.MAX_SAFE_INTEGER,
  windowMs: 3600_000,
};
/** From this many tries in an hour on, they are looked at one by one with a pause. */
export const SLOW_FROM_TRIES = 200;
const MAX_IN_SLOW_LINE = 10;

/** What logging in needs. */
export interface AdminAccessParts {
  readonly db: Database;
  readonly signIns: SignInStore;
  readonly hashing: PasswordHashing;
  readonly passwordHash: string;
  /** Keys the hashes of callers' addresses. */
  readonly secret: string;
  /** The pause between two tries while someone guesses from many addresses. */
  readonly slowPauseMs?: number;
}

/** Lets the administrator in and out. */
export class AdminAccess {
  readonly #parts: AdminAccessParts;
  readonly #perCaller: AttemptLimit;
  readonly #allTogether: AttemptLimit;
  #slowLine: Promise<unknown> = Promise.resolve();
  #inSlowLine = 0;

  constructor(parts: AdminAccessParts) {
    this.#parts = parts;
    this.#perCaller = new AttemptLimit(parts.db, PER_CALLER, parts.secret);
    this.#allTogether = new AttemptLimit(parts.db, ALL_TOGETHER, parts.secret);
  }

  /** Whether a cookie's token is of a live session of the administrator. */
  async isAdmin(token: string | undefined): Promise<boolean> {
    return (await this.#parts.signIns.find('admin', token)) !== undefined;
  }

  /**
   * Checks the password and begins a new session, whose token is given; the old one ends. Who already has a live
   * session is never slowed down or shut out by what others try.
   */
  async logIn(password: string, { caller, token }: { caller: string; token: string | undefined }): Promise<string> {
    const isTrusted = await this.isAdmin(token);
    if (!isTrusted) await this.#slowDown(caller);
    if (!(await this.#parts.hashing.matches(this.#parts.passwordHash, password))) throw new AppError('wrong-password');
    if (!isTrusted) {
      await this.#perCaller.succeeded(caller);
      await this.#allTogether.succeeded(EVERYONE);
    }
    await this.logOut(token);
    return this.#parts.signIns.begin('admin');
  }

  /** Ends a session on the server: its cookie is worth nothing from now on. */
  async logOut(token: string | undefined): Promise<void> {
    await this.#parts.signIns.end(token);
  }

  /** Forgets counts that are no longer needed. */
  async forgetEnded(): Promise<void> {
    await this.#perCaller.forgetEnded();
    await this.#allTogether.forgetEnded();
  }

  async #slowDown(caller: string): Promise<void> {
    const isSlow = (await this.#allTogether.countOf(EVERYONE)) >= SLOW_FROM_TRIES;
    if (!isSlow) return this.#count(caller);
    const pauseMs = this.#parts.slowPauseMs ?? 1000;
    // Before counting: a try that was not looked at is not held against anyone.
    if (this.#inSlowLine >= MAX_IN_SLOW_LINE) throw new TooManyAttemptsError(MAX_IN_SLOW_LINE * pauseMs);
    this.#inSlowLine += 1;
    try {
      await this.#count(caller);
      const myTurn = this.#slowLine.then(() => sleep(pauseMs));
      this.#slowLine = myTurn;
      await myTurn;
    } finally {
      this.#inSlowLine -= 1;
    }
  }

  async #count(caller: string): Promise<void> {
    await this.#perCaller.admit(caller);
    await this.#allTogether.admit(EVERYONE);
  }
}
