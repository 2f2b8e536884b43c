// How a mail leaves the server, as the queue sees it.

/** One mail in plain text. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** The port. */
export interface Mailer {
  /**
   * Hands a mail over and gives a word for the log on where it went. Throws a {@link MailRefusedError} when it will
   * never be taken, and anything else when it may be taken later.
   */
  send(mail: Mail): Promise<string>;
  close(): void;
}

/** The mail server will not take this mail, now or later. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Whom mails are from when the operator does not say. */
export function defaultSender(publicOrigin: string): string {
  const { hostname } = new URL(publicOrigin);
  // An address in brackets or digits is no domain; mail servers refuse it as a sender.
  return `Swingmark <no-reply@${/[a-z]$/i.test(hostname) ? hostname : 'localhost'}>`;
}
