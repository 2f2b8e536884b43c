// The one rate limiter: counts each caller's requests and guesses by named rules and says how long to wait. The counts are
// in the database, so they hold for all processes and survive a restart. To add a limit, add a rule and call `admit`. A
// caller is usually a network. Of IPv6, a customer has a /64, a /56 or a /48, so an attempt counts for each of them.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { AttemptTable } from '#server/database/tables.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { widerNetworks } from '#server/runtime/client-network.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

export interface RateRule {
  /** How many in a window of `windowMs`, which begins with the first one. */
  readonly max: number;
  readonly windowMs: number;
  /** After `max` failures in a row, every further attempt has to wait for `blockMs`. */
  readonly inARow?: { readonly max: number; readonly blockMs: number };
}

/** How many times a network's limit the next larger network has: /64, /56, /48. */
const WIDER_FACTOR = 4;

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** The rules of a site, by name. The names are stored. */
export function siteRules({ maxNewVisitorsOfNetwork }: { readonly maxNewVisitorsOfNetwork: number }) {
  return {
    /** Guesses of one network at the administrator's password (hostile case 110). */
    'admin-login': { max: 100, windowMs: DAY_MS, inARow: { max: 10, blockMs: 15 * 60_000 } },
    /** Guesses of all networks together: counted, to slow them down, but never refused. */
    'admin-login-all': { max: Number.MAX_SAFE_INTEGER, windowMs: HOUR_MS },
    /** Sign-ups of one network. This also limits how fast usernames can be guessed. */
    'sign-up': { max: 100, windowMs: HOUR_MS },
    /** Mails of one network's sign-ups to addresses of one domain. */
    'sign-up-domain': { max: 20, windowMs: HOUR_MS },
    /** Mails to one mailbox that others can trigger. */
    'sign-up-mail': { max: 5, windowMs: DAY_MS },
    /** Visits to Google and the site's own provider by one network: each stores a row until the visitor returns. */
    google: { max: 100, windowMs: HOUR_MS },
    /** Links that one network makes: each stores a file for days. */
    share: { max: 40, windowMs: DAY_MS },
    /** Files of links that one network fetches. */
    'share-opening': { max: 300, windowMs: HOUR_MS },
    /** New visitors of one network: each stores a session. */
    'new-visitor': { max: maxNewVisitorsOfNetwork, windowMs: HOUR_MS },
  } satisfies Record<string, RateRule>;
}

export type SiteRateLimiter = RateLimiter<keyof ReturnType<typeof siteRules>>;

export class RateLimiter<Name extends string> {
  readonly #db: Database;
  readonly #secret: string;
  readonly #rules: Readonly<Record<Name, RateRule>>;

  /** `secret` keys the hashes of stored callers, so that addresses cannot be found by brute force. */
  constructor(db: Database, secret: string, rules: Readonly<Record<Name, RateRule>>) {
    this.#db = db;
    this.#secret = secret;
    this.#rules = rules;
  }

