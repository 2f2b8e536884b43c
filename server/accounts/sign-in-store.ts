// Who has proved who they are: the administrator and account holders, known by a random token in a cookie. Only the
// token's hash is kept, and ending a sign-in deletes it. Each proof begins a new one, so that nobody can plant one.
import { createHash, randomBytes } from 'node:crypto';
import type { SignInTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** What a sign-in allows. */
export type Role = SignInTable['role'];

/** How long a sign-in lasts: without a visit, and at most. */
export const SIGN_IN_LIVES: Readonly<Record<Role, { readonly idleMs: number; readonly mostMs: number }>> = {
  admin: { idleMs: 2 * 3600_000, mostMs: 12 * 3600_000 },
  user: { idleMs: 30 * 24 * 3600_000, mostMs: 180 * 24 * 3600_000 },
};

/** How exactly the last visit is kept; writing it on each request would cost a disk write each. */
const LAST_SEEN_STEP_MS = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Begins, finds and ends sign-ins. */
export class SignInStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Begins one and gives the token that only the cookie keeps. */
  async begin(role: Role, userId: string | null = null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = steadyNow();
    await this.#db
      .insertInto('sign_ins')
      .values({ token_hash: hashOf(token), role, user_id: userId, created_at: now, last_seen_at: now })
      .execute();
    return token;
  }

  /** The sign-in that a cookie's token belongs to; undefined for an ended, unknown or tampered one and for another role. */
  async find(role: Role, token: string | undefined): Promise<SignInTable | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const signIn = await this.#db
      .selectFrom('sign_ins')
      .selectAll()
      .where('token_hash', '=', hashOf(token))
      .where('role', '=', role)
      .executeTakeFirst();
    const now = steadyNow();
    if (!signIn || hasEnded(signIn, now)) return undefined;
    if (now - signIn.last_seen_at > LAST_SEEN_STEP_MS) {
      const { token_hash: tokenHash } = signIn;
      await this.#db.updateTable('sign_ins').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
    }
    return signIn;
  }

  /** Ends one. A token that is unknown is no failure. */
  async end(token: string | undefined): Promise<void> {
    if (token !== undefined) await this.#db.deleteFrom('sign_ins').where('token_hash', '=', hashOf(token)).execute();
  }

  /** Ends every sign-in of a role: its password has changed. */
  async endAll(role: Role): Promise<void> {
    await this.#db.deleteFrom('sign_ins').where('role', '=', role).execute();
  }

  /** Forgets the ones that have ended by themselves. */
  async forgetEnded(): Promise<void> {
    const now = steadyNow();
    for (const [role, { idleMs, mostMs }] of Object.entries(SIGN_IN_LIVES)) {
      await this.#db
        .deleteFrom('sign_ins')
        .where('role', '=', role as Role)
        .where((where) => where.or([where('last_seen_at', '<', now - idleMs), where('created_at', '<', now - mostMs)]))
        .execute();
    }
  }
}

function hasEnded(signIn: SignInTable, now: number): boolean {
  const { idleMs, mostMs } = SIGN_IN_LIVES[signIn.role];
  return now - signIn.last_seen_at > idleMs || now - signIn.created_at > mostMs;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
