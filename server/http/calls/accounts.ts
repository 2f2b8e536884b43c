// The account calls: the current user, and signing up.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { SignInStore } from '#server/accounts/sign-in-store.ts';
import type { SignUp } from '#server/accounts/sign-up.ts';
import type { UserStore } from '#server/accounts/user-store.ts';
import type { SignIns } from '#server/http/identity/sign-ins.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';
import { route } from '#server/http/route/route.ts';
import { networkOf } from '#server/runtime/client-network.ts';

/** The dependencies of these calls. */
export interface AccountRouteParts {
  readonly signUp: SignUp;
  readonly users: UserStore;
  readonly store: SignInStore;
  readonly signIns: SignIns;
  readonly visitors: Visitors;
}

/** Mounts the calls. */
export function accountRoutes(
  app: FastifyInstance,
  { signUp, users, store, signIns, visitors }: AccountRouteParts,
): void {
  route(app, calls.currentUser, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    const signIn = await store.find('user', signIns.token(request, 'user'));
    const user = signIn?.user_id ? await users.findUser(signIn.user_id) : undefined;
    return user ? { username: user.username } : null;
  });

  route(app, calls.signUp, async ({ body, request, reply }) => {
    const visitorId = await visitors.findOrBegin(request, reply);
    const from = { caller: networkOf(request.ip), visitorId };
    await signUp.request(body, from);
    return { success: true as const };
  });
}
