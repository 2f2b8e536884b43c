// The administrator's log-in, log-out and session check.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import type { FreeingSpace } from '#server/files/spare-space.ts';
import type { Administrator } from '#server/http/identity/administrator.ts';
import type { SignIns } from '#server/http/identity/sign-ins.ts';
import { route } from '#server/http/route/route.ts';
import { networkOf } from '#server/runtime/client-network.ts';

/** The dependencies of these calls. */
export interface AdminRouteParts {
  readonly access: AdminAccess;
  readonly administrator: Administrator;
  readonly signIns: SignIns;
  readonly freeingSpace: FreeingSpace;
}

/** Mounts the calls. */
export function adminRoutes(
  app: FastifyInstance,
  { access, administrator, signIns, freeingSpace }: AdminRouteParts,
): void {
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
