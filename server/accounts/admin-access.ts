// Administrator log-in: checks the password, throttles guessing, and recognizes the administrator's session.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#server/runtime/app-error.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { SiteRateLimiter } from './rate-limiter.ts';
import type { SignInStore } from './sign-in-store.ts';

/** All addresses together only slow attempts down, see {@link AdminAccess.logIn}. */
const ALL_CALLERS = '*';
/** From this many attempts an hour on, they are checked one by one with a pause. */
export const SLOW_FROM_ATTEMPTS = 200;
const MAX_IN_SLOW_QUEUE = 10;

export interface AdminAccessParts {
  readonly limits: SiteRateLimiter;
  readonly signIns: SignInStore;
  readonly hashing: PasswordHashing;
  readonly passwordHash: string;
  /** The pause between two attempts while many addresses are guessing. */
  readonly slowPauseMs?: number;
}

export class AdminAccess {
  readonly #parts: AdminAccessParts;
  #slowQueue: Promise<unknown> = Promise.resolve();
  #inSlowQueue = 0;

  constructor(parts: AdminAccessParts) {
    this.#parts = parts;
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
    const { hashing, limits, passwordHash } = this.#parts;
    const isTrusted = await this.isAdmin(token);
    if (!isTrusted) await this.#slowDown(caller);
    if (!(await hashing.matches(passwordHash, password))) throw new AppError('wrong-password');
    if (!isTrusted) {
      await limits.succeeded('admin-login', caller);
      await limits.succeeded('admin-login-all', ALL_CALLERS);
    }
    await this.logOut(token);
    return this.#parts.signIns.begin('admin');
  }

  /** Ends a session on the server, which invalidates its cookie. */
  async logOut(token: string | undefined): Promise<void> {
    await this.#parts.signIns.end(token);
  }

  async #slowDown(caller: string): Promise<void> {
    const isSlow = (await this.#parts.limits.countOf('admin-login-all', ALL_CALLERS)) >= SLOW_FROM_ATTEMPTS;
    if (!isSlow) return this.#count(caller);
    const pauseMs = this.#parts.slowPauseMs ?? 1000;
    // Before counting: an attempt that was not checked does not count.
    if (this.#inSlowQueue >= MAX_IN_SLOW_QUEUE) {
      throw new AppError('too-many-requests', { waitMs: MAX_IN_SLOW_QUEUE * pauseMs });
    }
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
    await this.#parts.limits.admit('admin-login', caller);
    await this.#parts.limits.admit('admin-login-all', ALL_CALLERS);
  }
}
