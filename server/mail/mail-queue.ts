// Mails wait in the database until they are handed over: whoever writes one never waits for a mail server, and a restart
// loses none.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { MailTable } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';
import { type Mail, type Mailer, MailRefusedError } from './mailer.ts';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** A mail that could not be handed over for so long is of no use: the links in mails live a day. */
const MAIL_LIFE_MS = 24 * 3600_000;
const CLOSE_GRACE_MS = 2_000;

/** What the queue needs. */
export interface MailQueueParts {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>;
  /** The pause after the first failure; each further one is twice as long. */
  readonly firstPauseMs?: number;
}

/** Hands waiting mails over, one after the other. */
export class MailQueue {
  readonly #parts: MailQueueParts;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #isOpen = false;

  constructor(parts: MailQueueParts) {
    this.#parts = parts;
  }

  /** Puts a mail into the queue, as part of the caller's transaction. Call {@link wake} once that is through. */
  async add(mail: Mail, transaction: Pick<Database, 'insertInto'> = this.#parts.db): Promise<void> {
    const now = steadyNow();
    await transaction
      .insertInto('mails')
      .values({ id: newOpaqueId(), ...mail, tries: 0, next_try_at: now, created_at: now })
      .execute();
  }

  /** Begins to hand over, with what the last server left. */
  open(): void {
    this.#isOpen = true;
    this.wake();
  }

  /** Looks for mails that are due, now. */
  wake(): void {
    if (!this.#isOpen || this.#working) return;
    clearTimeout(this.#timer);
    this.#working = this.#work()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'The mail queue could not be read'))
      .then(async () => {
        this.#working = null;
        await this.#sleepUntilDue();
      })
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'The mail queue could not be read'));
  }

  /** Begins nothing more and waits a little for the mail that is under way; unsent, it is there on the next start. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#parts.mailer.close();
    await Promise.race([this.#working, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]);
    clearTimeout(this.#timer);
  }

  async #work(): Promise<void> {
    for (let mail = await this.#nextDue(); mail && this.#isOpen; mail = await this.#nextDue())
      await this.#handOver(mail);
  }

  async #handOver(mail: MailTable): Promise<void> {
    const { db, mailer, log } = this.#parts;
    try {
      const where = await mailer.send(mail);
      log.info({ mailId: mail.id, subject: mail.subject }, `A mail went to ${where}`);
    } catch (error) {
      const isOver = error instanceof MailRefusedError || steadyNow() - mail.created_at > MAIL_LIFE_MS;
      if (!isOver) return this.#putBack(mail, error);
      log.error({ err: error, mailId: mail.id, subject: mail.subject }, 'A mail was given up');
    }
    await db.deleteFrom('mails').where('id', '=', mail.id).execute();
  }

  async #putBack(mail: MailTable, error: unknown): Promise<void> {
    const pauseMs = Math.min((this.#parts.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** mail.tries, MAX_PAUSE_MS);
    this.#parts.log.warn({ err: error, mailId: mail.id, tries: mail.tries + 1 }, 'A mail could not be sent yet');
    await this.#parts.db
      .updateTable('mails')
      .set({ tries: mail.tries + 1, next_try_at: steadyNow() + pauseMs })
      .where('id', '=', mail.id)
      .execute();
  }

  #nextDue(): Promise<MailTable | undefined> {
    return this.#parts.db
      .selectFrom('mails')
      .selectAll()
      .where('next_try_at', '<=', steadyNow())
      .orderBy('next_try_at')
      .executeTakeFirst();
  }

  async #sleepUntilDue(): Promise<void> {
    const next = await this.#parts.db
      .selectFrom('mails')
      .select('next_try_at')
      .orderBy('next_try_at')
      .executeTakeFirst();
    if (!next || !this.#isOpen) return;
    this.#timer = setTimeout(() => this.wake(), Math.max(0, next.next_try_at - steadyNow()));
    this.#timer.unref();
  }
}
