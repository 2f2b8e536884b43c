// Mounts the account and administrator calls, and answers those of the current user and of signing up.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import type { Accounts } from '#server/accounts/open-accounts.ts';
import type { FreeingSpace } from '#server/files/spare-space.ts';
import type { Administrator, SignIns } from '#server/http/identity/sign-ins.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { route } from '#server/http/route/route.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import { googleRoutes } from './google-sign-up.ts';
import { type LibraryAdminParts, libraryAdminRoutes } from './library-admin.ts';
import { verifyEmailRoutes } from './verify-email.ts';

interface AccountMountParts extends LibraryAdminParts {
  readonly accounts: Accounts;
  readonly administrator: Administrator;
  readonly signIns: SignIns;
  readonly visitors: Visitors;
  /** The server is reached by https. */
  readonly isSecure: boolean;
}

export async function accountRoutes(app: FastifyInstance, parts: AccountMountParts): Promise<void> {
  const { accounts, administrator, signIns, visitors, isSecure } = parts;
  const { access, signInStore: store, users, signUp, google, limits } = accounts;
  adminRoutes(app, { access, administrator, signIns, freeingSpace: parts.freeingSpace });

  route(app, calls.currentUser, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    const signIn = await store.find('user', signIns.token(request, 'user'));
    const user = signIn?.user_id ? await users.findUser(signIn.user_id) : undefined;
    return user ? { username: user.username } : null;
  });

  route(app, calls.signUp, async ({ body, request, reply }) => {
    const visitorId = await visitors.findOrBegin(request, reply);
    await signUp.request(body, { caller: networkOf(request.ip), visitorId });
    return { success: true as const };
  });

  verifyEmailRoutes(app, { signUp, store, signIns, visitors });
  googleRoutes(app, { google, limits, store, signIns, isSecure });
  await libraryAdminRoutes(app, parts);
}

interface AdminRouteParts {
  readonly access: AdminAccess;
  readonly administrator: Administrator;
  readonly signIns: SignIns;
  readonly freeingSpace: FreeingSpace;
}

function adminRoutes(app: FastifyInstance, { access, administrator, signIns, freeingSpace }: AdminRouteParts): void {
  route(app, calls.adminCheck, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    return { isAdmin: await administrator.isFromAdmin(request) };
  });

  route(app, calls.adminLogin, async ({ body, request, reply }) => {
    const from = { caller: networkOf(request.ip), token: signIns.token(request, 'admin') };
    const token = await freeingSpace(() => access.logIn(body.password, from));
    signIns.setCookie(reply, 'admin', token);
    request.log.info('Administrator logged in');
    return { success: true as const };
  });

  route(app, calls.adminLogout, async ({ request, reply }) => {
    await access.logOut(signIns.token(request, 'admin'));
    signIns.clearCookie(reply, 'admin');
    return { success: true as const };
  });
}
