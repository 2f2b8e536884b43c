// The mail queue. Mails are stored in the database until they are sent, so that callers never wait for a mail server and a restart
// loses none. The port for sending them has two implementations: the operator's mail server, and the outbox, DATA_DIR/outbox/*.eml,
// which any mail program opens.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import nodemailer from 'nodemailer';
import type { MailFailure } from '#contract/machine.ts';
import type { Database } from '#server/database/open-database.ts';
import type { MailTable } from '#server/database/tables.ts';
import { namesIn } from '#server/files/errno.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** A mail that could not be sent within this time is dropped, because its link has expired. */
const MAIL_LIFE_MS = 24 * 3600_000;
const CLOSE_GRACE_MS = 2_000;
/** How long a mail is claimed: longer than every timeout of the mail server together. */
const CLAIM_MS = 120_000;

interface MailQueueParts {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>;
  /** The pause after the first failure; each further one is twice as long. */
  readonly firstPauseMs?: number;
  /** Interval of polling for mails of other processes; absent in a site of one process. */
  readonly lookEveryMs?: number;
}

/** Sends queued mails, one after the other. */
export class MailQueue {
  readonly #parts: MailQueueParts;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | null = null;
  #isOpen = false;
  #claimed: MailTable | null = null;

  constructor(parts: MailQueueParts) {
    this.#parts = parts;
  }

  /** Queues a mail, as part of the caller's transaction. Call {@link wake} after the commit. */
  async add(mail: Mail, transaction: Pick<Database, 'insertInto'> = this.#parts.db): Promise<void> {
    const now = steadyNow();
    await transaction
      .insertInto('mails')
      .values({ id: newOpaqueId(), ...mail, tries: 0, next_try_at: now, created_at: now, failure: null })
      .execute();
  }

  /** Begins to send, including mails left by the last server. */
  open(): void {
    this.#isOpen = true;
    this.wake();
  }

  /** Sends mails that are due now. */
  wake(): void {
    if (!this.#isOpen || this.#sending) return;
    clearTimeout(this.#timer);
    this.#sending = this.#sendDue()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'Mail queue could not be read'))
      .then(async () => {
        this.#sending = null;
        await this.#scheduleNext();
      })
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'Mail queue could not be read'));
  }

  /** Stops sending and waits briefly for the current mail; unsent mails remain for the next start. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#parts.mailer.close();
    await Promise.race([this.#sending, sleep(CLOSE_GRACE_MS, undefined, { ref: false })]);
    clearTimeout(this.#timer);
    await this.#release();
  }

  /** Gives back the claim of a mail whose sending did not end in time. */
  async #release(): Promise<void> {
    if (this.#claimed === null) return;
    const { id } = this.#claimed;
    this.#claimed = null;
    await this.#parts.db.updateTable('mails').set({ next_try_at: steadyNow() }).where('id', '=', id).execute();
  }

  async #sendDue(): Promise<void> {
    while (this.#isOpen) {
      const mail = await this.#claimDue();
      if (!mail) return;
      this.#claimed = mail;
      await this.#send(mail);
      this.#claimed = null;
    }
  }

  async #send(mail: MailTable): Promise<void> {
    const { db, mailer, log } = this.#parts;
    try {
      const destination = await mailer.send(mail);
      log.info({ mailId: mail.id, subject: mail.subject, destination }, 'Mail sent');
    } catch (error) {
      const isFinal = error instanceof MailRefusedError || steadyNow() - mail.created_at > MAIL_LIFE_MS;
      if (!isFinal) return this.#retryLater(mail, error);
      log.error({ err: error, mailId: mail.id, subject: mail.subject }, 'Mail dropped');
    }
    await db.deleteFrom('mails').where('id', '=', mail.id).execute();
  }

  async #retryLater(mail: MailTable, error: unknown): Promise<void> {
    const pauseMs = Math.min((this.#parts.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** mail.tries, MAX_PAUSE_MS);
    this.#parts.log.warn({ err: error, mailId: mail.id, tries: mail.tries + 1 }, 'Sending mail failed; will retry');
    await this.#parts.db
      .updateTable('mails')
      .set({ tries: mail.tries + 1, next_try_at: steadyNow() + pauseMs, failure: mailFailureOf(error) })
      .where('id', '=', mail.id)
      .execute();
  }

  /**
   * Claims the next mail that is due, with a single statement; another process can claim it only after this one has
   * died. Retries where another process was faster.
   */
  async #claimDue(): Promise<MailTable | undefined> {
    const { db } = this.#parts;
    for (;;) {
      const now = steadyNow();
      const next = await db
        .selectFrom('mails')
        .select(['id', 'next_try_at'])
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .orderBy('id')
        .executeTakeFirst();
      if (!next) return undefined;
      const claimed = await db
        .updateTable('mails')
        .set({ next_try_at: now + CLAIM_MS })
        .where('id', '=', next.id)
        .where('next_try_at', '=', next.next_try_at)
        .returningAll()
        .executeTakeFirst();
      if (claimed) return claimed;
    }
  }

  async #scheduleNext(): Promise<void> {
    const next = await this.#parts.db
      .selectFrom('mails')
      .select('next_try_at')
      .orderBy('next_try_at')
      .orderBy('id')
      .executeTakeFirst();
    const { lookEveryMs = Number.POSITIVE_INFINITY } = this.#parts;
    const pauseMs = Math.min(next ? Math.max(0, next.next_try_at - steadyNow()) : lookEveryMs, lookEveryMs);
    if (!this.#isOpen || pauseMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.wake(), pauseMs);
    this.#timer.unref();
  }
}

