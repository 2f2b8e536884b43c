// Refuses cross-site requests (hostile cases 117 and 177).
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Checks every request that can change state. Clients other than browsers send neither header and are allowed. */
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
  // A page cannot forge this header; `none` means that the visitor entered the address.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || origin === publicOrigin || origin === `${protocol}://${host}`;
}

/**
 * Whether a host name may be ours. Another site can point its own name at this machine (DNS rebinding), which makes
 * both the same origin to the browser. IP addresses and local network names cannot be abused that way.
 */
function isOwnHost(hostname: string, publicOrigin: string | null): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLocalName = !name.includes('.') || name.endsWith('.local') || name.endsWith('.localhost');
  return isIP(name) > 0 || isLocalName || (publicOrigin !== null && name === new URL(publicOrigin).hostname);
}
