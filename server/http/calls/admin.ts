// The calls with which the administrator comes and goes.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { AdminAccess } from '#server/accounts/admin-access.ts';
import { setRetryAfter } from '#server/http/guards/try-again.ts';
import type { Administrator } from '#server/http/identity/administrator.ts';
import type { SignIns } from '#server/http/identity/sign-ins.ts';
import { route } from '#server/http/route/route.ts';
import { networkOf } from '#server/runtime/client-network.ts';

/** What these calls need. */
export interface AdminRouteParts {
  readonly access: AdminAccess;
  readonly administrator: Administrator;
  readonly signIns: SignIns;
}

/** Mounts the calls. */
export function adminRoutes(app: FastifyInstance, { access, administrator, signIns }: AdminRouteParts): void {
  route(app, calls.adminCheck, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    return { isAdmin: await administrator.isAsking(request) };
  });

  route(app, calls.adminLogin, async ({ body, request, reply }) => {
    const from = { caller: networkOf(request.ip), token: signIns.token(request, 'admin') };
    const token = await setRetryAfter(reply, () => access.logIn(body.password, from));
    signIns.remember(reply, 'admin', token);
    request.log.info('The administrator logged in');
    return { success: true as const };
  });

  route(app, calls.adminLogout, async ({ request, reply }) => {
    await access.logOut(signIns.token(request, 'admin'));
    signIns.forget(reply, 'admin');
    return { success: true as const };
  });
}
