// The calls of the administrator, the current user and signing up; the link that confirms an address; the way to a provider
// and back. People open these addresses in browsers, so failures are pages or redirects with a code from a fixed list.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import {
  PROVIDER_VISIT_LIFE_MS,
  type ProviderName,
  type ProviderProblem,
  ProviderProblemError,
} from '#server/accounts/provider-sign-up.ts';
import { CONFIRM_PATH, type Confirmation } from '#server/accounts/sign-up.ts';
import { machineProblemsOf } from '#server/http/ops/machine-problems.ts';
import { type PlainPage, sendPlainPage } from '#server/http/pages/plain-page.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import { accountDeletionRoutes } from './account-deletion.ts';
import { libraryAdminRoutes } from './golfers.ts';

export async function accountRoutes(app: FastifyInstance, parts: HttpParts): Promise<void> {
  const { signIns, visitors, config } = parts;
  const { signInStore: store, users, signUp } = parts.accounts;
  adminRoutes(app, parts);

  route(app, calls.currentUser, async ({ request }) => {
    const signIn = await store.find('user', signIns.token(request, 'user'));
    const user = signIn?.user_id ? await users.findUser(signIn.user_id) : undefined;
    return user ? { username: user.username } : null;
  });

  route(app, calls.signOut, async ({ request, reply }) => {
    await store.end(signIns.token(request, 'user'));
    signIns.clearCookie(reply, 'user');
    return { success: true as const };
  });

  route(app, calls.signUp, async ({ body, request, reply }) => {
    if (config.isReadOnly) throw new AppError('read-only');
    await signUp.request(body, {
      caller: networkOf(request.ip),
      findVisitor: () => visitors.findOrBegin(request, reply),
    });
    return { success: true as const };
  });

  verifyEmailRoutes(app, parts);
  accountDeletionRoutes(app, parts);
  providerRoutes(app, parts, 'google');
  providerRoutes(app, parts, 'provider');
  await libraryAdminRoutes(app, parts);
}

function adminRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { administrator, signIns, freeingSpace } = parts;
  const machineProblems = machineProblemsOf(parts);
  const { access } = parts.accounts;

  route(app, calls.adminCheck, async ({ request }) => ({
    isAdmin: await administrator.isFromAdmin(request),
    ...(parts.accounts.oneTimeCode !== null && { isNew: true as const }),
  }));

  route(app, calls.adminLogin, async ({ body, request, reply }) => {
    const from = { caller: networkOf(request.ip), token: signIns.token(request, 'admin') };
    const token = await freeingSpace(() => access.logIn(body.password, from));
    signIns.setCookie(reply, 'admin', token);
    request.log.info('Administrator logged in');
    return { success: true as const };
  });

  route(app, calls.machineProblems, async ({ request }) => {
    await administrator.require(request);
    return machineProblems();
  });

  route(app, calls.adminLogout, async ({ request, reply }) => {
    await access.logOut(signIns.token(request, 'admin'));
    signIns.clearCookie(reply, 'admin');
    return { success: true as const };
  });
}

const HOME = { href: '/', text: 'Go to Swingmark' };
const AGAIN = { href: '/signup', text: 'Sign up again' };

const PAGES: Readonly<Record<Confirmation['outcome'], PlainPage & { readonly path: string }>> = {
  confirmed: {
    path: '/email-confirmed',
    status: 200,
    title: 'Your email address is confirmed',
    text: 'Your account is ready. You can close this page.',
    link: HOME,
  },
  'already-confirmed': {
    path: '/email-already-confirmed',
    status: 200,
    title: 'This email address is confirmed already',
    text: 'The link has been used before. There is nothing left to do.',
    link: HOME,
  },
  unknown: {
    path: '/email-link-ended',
    status: 404,
    title: 'This link no longer works',
    text: 'Links can be used for 24 hours. Please sign up again to get a new one.',
    link: AGAIN,
  },
  'name-taken': {
    path: '/email-name-taken',
    status: 409,
    title: 'Someone was faster',
    text: 'The username you chose has been taken in the meantime. Please sign up again with another one.',
    link: AGAIN,
  },
};

