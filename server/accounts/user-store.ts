// The accounts, and the ones that wait for their address to be confirmed.
import { createHash } from 'node:crypto';
import type { SignUpTable, UserTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** How long an address may be confirmed. */
export const SIGN_UP_LIFE_MS = 24 * 3600_000;

/** An account that is asked for. */
export interface WishedAccount {
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly visitorId: string;
}

/** Keeps the rows. Every method may be called inside a transaction by giving it as `db` to the constructor. */
export class UserStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  findUser(id: string): Promise<UserTable | undefined> {
    return this.#db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }

  findByEmail(email: string): Promise<UserTable | undefined> {
    return this.#db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
  }

  findByGoogle(subject: string): Promise<UserTable | undefined> {
    return this.#db.selectFrom('users').selectAll().where('google_subject', '=', subject).executeTakeFirst();
  }

  /** Whether an account has this name, or one that waits has it for another address. */
  async isUsernameTaken(username: string, email: string): Promise<boolean> {
    const key = usernameKey(username);
    const user = await this.#db.selectFrom('users').select('id').where('username_key', '=', key).executeTakeFirst();
    if (user) return true;
    const waiting = await this.#waiting()
      .where('username_key', '=', key)
      .where('email_key', '!=', emailKey(email))
      .executeTakeFirst();
    return waiting !== undefined;
  }

  /** The account of this address that waits under this name. */
  findWaiting(email: string, username: string): Promise<SignUpTable | undefined> {
    return this.#waiting()
      .where('email_key', '=', emailKey(email))
      .where('username_key', '=', usernameKey(username))
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
  }

  /** Keeps a wish until its address is confirmed, and gives the id of the row. */
  async addSignUp(token: string, { email, username, passwordHash, visitorId }: WishedAccount): Promise<void> {
    await this.#db
      .insertInto('sign_ups')
      .values({
        id: newOpaqueId(),
        token_hash: tokenHash(token),
        visitor_id: visitorId,
        email,
        email_key: emailKey(email),
        username,
        username_key: usernameKey(username),
        password_hash: passwordHash,
        created_at: steadyNow(),
      })
      .execute();
  }

  /** Lets go of a wish: another one takes its place. */
  async dropSignUp(id: string): Promise<void> {
    await this.#db.deleteFrom('sign_ups').where('id', '=', id).execute();
  }

  /** The wish that a link belongs to, confirmed or not; undefined for an unknown link and one that is too old. */
  findSignUp(token: string): Promise<SignUpTable | undefined> {
    return this.#db
      .selectFrom('sign_ups')
      .selectAll()
      .where('token_hash', '=', tokenHash(token))
      .where('created_at', '>', steadyNow() - SIGN_UP_LIFE_MS)
      .executeTakeFirst();
  }

  async markConfirmed(id: string): Promise<void> {
    await this.#db.updateTable('sign_ups').set({ confirmed_at: steadyNow() }).where('id', '=', id).execute();
  }

  /** Lets go of every wish of an address that still waits. */
  async dropWaitingOf(email: string): Promise<void> {
    await this.#db
      .deleteFrom('sign_ups')
      .where('email_key', '=', emailKey(email))
      .where('confirmed_at', 'is', null)
      .execute();
  }

  /** Makes an account. Its address has been confirmed. */
  async addUser(
    account: Pick<UserTable, 'email' | 'username'> & Partial<Pick<UserTable, 'password_hash' | 'google_subject'>>,
  ): Promise<UserTable> {
    return this.#db
      .insertInto('users')
      .values({
        id: newOpaqueId(),
        email: account.email,
        email_key: emailKey(account.email),
        username: account.username,
        username_key: usernameKey(account.username),
        password_hash: account.password_hash ?? null,
        google_subject: account.google_subject ?? null,
        created_at: steadyNow(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Forgets what was never confirmed; its name and address are free again. */
  async forgetEnded(): Promise<void> {
    await this.#db
      .deleteFrom('sign_ups')
      .where('created_at', '<', steadyNow() - SIGN_UP_LIFE_MS)
      .execute();
  }

  #waiting() {
    return this.#db
      .selectFrom('sign_ups')
      .selectAll()
      .where('confirmed_at', 'is', null)
      .where('created_at', '>', steadyNow() - SIGN_UP_LIFE_MS);
  }
}

/** Two addresses are the same when they differ in case only: mail servers of today treat them so. */
function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Two names are the same when they look the same in small letters. */
function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
