// The port for sending mails.

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