function verifyEmailRoutes(app: FastifyInstance, { accounts, signIns, visitors }: HttpParts): void {
  const { signUp, signInStore: store } = accounts;
  const hidden = { schema: { hide: true } };

  // Mail programs check links with HEAD, which must not consume them.
  const link = { ...hidden, exposeHeadRoute: false };
  app.get<{ Params: { token: string } }>(`${CONFIRM_PATH}:token`, link, async (request, reply) => {
    const visitorId = (await visitors.find(request)) ?? '';
    const confirmation = await signUp.confirm(request.params.token, visitorId);
    // Only the browser in which the form was filled in is signed in: a forwarded link gives no access, and a link
    // cannot sign someone in to another person's account.
    if (confirmation.user && confirmation.isSameBrowser) {
      await store.end(signIns.token(request, 'user'));
      signIns.setCookie(reply, 'user', await store.begin('user', confirmation.user.id));
    }
    // Redirect to an address without the token, to keep it out of the browser history.
    return reply.header('cache-control', 'no-store').redirect(PAGES[confirmation.outcome].path, 303);
  });

  for (const page of Object.values(PAGES)) app.get(page.path, hidden, async (_, reply) => sendPlainPage(reply, page));
}

/** Where a provider sends visitors back to; registered there by the operator. */
export function returnPathOf(name: ProviderName): string {
  return `/api/auth/${name}/callback`;
}

function providerRoutes(app: FastifyInstance, { accounts, signIns, isSecure }: HttpParts, name: ProviderName): void {
  const { providers, limits, signInStore: store } = accounts;
  const signUp = providers[name];
  const cookieName = `${isSecure ? '__Host-' : ''}swingmark-${name}`;
  // Lax: a strict cookie is not sent on the redirect from the provider.
  const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;

  route(app, name === 'google' ? calls.googleSignUp : calls.providerSignUp, async ({ request, reply }) => {
    if (!signUp) {
      if (!isNavigation(request)) throw new AppError(`${name}-not-configured`);
      return redirectToSignUp(reply, `${name}-not-configured`);
    }
    try {
      await limits.admit('google', networkOf(request.ip));
      const { address, state } = await signUp.begin();
      reply.setCookie(cookieName, state, { ...flags, maxAge: PROVIDER_VISIT_LIFE_MS / 1000 });
      return reply.redirect(address, 303);
    } catch (error) {
      return redirectWithProblem(error, { request, reply, name });
    }
  });

  // A HEAD request must not use the state up.
  app.get(returnPathOf(name), { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    reply.clearCookie(cookieName, flags);
    try {
      if (!signUp) throw new ProviderProblemError('not-configured');
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      const user = await signUp.finish(query, request.cookies[cookieName]);
      await store.end(signIns.token(request, 'user'));
      signIns.setCookie(reply, 'user', await store.begin('user', user.id));
      return reply.redirect('/', 303);
    } catch (error) {
      return redirectWithProblem(error, { request, reply, name });
    }
  });
}

function redirectWithProblem(
  error: unknown,
  { request, reply, name }: { request: FastifyRequest; reply: FastifyReply; name: ProviderName },
): FastifyReply {
  if (error instanceof AppError && error.code === 'too-many-requests') return redirectToSignUp(reply, error.code);
  if (!(error instanceof ProviderProblemError)) throw error;
  request.log.warn({ err: error, problem: error.problem, provider: name }, 'Signing up with a provider failed');
  return redirectToSignUp(reply, `${name}-${error.problem}`);
}

function redirectToSignUp(
  reply: FastifyReply,
  problem: `${ProviderName}-${ProviderProblem}` | 'too-many-requests',
): FastifyReply {
  return reply.redirect(`/signup?problem=${problem}`, 303);
}

/** Whether a person follows a link, rather than a program requesting JSON. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'document' || (headers.accept?.includes('text/html') ?? false);
}
