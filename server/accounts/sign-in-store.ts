// Sign-ins of the administrator and of users, known by a random token in a cookie. Only the token's hash is stored.
// Every log-in gets a new token, which prevents session fixation.
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/open-database.ts';
import type { SignInTable } from '#server/database/tables.ts';
import { tokenHash } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

export type Role = SignInTable['role'];

/** How long a sign-in lasts: without a visit, and in total. */
export const SIGN_IN_LIVES: Readonly<Record<Role, { readonly idleMs: number; readonly maxMs: number }>> = {
  admin: { idleMs: 2 * 3600_000, maxMs: 12 * 3600_000 },
  user: { idleMs: 30 * 24 * 3600_000, maxMs: 180 * 24 * 3600_000 },
};

/** The precision of the stored last visit: writing it on every request would cost a disk write each time. */
const LAST_SEEN_STEP_MS = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Begins, finds and ends sign-ins. */
export class SignInStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Begins a sign-in and returns the token that only the cookie holds. */
  async begin(role: Role, userId: string | null = null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = steadyNow();
    await this.#db
      .insertInto('sign_ins')
      .values({ token_hash: tokenHash(token), role, user_id: userId, created_at: now, last_seen_at: now })
      .execute();
    return token;
  }

  /** The sign-in of a cookie's token; undefined when it is expired, unknown, malformed or of another role. */
  async find(role: Role, token: string | undefined): Promise<SignInTable | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const signIn = await this.#db
      .selectFrom('sign_ins')
      .selectAll()
      .where('token_hash', '=', tokenHash(token))
      .where('role', '=', role)
      .executeTakeFirst();
    const now = steadyNow();
    if (!signIn || hasEnded(signIn, now)) return undefined;
    if (now - signIn.last_seen_at > LAST_SEEN_STEP_MS) {
      await this.#db
        .updateTable('sign_ins')
        .set({ last_seen_at: now })
        .where('token_hash', '=', signIn.token_hash)
        .execute();
    }
    return signIn;
  }

  /** Ends a sign-in. An unknown token is not an error. */
  async end(token: string | undefined): Promise<void> {
    if (token !== undefined) await this.#db.deleteFrom('sign_ins').where('token_hash', '=', tokenHash(token)).execute();
  }

  /** Ends every sign-in of a role, after its password has changed. */
  async endAll(role: Role): Promise<void> {
    await this.#db.deleteFrom('sign_ins').where('role', '=', role).execute();
  }

  async deleteExpired(): Promise<void> {
    const now = steadyNow();
    for (const [role, { idleMs, maxMs }] of Object.entries(SIGN_IN_LIVES)) {
      await this.#db
        .deleteFrom('sign_ins')
        .where('role', '=', role as Role)
        .where((where) => where.or([where('last_seen_at', '<', now - idleMs), where('created_at', '<', now - maxMs)]))
        .execute();
    }
  }
}

function hasEnded(signIn: SignInTable, now: number): boolean {
  const { idleMs, maxMs } = SIGN_IN_LIVES[signIn.role];
  return now - signIn.last_seen_at > idleMs || now - signIn.created_at > maxMs;
}
