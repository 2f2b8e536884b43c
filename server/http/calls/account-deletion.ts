// Deleting an account: the call that asks for the mail, and the pages behind its link. Opening the link deletes nothing, because mail
// programs open links as well; the button on its page does.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { DELETION_PATH } from '#server/accounts/account-deletion.ts';
import { closeWhenUnread } from '#server/http/body/read-body.ts';
import { type PlainPage, sendPlainPage } from '#server/http/pages/plain-page.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { networkOf } from '#server/runtime/client-network.ts';

const HOME = { href: '/', text: 'Go to Swingmark' };

const QUESTION: PlainPage = {
  status: 200,
  title: 'Delete your account?',
  text: 'Your email address, username and password are deleted for good. What is in My swings stays in your browser.',
  button: 'Delete my account',
  link: { href: '/', text: 'Keep it' },
};

const ENDS = {
  deleted: {
    path: '/account-deleted',
    status: 200,
    title: 'Your account is deleted',
    text: 'Nothing of it is left on this server. Backups may keep it until they are replaced.',
    link: HOME,
  },
  unknown: {
    path: '/account-link-ended',
    status: 404,
    title: 'This link no longer works',
    text: 'Links can be used once, for 24 hours. If the account is still there, please ask for a new link.',
    link: { href: '/signup', text: 'Ask for a new link' },
  },
} as const satisfies Record<string, PlainPage & { readonly path: string }>;

export function accountDeletionRoutes(app: FastifyInstance, { accounts, signIns, purgeDeleted }: HttpParts): void {
  const { deletion } = accounts;
  const hidden = { schema: { hide: true } };

  route(app, calls.requestAccountDeletion, async ({ body, request }) => {
    await deletion.request(body.email, networkOf(request.ip));
    return { success: true as const };
  });

  app.get<{ Params: { token: string } }>(`${DELETION_PATH}:token`, hidden, async ({ params }, reply) =>
    sendPlainPage(reply, (await deletion.isKnown(params.token)) ? QUESTION : ENDS.unknown),
  );

  app.post<{ Params: { token: string } }>(`${DELETION_PATH}:token`, {
    ...hidden,
    config: { takesForm: true },
    // Before the body, which holds nothing.
    onRequest: async (request, reply) => {
      closeWhenUnread(request, reply);
      const isDeleted = await deletion.delete(request.params.token);
      if (isDeleted) {
        await purgeDeleted();
        signIns.clearCookie(reply, 'user');
      }
      return reply.header('cache-control', 'no-store').redirect(ENDS[isDeleted ? 'deleted' : 'unknown'].path, 303);
    },
    handler: async () => undefined,
  });

  for (const page of Object.values(ENDS)) app.get(page.path, hidden, async (_, reply) => sendPlainPage(reply, page));
}