  /**
   * Counts an attempt before it is made. Throws `AppError` 'too-many-requests' when it is not allowed. `about` names
   * what the network's attempts are counted by, such as a mail domain.
   */
  async admit(name: Name, caller: string, about = ''): Promise<void> {
    const refused = await this.#refused(name, caller, about);
    if (refused !== null) throw new AppError('too-many-requests', { waitMs: await this.#waitMs(name, refused) });
  }

  /** Throws like {@link admit} where an attempt would not be allowed, but counts none. */
  async refuseExhausted(name: Name, caller: string, about = ''): Promise<void> {
    for (const [counted, factor] of countedFor(caller, about)) {
      const inWindow = await this.#inWindow(name, counted);
      if (inWindow < this.#rules[name].max * factor) continue;
      throw new AppError('too-many-requests', { waitMs: await this.#waitMs(name, counted) });
    }
  }

  /** Counts an attempt; false when it is not allowed. */
  async isAdmitted(name: Name, caller: string): Promise<boolean> {
    return (await this.#refused(name, caller)) === null;
  }

  /** Resets the failures in a row after a success. The window's count stays, less this attempt. */
  async succeeded(name: Name, caller: string): Promise<void> {
    const hashes = countedFor(caller).map(([counted]) => callerHash(counted, this.#secret));
    await this.#db
      .updateTable('attempts')
      .set({
        in_a_row: 0,
        blocked_until: 0,
        in_window: sql<number>`case when in_window > 0 then in_window - 1 else 0 end`,
      })
      .where('kind', '=', name)
      .where('caller', 'in', hashes)
      .execute();
  }

  /** How many attempts were counted in a caller's current window, with those of the networks around it. */
  async countOf(name: Name, caller: string): Promise<number> {
    return this.#inWindow(name, countedFor(caller).at(-1)?.[0] ?? caller);
  }

  async #inWindow(name: Name, counted: string): Promise<number> {
    const known = await this.#find(name, counted);
    return known && known.window_began_at + this.#rules[name].windowMs > steadyNow() ? known.in_window : 0;
  }

  /** Deletes callers whose window has ended. */
  async deleteExpired(): Promise<void> {
    const now = steadyNow();
    for (const [name, { windowMs }] of Object.entries<RateRule>(this.#rules)) {
      await this.#db
        .deleteFrom('attempts')
        .where('kind', '=', name)
        .where('window_began_at', '<', now - windowMs)
        .where('blocked_until', '<', now)
        .execute();
    }
  }

  /** Counts an attempt for a caller and the networks around it. The first that has reached its limit, or null. */
  async #refused(name: Name, caller: string, about = ''): Promise<string | null> {
    for (const [counted, factor] of countedFor(caller, about)) {
      if (!(await this.#count(name, counted, factor))) return counted;
    }
    return null;
  }

  /**
   * Counts an attempt; false when it is not allowed. A single statement, so that concurrent attempts cannot bypass the
   * limit, in any process.
   */
  async #count(name: Name, caller: string, factor: number): Promise<boolean> {
    const { max: maxOfOne, windowMs, inARow: rowOfOne } = this.#rules[name];
    const max = maxOfOne * factor;
    const row = rowOfOne ? { ...rowOfOne, max: rowOfOne.max * factor } : NEVER_BLOCKED;
    // PostgreSQL would take a bare parameter beside an integer column as 32 bits.
    const big = (value: number) => sql`cast(${value} as bigint)`;
    const now = big(steadyNow());
    const blockedUntil = big(steadyNow() + row.blockMs);
    const isSame = sql`attempts.window_began_at + ${big(windowMs)} > ${now}`;
    const inARow = sql`case when ${isSame} then attempts.in_a_row + 1 else 1 end`;
    const inWindow = sql`case when ${isSame} then attempts.in_window + 1 else 1 end`;
    const { rows } = await sql`
      insert into attempts (kind, caller, in_a_row, in_window, window_began_at, blocked_until)
      values (${name}, ${callerHash(caller, this.#secret)}, 1, 1, ${now},
        case when ${big(row.max)} <= 1 then ${blockedUntil} else 0 end)
      on conflict (kind, caller) do update set
        in_a_row = ${inARow},
        in_window = ${inWindow},
        window_began_at = case when ${isSame} then attempts.window_began_at else ${now} end,
        blocked_until = case when (${inARow}) >= ${big(row.max)} then ${blockedUntil} else 0 end
      where attempts.blocked_until <= ${now} and (not (${isSame}) or attempts.in_window < ${big(max)})
      returning in_window`.execute(this.#db);
    return rows.length > 0;
  }

  /** How long a caller that was refused has to wait, in milliseconds. */
  async #waitMs(name: Name, caller: string): Promise<number> {
    const known = await this.#find(name, caller);
    const now = steadyNow();
    if (!known) return 0;
    return known.blocked_until > now
      ? known.blocked_until - now
      : known.window_began_at + this.#rules[name].windowMs - now;
  }

  #find(name: Name, caller: string): Promise<AttemptTable | undefined> {
    return this.#db
      .selectFrom('attempts')
      .selectAll()
      .where('kind', '=', name)
      .where('caller', '=', callerHash(caller, this.#secret))
      .executeTakeFirst();
  }
}

/** What an attempt is counted for, the smallest network first, and how many times the rule's limit each has. */
function countedFor(caller: string, about = ''): readonly (readonly [counted: string, factor: number])[] {
  return [caller, ...widerNetworks(caller)].map((network, width) => [
    about === '' ? network : `${network} ${about}`,
    WIDER_FACTOR ** width,
  ]);
}

const NEVER_BLOCKED = { max: Number.MAX_SAFE_INTEGER, blockMs: 0 };

/** A caller as stored: hashed with a key, because a plain hash of an IPv4 address can be reversed by brute force. */
export function callerHash(caller: string, secret: string): string {
  return createHmac('sha256', secret).update(caller).digest('base64url').slice(0, 22);
}
