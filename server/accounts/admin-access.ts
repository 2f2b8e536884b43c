// Administrator log-in: checks the password, throttles guessing, and recognizes the administrator's session.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { AttemptLimit, TooManyAttemptsError } from './attempt-limit.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { SignInStore } from './sign-in-store.ts';

const DAY_MS = 24 * 3600_000;

/** Ten in a row and a hundred a day per address (hostile case 110). */
const PER_CALLER = { kind: 'admin-login', maxInARow: 10, blockMs: 15 * 60_000, maxInWindow: 100, windowMs: DAY_MS };
/** All addresses together. Only slows attempts down; never blocks, see {@link AdminAccess.logIn}. */
const ALL_CALLERS = '*';
const OVERALL = {
  kind: 'admin-login-all',
  maxInARow: Number.MAX_SAFE_INTEGER,
  blockMs: 0,
  maxInWindow: Number.MAX_SAFE_INTEGER,
  windowMs: 3600_000,
};
/** From this many attempts an hour on, they are checked one by one with a pause. */
export const SLOW_FROM_ATTEMPTS = 200;
const MAX_IN_SLOW_QUEUE = 10;

/** The dependencies of {@link AdminAccess}. */
export interface AdminAccessParts {
  readonly db: Database;
  readonly signIns: SignInStore;
  readonly hashing: PasswordHashing;
  readonly passwordHash: string;
  /** Keys the hashes of callers' addresses. */
  readonly secret: string;
  /** The pause between two attempts while many addresses are guessing. */
  readonly slowPauseMs?: number;
}

/** Logs the administrator in and out. */
export class AdminAccess {
  readonly #parts: AdminAccessParts;
  readonly #perCaller: AttemptLimit;
  readonly #overall: AttemptLimit;
  #slowQueue: Promise<unknown> = Promise.resolve();
  #inSlowQueue = 0;

  constructor(parts: AdminAccessParts) {
    this.#parts = parts;
    this.#perCaller = new AttemptLimit(parts.db, PER_CALLER, parts.secret);
    this.#overall = new AttemptLimit(parts.db, OVERALL, parts.secret);
  }

  /** Whether a cookie's token belongs to a live administrator session. */
  async isAdmin(token: string | undefined): Promise<boolean> {
    return (await this.#parts.signIns.find('admin', token)) !== undefined;
  }

  /**
   * Checks the password, begins a new session and returns its token; the old session ends. A caller with a live session
   * is never throttled because of other callers' attempts.
   */
  async logIn(password: string, { caller, token }: { caller: string; token: string | undefined }): Promise<string> {
    const isTrusted = await this.isAdmin(token);
    if (!isTrusted) await this.#slowDown(caller);
    if (!(await this.#parts.hashing.matches(this.#parts.passwordHash, password))) throw new AppError('wrong-password');
    if (!isTrusted) {
      await this.#perCaller.succeeded(caller);
      await this.#overall.succeeded(ALL_CALLERS);
    }
    await this.logOut(token);
    return this.#parts.signIns.begin('admin');
  }

  /** Ends a session on the server, which invalidates its cookie. */
  async logOut(token: string | undefined): Promise<void> {
    await this.#parts.signIns.end(token);
  }

  /** Deletes counts that are no longer needed. */
  async deleteExpired(): Promise<void> {
    await this.#perCaller.deleteExpired();
    await this.#overall.deleteExpired();
  }

  async #slowDown(caller: string): Promise<void> {
    const isSlow = (await this.#overall.countOf(ALL_CALLERS)) >= SLOW_FROM_ATTEMPTS;
    if (!isSlow) return this.#count(caller);
    const pauseMs = this.#parts.slowPauseMs ?? 1000;
    // Before counting: an attempt that was not checked does not count.
    if (this.#inSlowQueue >= MAX_IN_SLOW_QUEUE) throw new TooManyAttemptsError(MAX_IN_SLOW_QUEUE * pauseMs);
    this.#inSlowQueue += 1;
    try {
      await this.#count(caller);
      const myTurn = this.#slowQueue.then(() => sleep(pauseMs));
      this.#slowQueue = myTurn;
      await myTurn;
    } finally {
      this.#inSlowQueue -= 1;
    }
  }

  async #count(caller: string): Promise<void> {
    await this.#perCaller.admit(caller);
    await this.#overall.admit(ALL_CALLERS);
  }
}
