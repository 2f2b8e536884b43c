// The texts of account mails. The lines need no encoding, so that the link is readable in every mail program and in the
// outbox. Anyone can trigger a mail to any address, so a username is included only when it is harmless.
import type { Mail } from './mail-queue.ts';

/** The mail that confirms the address of a new account. Its link can be used once, within a day. */
export function confirmMail({ email, username, link }: { email: string; username: string; link: string }): Mail {
  return {
    recipient: email,
    subject: 'Confirm your email address for Swingmark',
    body: `${greeting(username)}

please confirm that this is your email address by opening this link
within 24 hours:

${link}

The link can be used once. If you did not ask for an account, please
ignore this mail: without the link, no account is made.

Swingmark
`,
  };
}

/** The mail to an account's owner when someone signs up with the same address. */
export function alreadyKnownMail({ email, username, home }: { email: string; username: string; home: string }): Mail {
  return {
    recipient: email,
    subject: 'You already have a Swingmark account',
    body: `${greeting(username)}

someone, probably you, tried to create a Swingmark account with this
email address. You have one already, so nothing was changed. Go on here:

${home}

If it was not you, there is nothing to do.

Swingmark
`,
  };
}

/** The mail whose link deletes an account. Its link can be used once, within a day. */
export function deletionMail({ email, username, link }: { email: string; username: string; link: string }): Mail {
  return {
    recipient: email,
    subject: 'Delete your Swingmark account',
    body: `${greeting(username)}

someone, probably you, asked to delete the Swingmark account with this
email address. To delete it, open this link within 24 hours:

${link}

If it was not you, there is nothing to do: the account stays.

Swingmark
`,
  };
}

/** Letters, digits, `-` and `_`: no link, no sentence. */
const PLAIN_NAME = /^[\p{L}\p{N}_-]{1,30}$/u;

function greeting(username: string): string {
  return PLAIN_NAME.test(username) ? `Hello ${username},` : 'Hello,';
}
