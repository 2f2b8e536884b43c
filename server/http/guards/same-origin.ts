// Refuses what another site makes a visitor's browser send (hostile cases 117 and 177).
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Checks every request that can change something. A client that is no browser sends neither header and is let in. */
export function refuseOtherSites(app: FastifyInstance, publicOrigin: string | null): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.includes(request.method)) return;
    if (!isOwnHost(request.hostname, publicOrigin)) {
      request.log.warn(
        { host: request.hostname },
        'Refused a foreign host name. Is PUBLIC_URL set to the site\u2019s address?',
      );
      throw new AppError('cross-site');
    }
    if (!isOwn(request, publicOrigin)) throw new AppError('cross-site');
  });
}

function isOwn({ headers, protocol }: FastifyRequest, publicOrigin: string | null): boolean {
  // The browser's own word cannot be forged by a page; `none` is the visitor typing an address.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`;
}

/**
 * Whether a host name may be ours. Another site can point a name of its own at this machine (DNS rebinding), and the
 * browser then takes both for one origin; it can do so neither with an address nor with a name of the local network.
 */
function isOwnHost(hostname: string, publicOrigin: string | null): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLocalName = !name.includes('.') || name.endsWith('.local') || name.endsWith('.localhost');
  return isIP(name) > 0 || isLocalName || (publicOrigin !== null && name === new URL(publicOrigin).hostname);
}
