// Who is asking: a visitor's browser, known by a random token in its cookie. Only the token's hash is kept.
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#server/database/open-database.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** A session that was begun, with the token that only the visitor's cookie keeps. */
export interface NewSession {
  readonly visitorId: string;
  readonly token: string;
}

/** A session ends after this long without a visit. */
export const SESSION_IDLE_MS = 30 * 24 * 3600_000;
/** How exactly the last visit is kept; writing it on each request would cost a disk write each. */
const LAST_SEEN_STEP_MS = 3600_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Begins, finds and forgets sessions. */
export class SessionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The visitor to whom a cookie's token belongs, or null for one that was tampered with, is unknown or has ended. */
  async findVisitor(token: string): Promise<string | null> {
    if (!TOKEN.test(token)) return null;
    const tokenHash = hashOf(token);
    const session = await this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    const now = steadyNow();
    if (!session || now - session.last_seen_at > SESSION_IDLE_MS) return null;
    if (now - session.last_seen_at > LAST_SEEN_STEP_MS) {
      await this.#db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
    }
    return session.visitor_id;
  }

  /** Begins a session for a new visitor. */
  async begin(): Promise<NewSession> {
    const token = randomBytes(32).toString('base64url');
    const visitorId = newOpaqueId();
    const now = steadyNow();
    await this.#db
      .insertInto('sessions')
      .values({ token_hash: hashOf(token), visitor_id: visitorId, created_at: now, last_seen_at: now })
      .execute();
    return { visitorId, token };
  }

  /** Forgets the sessions that have ended. */
  async forgetEnded(): Promise<void> {
    await this.#db
      .deleteFrom('sessions')
      .where('last_seen_at', '<', steadyNow() - SESSION_IDLE_MS)
      .execute();
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
