// Slows guessing down: counts what each caller tries and says how long to wait. The counts are in the database, so that
// a restart forgets none.
import { createHmac } from 'node:crypto';
import type { AttemptTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { KeyedLock } from '#server/runtime/keyed-lock.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** How much one caller may try of one kind of thing. */
export interface AttemptRule {
  readonly kind: string;
  /** After this many that came to nothing in a row, each further one has to wait for `blockMs`. */
  readonly mostInARow: number;
  readonly blockMs: number;
  /** How many in a window of `windowMs`, which begins with the first of them. */
  readonly mostInWindow: number;
  readonly windowMs: number;
}

/** Too many tries. Says when the next one is looked at. */
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

  /** `secret` keys the hashes under which callers are stored, so that no address can be found by trying them all. */
  constructor(db: Database, rule: AttemptRule, secret: string) {
    this.#db = db;
    this.#rule = rule;
    this.#secret = secret;
  }

  /**
   * Counts an attempt before it is made, so that many at once cannot slip through, and throws a
   * {@link TooManyAttemptsError} for one that is not admitted.
   */
  async admit(caller: string): Promise<void> {
    const waitMs = await this.#locks.run(caller, () => this.#count(caller));
    if (waitMs > 0) throw new TooManyAttemptsError(waitMs);
  }

  /** Forgets a row of failures: the caller got it right. What was counted in the window stays, less this one. */
  async succeeded(caller: string): Promise<void> {
    await this.#locks.run(caller, async () => {
      const known = await this.#find(caller);
      if (known)
        await this.#keep({
          ...known,
          caller,
          in_a_row: 0,
          blocked_until: 0,
          in_window: Math.max(0, known.in_window - 1),
        });
    });
  }

  /** How many were counted in a caller's present window. */
  async countOf(caller: string): Promise<number> {
    const known = await this.#find(caller);
    return known && known.window_began_at + this.#rule.windowMs > steadyNow() ? known.in_window : 0;
  }

  /** Forgets callers whose window has ended. */
  async forgetEnded(): Promise<void> {
    const now = steadyNow();
    await this.#db
      .deleteFrom('attempts')
      .where('kind', '=', this.#rule.kind)
      .where('window_began_at', '<', now - this.#rule.windowMs)
      .where('blocked_until', '<', now)
      .execute();
  }

  /** Counts one attempt and gives how long to wait, in milliseconds: 0 when it is admitted. */
  async #count(caller: string): Promise<number> {
    const { kind, mostInARow, blockMs, mostInWindow, windowMs } = this.#rule;
    const now = steadyNow();
    const known = await this.#find(caller);
    const isSameWindow = known !== undefined && known.window_began_at + windowMs > now;
    const windowBeganAt = isSameWindow ? known.window_began_at : now;
    const inWindow = isSameWindow ? known.in_window : 0;
    if (known && known.blocked_until > now) return known.blocked_until - now;
    if (inWindow >= mostInWindow) return windowBeganAt + windowMs - now;
    const inARow = (isSameWindow ? known.in_a_row : 0) + 1;
    await this.#keep({
      kind,
      caller,
      in_a_row: inARow,
      in_window: inWindow + 1,
      window_began_at: windowBeganAt,
      blocked_until: inARow >= mostInARow ? now + blockMs : 0,
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

  async #keep({ kind, caller, ...counts }: AttemptTable): Promise<void> {
    await this.#db
      .insertInto('attempts')
      .values({ kind, caller: callerHash(caller, this.#secret), ...counts })
      .onConflict((conflict) => conflict.columns(['kind', 'caller']).doUpdateSet(counts))
      .execute();
  }
}

/** How a caller is stored: hashed with a key, since all IPv4 addresses could be tried against a plain hash. */
export function callerHash(caller: string, secret: string): string {
  return createHmac('sha256', secret).update(caller).digest('base64url').slice(0, 22);
}
