// The sessions of visitors, of users and of the administrator: a browser is known by a random token in its cookie, of which only
// the hash is stored. Every log-in gets a new token, which prevents session fixation.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/database/open-database.ts';
import type { SignInTable } from '#server/database/tables.ts';
import { newOpaqueId, tokenHash } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** A new session, with the token that only the visitor's cookie holds. */
interface NewSession {
  readonly visitorId: string;
  readonly token: string;
}

/** A session expires after this long without a visit. */
export const SESSION_IDLE_MS = 30 * 24 * 3600_000;
/** The precision of the stored last visit: writing it on every request would cost a disk write each time. */
const LAST_SEEN_STEP_MS = { visitor: 3600_000, signIn: 60_000 };
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** An offered token: random bytes, followed by as many bytes of their HMAC. */
const OFFER_BYTES = 16;

export class SessionStore {
  readonly #db: Database;
  /** The same in all processes, because the next call may reach another one. */
  readonly #offerKey: Buffer;

  /** `secret` keys the offered tokens. */
  constructor(db: Database, secret: string) {
    this.#db = db;
    this.#offerKey = createHmac('sha256', secret).update('offered sessions').digest();
  }

  /** The visitor of a cookie's token; null when the token is malformed, unknown or expired. */
  async findVisitor(token: string): Promise<string | null> {
    if (!TOKEN.test(token)) return null;
    const hash = tokenHash(token);
    const session = await this.#db.selectFrom('sessions').selectAll().where('token_hash', '=', hash).executeTakeFirst();
    const now = steadyNow();
    if (!session || now - session.last_seen_at > SESSION_IDLE_MS) return null;
    if (now - session.last_seen_at > LAST_SEEN_STEP_MS.visitor) {
      await this.#db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', hash).execute();
    }
    return session.visitor_id;
  }

  /** A token with which a session can be begun later. Nothing is stored, because most browsers never return with it. */
  offer(): string {
    const random = randomBytes(OFFER_BYTES);
    return Buffer.concat([random, this.#proof(random)]).toString('base64url');
  }

  isOffer(token: string): boolean {
    if (!TOKEN.test(token)) return false;
    const bytes = Buffer.from(token, 'base64url');
    return timingSafeEqual(this.#proof(bytes.subarray(0, OFFER_BYTES)), bytes.subarray(OFFER_BYTES));
  }

  /** Begins a session for a new visitor, with a token that was offered or with a new one. */
  async begin(offered?: string): Promise<NewSession> {
    const token = offered ?? randomBytes(32).toString('base64url');
    const now = steadyNow();
    const session = { token_hash: tokenHash(token), visitor_id: newOpaqueId(), created_at: now, last_seen_at: now };
    // Two concurrent calls with the same offer belong to the same visitor. An expired session begins again.
    const { visitor_id: visitorId } = await this.#db
      .insertInto('sessions')
      .values(session)
      .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ last_seen_at: now }))
      .returning('visitor_id')
      .executeTakeFirstOrThrow();
    return { visitorId, token };
  }

  #proof(random: Buffer): Buffer {
    return createHmac('sha256', this.#offerKey).update(random).digest().subarray(0, OFFER_BYTES);
  }

  async deleteExpired(): Promise<void> {
    await this.#db
      .deleteFrom('sessions')
      .where('last_seen_at', '<', steadyNow() - SESSION_IDLE_MS)
      .execute();
  }
}

type Role = SignInTable['role'];

/** How long a sign-in lasts: without a visit, and in total. */
export const SIGN_IN_LIVES: Readonly<Record<Role, { readonly idleMs: number; readonly maxMs: number }>> = {
  admin: { idleMs: 2 * 3600_000, maxMs: 12 * 3600_000 },
  /** The link in a mail that deletes the account. */
  deletion: { idleMs: 24 * 3600_000, maxMs: 24 * 3600_000 },
  user: { idleMs: 30 * 24 * 3600_000, maxMs: 180 * 24 * 3600_000 },
};

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
    if (now - signIn.last_seen_at > LAST_SEEN_STEP_MS.signIn) {
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
