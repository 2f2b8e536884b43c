// Accounts, and sign-ups whose address is not confirmed yet.
import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { SignUpTable, UserTable } from '#server/database/tables.ts';
import { newOpaqueId, tokenHash } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

/** How long a sign-up can be confirmed. */
export const SIGN_UP_LIFE_MS = 24 * 3600_000;

export interface PendingAccount {
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly visitorId: string;
}

/** By what a provider knows the owner of an account: one of the two. */
type ProviderSubject = Partial<Pick<UserTable, 'google_subject' | 'provider_subject'>>;

/** Stores the rows. Pass a transaction to the constructor to run the methods inside it. */
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

  findByIdentity(identity: ProviderSubject): Promise<UserTable | undefined> {
    return this.#db
      .selectFrom('users')
      .selectAll()
      .where((where) => where.and(identity))
      .executeTakeFirst();
  }

  /** Whether an account has this name, or a pending sign-up with another address. */
  async isUsernameTaken(username: string, email: string): Promise<boolean> {
    const key = usernameKey(username);
    const user = await this.#db.selectFrom('users').select('id').where('username_key', '=', key).executeTakeFirst();
    if (user) return true;
    const waiting = await this.#pending()
      .where('username_key', '=', key)
      .where('email_key', '!=', emailKey(email))
      .executeTakeFirst();
    return waiting !== undefined;
  }

  findPending(email: string, username: string): Promise<SignUpTable | undefined> {
    return this.#pending()
      .where('email_key', '=', emailKey(email))
      .where('username_key', '=', usernameKey(username))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .executeTakeFirst();
  }

  /** Stores a sign-up until its address is confirmed. */
  async addSignUp(token: string, { email, username, passwordHash, visitorId }: PendingAccount): Promise<void> {
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

  /** Deletes a sign-up that another one replaces. */
  async dropSignUp(id: string): Promise<void> {
    await this.#db.deleteFrom('sign_ups').where('id', '=', id).execute();
  }

  /** The sign-up of a link, confirmed or not; undefined for an unknown or expired link. */
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

  /** Deletes all pending sign-ups of an address. */
  async dropPendingOf(email: string): Promise<void> {
    await this.#db
      .deleteFrom('sign_ups')
      .where('email_key', '=', emailKey(email))
      .where('confirmed_at', 'is', null)
      .execute();
  }

  /** Adds an account whose address has been confirmed. */
  async addUser(
    account: Pick<UserTable, 'email' | 'username'> & Partial<ProviderSubject & Pick<UserTable, 'password_hash'>>,
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
        provider_subject: account.provider_subject ?? null,
        created_at: steadyNow(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Deletes the account of an address with its sign-ins, and its sign-ups and mails. False when there was nothing. */
  async deleteAllOf(email: string): Promise<boolean> {
    const key = emailKey(email);
    const user = await this.findByEmail(email);
    if (user) await this.#db.deleteFrom('sign_ins').where('user_id', '=', user.id).execute();
    const deleted = [
      await this.#db.deleteFrom('users').where('email_key', '=', key).executeTakeFirst(),
      await this.#db.deleteFrom('sign_ups').where('email_key', '=', key).executeTakeFirst(),
      await this.#db.deleteFrom('mails').where(sql`lower(recipient)`, '=', key).executeTakeFirst(),
    ];
    return deleted.some(({ numDeletedRows }) => numDeletedRows > 0n);
  }

  /** Deletes expired sign-ups, which frees their names and addresses. */
  async deleteExpired(): Promise<void> {
    await this.#db
      .deleteFrom('sign_ups')
      .where('created_at', '<', steadyNow() - SIGN_UP_LIFE_MS)
      .execute();
  }

  #pending() {
    return this.#db
      .selectFrom('sign_ups')
      .selectAll()
      .where('confirmed_at', 'is', null)
      .where('created_at', '>', steadyNow() - SIGN_UP_LIFE_MS);
  }
}

/** Addresses that differ only in case are the same, as mail servers treat them. */
function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Names are compared in lower case. */
function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
