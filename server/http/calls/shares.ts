// The calls of links: made and ended by their sender, opened by whoever has the address, counted and taken down by the administrator.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { parseByteRange, sendMedia } from '#server/http/media/media.ts';
import type { HttpParts } from '#server/http/parts/http-parts.ts';
import { route } from '#server/http/route/route.ts';
import { networkOf } from '#server/runtime/client-network.ts';

export function shareRoutes(
  app: FastifyInstance,
  { visitors, administrator, accounts, shares, media, freeingSpace }: HttpParts,
): void {
  const { limits } = accounts;

  route(app, calls.createShare, async ({ body, request }) => {
    const visitorId = await visitors.find(request);
    return shares.create(visitorId, body, () => limits.admit('share', networkOf(request.ip)));
  });

  route(app, calls.openShare, async ({ params, request, reply }) => {
    await limits.admit('share-opening', networkOf(request.ip));
    const { name, bytes } = await shares.find(params.id);
    const range = parseByteRange(request.headers.range, bytes);
    if (range !== 'unsatisfiable' && request.method === 'GET') {
      const from = range?.from ?? 0;
      await shares.countSent(params.id, { bytes: (range?.to ?? bytes - 1) + 1 - from, isFirst: from === 0 });
    }
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
    return sendMedia(
      media,
      { request, reply },
      { bucket: 'shares', name, sizeBytes: bytes, cacheControl: 'no-store', missing: 'share-gone' },
    );
  });

  route(app, calls.shareState, ({ params, body }) => shares.state(params.id, body.secret));

  route(app, calls.withdrawShare, ({ params, body }) =>
    freeingSpace(async () => {
      await shares.withdraw(params.id, body.secret);
      return { success: true as const };
    }),
  );

  route(app, calls.shareTotals, async ({ request }) => {
    await administrator.require(request);
    return shares.totals();
  });

  route(app, calls.takeDownShare, ({ params, request }) =>
    freeingSpace(async () => {
      await administrator.require(request);
      await shares.takeDown(params.id);
      return { success: true as const };
    }),
  );
}
