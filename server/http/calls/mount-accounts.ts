// Mounts the account and administrator routes.
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '#server/accounts/open-accounts.ts';
import type { Administrator } from '#server/http/identity/administrator.ts';
import type { SignIns } from '#server/http/identity/sign-ins.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { googleRoutes } from './google-sign-up.ts';
import { type LibraryAdminParts, libraryAdminRoutes } from './library-admin.ts';
import { verifyEmailRoutes } from './verify-email.ts';

/** The dependencies of these routes. */
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
  const { access, signInStore: store, users, signUp, google, limits } = accounts;
  adminRoutes(app, { access, administrator, signIns, freeingSpace: parts.freeingSpace });
  accountRoutes(app, { signUp, users, store, signIns, visitors });
  verifyEmailRoutes(app, { signUp, store, signIns, visitors });
  googleRoutes(app, { google, limits, store, signIns, isSecure });
  await libraryAdminRoutes(app, parts);
}
