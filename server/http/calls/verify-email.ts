// The link that confirms an email address, and its result pages.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SignInStore } from '#server/accounts/sign-in-store.ts';
import { CONFIRM_PATH, type Confirmation, type SignUp } from '#server/accounts/sign-up.ts';
import type { SignIns } from '#server/http/identity/sign-ins.ts';
import type { Visitors } from '#server/http/identity/visitors.ts';

export interface VerifyEmailParts {
  readonly signUp: SignUp;
  readonly store: SignInStore;
  readonly signIns: SignIns;
  readonly visitors: Visitors;
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

export function verifyEmailRoutes(app: FastifyInstance, { signUp, store, signIns, visitors }: VerifyEmailParts): void {
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

/** The contents of a page. Fixed texts only: nothing is escaped, so nothing of a request may be inserted. */
interface PlainPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly text: string };
}

function sendPlainPage(reply: FastifyReply, { status, title, text, link }: PlainPage): FastifyReply {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Swingmark</title>
<style>
  body { margin: 0; min-height: 100svh; display: grid; place-items: center; font: 1.125rem/1.6 system-ui, sans-serif }
  main { max-width: 34rem; padding: 1.5rem }
  h1 { font-size: 1.75rem; line-height: 1.2 }
  a { display: inline-block; padding: 0.6rem 0 }
</style>
<main>
  <h1>${title}</h1>
  <p>${text}</p>
  <a href="${link.href}">${link.text}</a>
</main>
</html>
`;
  return reply
    .status(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(html);
}
