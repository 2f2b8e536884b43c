// Sends mails through the operator's mail server. Timeouts are short because the queue retries.
import nodemailer from 'nodemailer';
import { type Mail, type Mailer, MailRefusedError } from './mailer.ts';

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
