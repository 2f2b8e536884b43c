// Deletes an account: its owner by a link in a mail, the operator by `npm run delete-account`.
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/open-database.ts';
import { deletionMail } from '#server/mail/account-mails.ts';
import type { MailQueue } from '#server/mail/mail-queue.ts';
import type { SiteRateLimiter } from './rate-limiter.ts';
import { SignInStore } from './session-store.ts';
import { mailboxOf } from './sign-up.ts';
import { UserStore } from './user-store.ts';

/** The path of the link in a mail, followed by its token. */
export const DELETION_PATH = '/leave/';

interface DeletionParts {
  readonly db: Database;
  readonly mails: MailQueue;
  readonly limits: SiteRateLimiter;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** The origin under which visitors reach the server. */
  readonly origin: () => string;
}

export class AccountDeletion {
  readonly #parts: DeletionParts;
  #lastRequest: Promise<void> = Promise.resolve();

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  /** Mails the owner of the address a link. Whether there is one is looked up later, so that no answer shows it. */
  async request(email: string, caller: string): Promise<void> {
    await this.#parts.limits.admit('sign-up', caller);
    this.#lastRequest = this.#lastRequest
      .then(() => this.#mailLink(email))
      .catch((err: unknown) => this.#parts.log.error({ err }, 'The mail that deletes an account could not be queued'));
  }

  /** Whether a link can be used. */
  async isKnown(token: string): Promise<boolean> {
    return (await new SignInStore(this.#parts.db).find('deletion', token)) !== undefined;
  }

  /** Deletes the account of a link; false when the link cannot be used. */
  async delete(token: string): Promise<boolean> {
    const { db } = this.#parts;
    const link = await new SignInStore(db).find('deletion', token);
    const user = link?.user_id ? await new UserStore(db).findUser(link.user_id) : undefined;
    return user !== undefined && (await deleteAccount(db, user.email));
  }

  /** Waits for the mails that are being queued. */
  async close(): Promise<void> {
    await this.#lastRequest;
  }

  async #mailLink(email: string): Promise<void> {
    const { db, limits, mails, origin } = this.#parts;
    const user = await new UserStore(db).findByEmail(email.trim());
    if (!user || !(await limits.isAdmitted('sign-up-mail', mailboxOf(user.email)))) return;
    const link = origin() + DELETION_PATH + (await new SignInStore(db).begin('deletion', user.id));
    await mails.add(deletionMail({ email: user.email, username: user.username, link }));
    mails.wake();
  }
}

/** Deletes everything that is stored of an address: account, sign-ins, sign-ups and mails. False when there is nothing. */
export async function deleteAccount(db: Database, email: string): Promise<boolean> {
  return db.transaction().execute((transaction) => new UserStore(transaction).deleteAllOf(email));
}
