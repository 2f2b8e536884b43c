// The administrator's calls about a golfer's body: the detected body, and how the golfer was filmed.
import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { MAX_GOLFER_BODY_BYTES } from '#domain/library/golfer-body.ts';
import type { Administrator } from '#server/http/identity/administrator.ts';
import { parseGolferId } from '#server/http/media/media-address.ts';
import { route } from '#server/http/route/route.ts';
import { type KeepBodyParts, keepGolferBody } from '#server/library/keep-golfer-body.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { toAdminGolfer } from './golfers.ts';

/** The dependencies of these calls. */
export interface GolferBodyParts extends KeepBodyParts {
  readonly administrator: Administrator;
  readonly diskReserveBytes: number;
}

/** Mounts the calls. */
export function mountGolferBodies(app: FastifyInstance, parts: GolferBodyParts): void {
  const { administrator, golfers, folder, diskReserveBytes } = parts;

  route(
    app,
    calls.storeGolferBody,
    async ({ params, body }) => {
      if ((await folder.freeBytes()) < diskReserveBytes + MAX_GOLFER_BODY_BYTES) throw new AppError('no-space');
      return toAdminGolfer(await keepGolferBody(parts, idOf(params), body));
    },
    { bodyLimit: MAX_GOLFER_BODY_BYTES, onRequest: (request) => administrator.require(request) },
  );

  route(
    app,
    calls.correctFilmed,
    async ({ params, body }) => {
      const id = idOf(params);
      await golfers.setFilmed(id, body);
      const golfer = await golfers.find(id);
      if (!golfer) throw new AppError('golfer-not-found');
      return toAdminGolfer(golfer);
    },
    { onRequest: (request) => administrator.require(request) },
  );
}

/** The id in a path. Throws an AppError when it is invalid. */
function idOf({ id: text }: { readonly id: string }): number {
  const id = parseGolferId(text);
  if (id === null) throw new AppError('golfer-not-found');
  return id;
}
