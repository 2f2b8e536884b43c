// Throttles guessing: counts each caller's attempts and returns how long to wait. The counts are in the database, so
// they survive a restart.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { AttemptTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** How many attempts of one kind a caller may make. */
export interface AttemptRule {
  readonly kind: string;
  /** After this many failures in a row, every further attempt has to wait for `blockMs`. */
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

  /** `secret` keys the hashes of stored callers, so that addresses cannot be found by brute force. */
  constructor(db: Database, rule: AttemptRule, secret: string) {
    this.#db = db;
    this.#rule = rule;
    this.#secret = secret;
  }

  /**
   * Counts an attempt before it is made. A single statement, so that concurrent attempts cannot bypass the limit, in
   * any process. Throws a {@link TooManyAttemptsError} when the attempt is not allowed.
   */
  async admit(caller: string): Promise<void> {
    if (!(await this.#count(caller))) throw new TooManyAttemptsError(await this.#waitMs(caller));
  }

  /** Counts an attempt; false when it is not allowed. */
  isAdmitted(caller: string): Promise<boolean> {
    return this.#count(caller);
  }

  /** Resets the failures in a row after a success. The window's count stays, less this attempt. */
  async succeeded(caller: string): Promise<void> {
    await this.#db
      .updateTable('attempts')
      .set({
        in_a_row: 0,
        blocked_until: 0,
        in_window: sql<number>`case when in_window > 0 then in_window - 1 else 0 end`,
      })
      .where('kind', '=', this.#rule.kind)
      .where('caller', '=', callerHash(caller, this.#secret))
      .execute();
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

  /** Counts one attempt; false when it is not allowed. */
  async #count(caller: string): Promise<boolean> {
    const { kind, maxInARow, blockMs, maxInWindow, windowMs } = this.#rule;
    // PostgreSQL would take a bare parameter beside an integer column as 32 bits.
    const big = (value: number) => sql`cast(${value} as bigint)`;
    const now = big(steadyNow());
    const blockedUntil = big(steadyNow() + blockMs);
    const isSame = sql`attempts.window_began_at + ${big(windowMs)} > ${now}`;
    const inARow = sql`case when ${isSame} then attempts.in_a_row + 1 else 1 end`;
    const inWindow = sql`case when ${isSame} then attempts.in_window + 1 else 1 end`;
    const { rows } = await sql`
      insert into attempts (kind, caller, in_a_row, in_window, window_began_at, blocked_until)
      values (${kind}, ${callerHash(caller, this.#secret)}, 1, 1, ${now},
        case when ${big(maxInARow)} <= 1 then ${blockedUntil} else 0 end)
      on conflict (kind, caller) do update set
        in_a_row = ${inARow},
        in_window = ${inWindow},
        window_began_at = case when ${isSame} then attempts.window_began_at else ${now} end,
        blocked_until = case when (${inARow}) >= ${big(maxInARow)} then ${blockedUntil} else 0 end
      where attempts.blocked_until <= ${now} and (not (${isSame}) or attempts.in_window < ${big(maxInWindow)})
      returning in_window`.execute(this.#db);
    return rows.length > 0;
  }

  /** How long a caller that was refused has to wait, in milliseconds. */
  async #waitMs(caller: string): Promise<number> {
    const known = await this.#find(caller);
    const now = steadyNow();
    if (!known) return 0;
    return known.blocked_until > now ? known.blocked_until - now : known.window_began_at + this.#rule.windowMs - now;
  }

  #find(caller: string): Promise<AttemptTable | undefined> {
    return this.#db
      .selectFrom('attempts')
      .selectAll()
      .where('kind', '=', this.#rule.kind)
      .where('caller', '=', callerHash(caller, this.#secret))
      .executeTakeFirst();
  }
}

/** A caller as stored: hashed with a key, because a plain hash of an IPv4 address can be reversed by brute force. */
export function callerHash(caller: string, secret: string): string {
  return createHmac('sha256', secret).update(caller).digest('base64url').slice(0, 22);
}
