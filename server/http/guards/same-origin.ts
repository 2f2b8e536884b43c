// Refuses what another site makes a visitor's browser send (hostile case 117).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Checks every request that can change something. A client that is no browser sends neither header and is let in. */
export function refuseOtherSites(app: FastifyInstance, publicOrigin: string | null): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE_METHODS.includes(request.method) && !isOwn(request, publicOrigin)) throw new AppError('cross-site');
  });
}

function isOwn({ headers, protocol }: FastifyRequest, publicOrigin: string | null): boolean {
  // The browser's own word cannot be forged by a page; `none` is the visitor typing an address.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`;
}
