// The port for sending mails, and its two implementations: the operator's mail server, and without one the outbox,
// DATA_DIR/outbox/*.eml, which any mail program opens.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { namesIn } from '#server/files/errno.ts';
import { writeFinishedFile } from '#server/files/finished-file.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { steadyNow } from '#server/runtime/steady-clock.ts';

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
export class MailRefusedError extends Error {
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

/** The mailer for an address such as `smtps://user:password@mail.example:465`. */
export function smtpMailer(smtpUrl: string, sender: string): Mailer {
  const timeouts = {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  };
  const transport = nodemailer.createTransport({ url: smtpUrl, ...timeouts });
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

/** A mail as nodemailer sends it. The recipient is an object: a string would be parsed as a list. */
export function messageOf({ recipient, subject, body }: Mail, sender: string) {
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
