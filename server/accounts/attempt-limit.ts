// Throttles guessing: counts each caller's attempts and returns how long to wait. The counts are in the database, so
// they survive a restart.
import { createHmac } from 'node:crypto';
import type { AttemptTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { KeyedLock } from '#server/runtime/keyed-lock.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** How many attempts of one kind a caller may make. */
export interface AttemptRule {
  readonly kind: string;
  /** After this many failures in a row, each further attempt has to wait for `blockMs`. */
  readonly maxInARow: number;
  readonly blockMs: number;
  /** How many in a window of `windowMs`, which begins with the first attempt. */
  readonly maxInWindow: number;
  readonly windowMs: number;
}

/** Too many attempts, with the time until the next one is allowed. */
export class TooManyAttemptsError extends AppError {
  readonly waitSeconds: number;

  constructor(waitMs: number) {
    super('too-many-requests');
    this.waitSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Counts one kind of attempts. */
export class AttemptLimit {
  readonly #db: Database;
  readonly #rule: AttemptRule;
  readonly #secret: string;
  readonly #locks = new KeyedLock();

  /** `secret` keys the hashes of stored callers, so that addresses cannot be found by brute force. */
  constructor(db: Database, rule: AttemptRule, secret: string) {
    this.#db = db;
    this.#rule = rule;
    this.#secret = secret;
  }

  /**
   * Counts an attempt before it is made, so that concurrent ones cannot slip through. Throws a
   * {@link TooManyAttemptsError} when it is not allowed.
   */
  async admit(caller: string): Promise<void> {
    const waitMs = await this.#locks.run(caller, () => this.#count(caller));
    if (waitMs > 0) throw new TooManyAttemptsError(waitMs);
  }

  /** Resets the failures in a row after a success. The window's count stays, less this attempt. */
  async succeeded(caller: string): Promise<void> {
    await this.#locks.run(caller, async () => {
      const known = await this.#find(caller);
      if (known)
        await this.#save({
          ...known,
          caller,
          in_a_row: 0,
          blocked_until: 0,
          in_window: Math.max(0, known.in_window - 1),
        });
    });
  }

  /** How many attempts were counted in a caller's current window. */
  async countOf(caller: string): Promise<number> {
    const known = await this.#find(caller);
    return known && known.window_began_at + this.#rule.windowMs > steadyNow() ? known.in_window : 0;
  }

  /** Deletes callers whose window has ended. */
  async deleteExpired(): Promise<void> {
    const now = steadyNow();
    await this.#db
      .deleteFrom('attempts')
      .where('kind', '=', this.#rule.kind)
      .where('window_began_at', '<', now - this.#rule.windowMs)
      .where('blocked_until', '<', now)
      .execute();
  }

  /** Counts one attempt and returns how long to wait, in milliseconds: 0 when it is allowed. */
  async #count(caller: string): Promise<number> {
    const { kind, maxInARow, blockMs, maxInWindow, windowMs } = this.#rule;
    const now = steadyNow();
    const known = await this.#find(caller);
    const isSameWindow = known !== undefined && known.window_began_at + windowMs > now;
    const windowBeganAt = isSameWindow ? known.window_began_at : now;
    const inWindow = isSameWindow ? known.in_window : 0;
    if (known && known.blocked_until > now) return known.blocked_until - now;
    if (inWindow >= maxInWindow) return windowBeganAt + windowMs - now;
    const inARow = (isSameWindow ? known.in_a_row : 0) + 1;
    await this.#save({
      kind,
      caller,
      in_a_row: inARow,
      in_window: inWindow + 1,
      window_began_at: windowBeganAt,
      blocked_until: inARow >= maxInARow ? now + blockMs : 0,
    });
    return 0;
  }

  #find(caller: string): Promise<AttemptTable | undefined> {
    return this.#db
      .selectFrom('attempts')
      .selectAll()
      .where('kind', '=', this.#rule.kind)
      .where('caller', '=', callerHash(caller, this.#secret))
      .executeTakeFirst();
  }

  async #save({ kind, caller, ...counts }: AttemptTable): Promise<void> {
    await this.#db
      .insertInto('attempts')
      .values({ kind, caller: callerHash(caller, this.#secret), ...counts })
      .onConflict((conflict) => conflict.columns(['kind', 'caller']).doUpdateSet(counts))
      .execute();
  }
}

/** A caller as stored: hashed with a key, because a plain hash of an IPv4 address can be reversed by brute force. */
export function callerHash(caller: string, secret: string): string {
  return createHmac('sha256', secret).update(caller).digest('base64url').slice(0, 22);
}