/** One mail in plain text. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

export interface Mailer {
  /**
   * Sends a mail and resolves with its destination, for the log. Throws a {@link MailRefusedError} when a retry is
   * pointless, and any other error when it may succeed later.
   */
  send(mail: Mail): Promise<string>;
  close(): void;
}

/** The mail server permanently refuses this mail. */
class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The sender when MAIL_FROM is not set. */
export function defaultSender(publicOrigin: string): string {
  const { hostname } = new URL(publicOrigin);
  // Mail servers refuse an IP address as a sender's domain.
  return `Swingmark <no-reply@${/[a-z]$/i.test(hostname) ? hostname : 'localhost'}>`;
}

/** Timeouts for each step of the mail server. */
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/**
 * The mailer for an address such as `smtps://user:password@mail.example:465`. `authority`: a certificate to trust besides
 * the usual ones, as PEM.
 */
export function smtpMailer(smtpUrl: string, sender: string, authority: string | null = null): Mailer {
  const timeouts = {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  };
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    ...timeouts,
    ...(authority !== null && { tls: { ca: [...rootCertificates, authority] } }),
  });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail, sender));
        return 'mail server';
      } catch (cause) {
        if (isRefused(cause)) throw new MailRefusedError('The mail server refuses this recipient', { cause });
        throw cause;
      }
    },
    close: () => transport.close(),
  };
}

/** Why a mail could not leave, as far as an operator can do something about it. */
function mailFailureOf(error: unknown): MailFailure {
  const { code = '', message = '', responseCode } = error as { code?: string; message?: string; responseCode?: number };
  if (/certificate|altname/i.test(message)) return 'untrusted-certificate';
  if (code === 'EAUTH') return 'login-refused';
  return responseCode === undefined ? 'unreachable' : 'put-off';
}

/** Sends a mail at once, without the queue. Resolves with what went wrong, or null. */
export async function trySending(
  { url, sender, authority }: { readonly url: string; readonly sender: string; readonly authority: string | null },
  mail: Mail,
): Promise<MailFailure | 'refused' | null> {
  const mailer = smtpMailer(url, sender, authority);
  try {
    await mailer.send(mail);
    return null;
  } catch (error) {
    return error instanceof MailRefusedError ? 'refused' : mailFailureOf(error);
  } finally {
    mailer.close();
  }
}

const PUT_OFF_MS = 3600_000;

/** Why mails are not leaving; null when they are. A mail server may put a mail off for a while. */
export async function findMailFailure(db: Database): Promise<MailFailure | null> {
  const failed = await db
    .selectFrom('mails')
    .select('failure')
    .where('failure', 'is not', null)
    .where((where) => where.or([where('failure', '!=', 'put-off'), where('created_at', '<', steadyNow() - PUT_OFF_MS)]))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return failed?.failure ?? null;
}

/** A mail as nodemailer sends it. The recipient is an object: a string would be parsed as a list. */
function messageOf({ recipient, subject, body }: Mail, sender: string) {
  const to = { name: '', address: recipient };
  return { from: sender, to, subject, text: body, textEncoding: 'quoted-printable' } as const;
}

/** A 5xx reply to the recipient is final (RFC 5321 §4.2.1); one to the login or sender is the operator's to fix. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && command === 'RCPT TO';
}

export function outboxMailer(folder: string, sender: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, sender));
      const stamp = new Date(steadyNow()).toISOString().replace(/[:.]/g, '-');
      const path = join(folder, `${stamp}-${newOpaqueId().slice(0, 8)}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFinishedFile(path, (part) => writeFile(part, message as Buffer, { flag: 'wx', mode: 0o600 }));
      return path;
    },
    close: () => transport.close(),
  };
}

/** Mails in the outbox contain addresses and links, so they expire. */
const OUTBOX_DAYS = 7;
const DAY_MS = 24 * 3600_000;

/** Deletes mails that have been in the outbox for a week. */
export async function expireOutbox(folder: string): Promise<void> {
  const names = await namesIn(folder);
  for (const path of names.filter((name) => /\.eml(\.part)?$/.test(name)).map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(path);
    if (mtimeMs < steadyNow() - OUTBOX_DAYS * DAY_MS) await rm(path, { force: true });
  }
}
