// Mounts everything about accounts and the administrator on the HTTP server.
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '#server/accounts/open-accounts.ts';
import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import type { Administrator } from './administrator.ts';
import { googleRoutes } from './google-sign-up.ts';
import { type LibraryAdminParts, libraryAdminRoutes } from './library-admin.ts';
import type { SignIns } from './sign-ins.ts';
import { verifyEmailRoutes } from './verify-email.ts';
import type { Visitors } from './visitors.ts';

/** What is mounted with. */
export interface AccountMountParts extends LibraryAdminParts {
  readonly accounts: Accounts;
  readonly administrator: Administrator;
  readonly signIns: SignIns;
  readonly visitors: Visitors;
  /** The server is reached by https. */
  readonly isSecure: boolean;
}

/** Mounts the calls. */
export async function mountAccounts(app: FastifyInstance, parts: AccountMountParts): Promise<void> {
  const { accounts, administrator, signIns, visitors, isSecure } = parts;
  const { access, signInStore: store, users, signUp, google, googleLimit: limit } = accounts;
  adminRoutes(app, { access, administrator, signIns });
  accountRoutes(app, { signUp, users, store, signIns, visitors });
  verifyEmailRoutes(app, { signUp, store, signIns, visitors });
  googleRoutes(app, { google, limit, store, signIns, isSecure });
  await libraryAdminRoutes(app, parts);
}
