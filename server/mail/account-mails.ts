// What the mails of accounts say. Pure. Plain text in lines that need no encoding, so that every program, and whoever
// opens the file in the outbox, shows the link as it is.
import type { Mail } from './mailer.ts';

/** Asks to confirm the address of a new account. The link can be used once, within a day. */
export function confirmMail({ email, username, link }: { email: string; username: string; link: string }): Mail {
  return {
    recipient: email,
    subject: 'Confirm your email address for Swingmark',
    body: `Hello ${username},

please confirm that this is your email address by opening this link
within 24 hours:

${link}

The link can be used once. If you did not ask for an account, please
ignore this mail: without the link, no account is made.

Swingmark
`,
  };
}

/** Tells the owner of an account that someone tried to make another one with the same address. */
export function alreadyKnownMail({ email, username, home }: { email: string; username: string; home: string }): Mail {
  return {
    recipient: email,
    subject: 'You already have a Swingmark account',
    body: `Hello ${username},

someone, probably you, tried to create a Swingmark account with this
email address. You have one already, so nothing was changed. Go on here:

${home}

If it was not you, there is nothing to do.

Swingmark
`,
  };
}
