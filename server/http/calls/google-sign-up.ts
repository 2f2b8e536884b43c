// Redirects to Google and handles the return. These addresses are opened by people in browsers, so failures redirect to
// the sign-up page with a code from a fixed list.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import {
  GOOGLE_VISIT_LIFE_MS,
  type GoogleProblem,
  GoogleProblemError,
  type GoogleSignUp,
} from '#server/accounts/google-sign-up.ts';
import type { SiteRateLimiter } from '#server/accounts/rate-limiter.ts';
import type { SignInStore } from '#server/accounts/sign-in-store.ts';
import type { SignIns } from '#server/http/identity/sign-ins.ts';
import { route } from '#server/http/route/route.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';

/** Where Google sends visitors back to; registered with Google by the operator. */
export const GOOGLE_RETURN_PATH = '/api/auth/google/callback';

export interface GoogleRouteParts {
  /** Null when the operator has not set Google up. */
  readonly google: GoogleSignUp | null;
  readonly limits: SiteRateLimiter;
  readonly store: SignInStore;
  readonly signIns: SignIns;
  readonly isSecure: boolean;
}

export function googleRoutes(app: FastifyInstance, parts: GoogleRouteParts): void {
  const { google, limits, store, signIns, isSecure } = parts;
  const cookieName = isSecure ? '__Host-swingmark-google' : 'swingmark-google';
  // Lax: a strict cookie is not sent on the redirect from Google.
  const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;

  route(app, calls.googleSignUp, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    if (!google) {
      if (!isNavigation(request)) throw new AppError('google-not-configured');
      return redirectToSignUp(reply, 'google-not-configured');
    }
    try {
      await limits.admit('google', networkOf(request.ip));
      const { address, state } = await google.begin();
      reply.setCookie(cookieName, state, { ...flags, maxAge: GOOGLE_VISIT_LIFE_MS / 1000 });
      return reply.redirect(address, 303);
    } catch (error) {
      return redirectWithProblem(error, { request, reply });
    }
  });

  // A HEAD request must not use the state up.
  app.get(GOOGLE_RETURN_PATH, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store').clearCookie(cookieName, flags);
    try {
      if (!google) throw new GoogleProblemError('google-not-configured');
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      const user = await google.finish(query, request.cookies[cookieName]);
      await store.end(signIns.token(request, 'user'));
      signIns.setCookie(reply, 'user', await store.begin('user', user.id));
      return reply.redirect('/', 303);
    } catch (error) {
      return redirectWithProblem(error, { request, reply });
    }
  });
}

function redirectWithProblem(
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  if (error instanceof AppError && error.code === 'too-many-requests') return redirectToSignUp(reply, error.code);
  if (!(error instanceof GoogleProblemError)) throw error;
  request.log.warn({ err: error, problem: error.problem }, 'Google sign-up failed');
  return redirectToSignUp(reply, error.problem);
}

function redirectToSignUp(reply: FastifyReply, problem: GoogleProblem | 'too-many-requests'): FastifyReply {
  return reply.redirect(`/signup?problem=${problem}`, 303);
}

/** Whether a person follows a link, rather than a program requesting JSON. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-dest'] === 'document' || (headers.accept?.includes('text/html') ?? false);
}
