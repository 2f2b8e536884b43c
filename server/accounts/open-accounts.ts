// Creates the account and administrator services for app.ts.
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/open-database.ts';
import { defaultSender, expireOutbox, MailQueue, outboxMailer, smtpMailer } from '#server/mail/mail-queue.ts';
import type { Config } from '#server/runtime/config.ts';
import type { Locks } from '#server/runtime/keyed-lock.ts';
import { AccountDeletion } from './account-deletion.ts';
import { AdminAccess, passwordPlace, resolveAdminPassword } from './admin-access.ts';
import { PasswordHashing } from './password-hashing.ts';
import { OpenIdProvider, type ProviderName, ProviderSignUp } from './provider-sign-up.ts';
import { RateLimiter, type SiteRateLimiter, siteRules } from './rate-limiter.ts';
import { SignInStore } from './session-store.ts';
import { SignUp } from './sign-up.ts';
import { UserStore } from './user-store.ts';

interface AccountsParts {
  readonly config: Config;
  readonly db: Database;
  readonly locks: Locks;
  readonly log: FastifyBaseLogger;
  /** Its secret keys the hashes of callers' addresses. */
  readonly instance: { readonly secret: string };
  /** The origin under which visitors reach the server; called only once it listens. */
  readonly origin: () => string;
  /** Where a provider sends visitors back to, below the origin. */
  readonly returnPath: (name: ProviderName) => string;
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** A shorter password can be guessed in spite of the throttling. */
const MIN_GOOD_PASSWORD = 8;
/** Another process may have added a mail. */
const LOOK_FOR_MAILS_MS = 2_000;

/** Opens the accounts and begins to send pending mails. */
export async function openAccounts(parts: AccountsParts) {
  const { config, db, locks, log, instance, origin, returnPath } = parts;
  const hashing = new PasswordHashing();
  const signInStore = new SignInStore(db);
  const place = passwordPlace(config, db);
  const password = await resolveAdminPassword(hashing, { place, setting: config.adminPassword });
  if (password.hasChanged) await signInStore.endAll('admin');
  if (config.adminPassword && config.adminPassword.length < MIN_GOOD_PASSWORD) {
    log.warn(`ADMIN_PASSWORD is short: ${MIN_GOOD_PASSWORD} characters or more are harder to guess`);
  }
  if (config.publicOrigin === null && (config.smtpUrl || config.google || config.provider)) {
    log.warn('PUBLIC_URL is not set: links in mails and the return from a sign-up provider work on this machine only');
  }
  const limits: SiteRateLimiter = new RateLimiter(db, instance.secret, siteRules(config));
  const access = new AdminAccess({ limits, signIns: signInStore, hashing, passwordHash: password.hash });
  const mails = openMails(parts);
  // Workers run ffmpeg on visitors' files, so they need neither a way out to the mail server nor its password.
  if (config.role !== 'worker') mails.open();
  const signUp = new SignUp({ db, hashing, mails, locks, origin, limits });
  const deletion = new AccountDeletion({ db, mails, limits, log, origin });
  const signUpWith = (name: ProviderName) => {
    const settings = config[name];
    const returnAddress = () => origin() + returnPath(name);
    return settings && new ProviderSignUp({ db, name, provider: new OpenIdProvider(settings), returnAddress });
  };
  const providers = { google: signUpWith('google'), provider: signUpWith('provider') };
  const outbox = outboxOf(config);
  return {
    access,
    signInStore,
    signUp,
    deletion,
    /** Null where the operator has not set them up. */
    providers,
    limits,
    users: new UserStore(db),
    /** The code to log in with until the administrator has chosen a password, to be shown once; null otherwise. */
    oneTimeCode: password.code,
    /** Chooses another administrator's password, and returns the token of a new session. */
    chooseAdminPassword: (text: string) => access.choose(text, place),
    /** Deletes expired rows and outbox files. */
    deleteExpired: async () => {
      await limits.deleteExpired();
      await signInStore.deleteExpired();
      await signUp.deleteExpired();
      await (providers.google ?? providers.provider)?.deleteExpired();
      await expireOutbox(outbox);
    },
    close: async () => {
      await deletion.close();
      await mails.close();
    },
  };
}

function outboxOf({ dataDir }: Config): string {
  return join(dataDir, 'outbox');
}

function openMails({ config, db, log }: Pick<AccountsParts, 'config' | 'db' | 'log'>): MailQueue {
  const sender = config.mailFrom ?? defaultSender(config.publicOrigin ?? 'http://localhost');
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, sender, config.smtpAuthority)
    : outboxMailer(outboxOf(config), sender);
  return new MailQueue({ db, mailer, log, ...(config.databaseUrl && { lookEveryMs: LOOK_FOR_MAILS_MS }) });
}
