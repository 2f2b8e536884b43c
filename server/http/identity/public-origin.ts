// The origin under which visitors reach the server: what the operator said, or else where it listens. Never what a
// request says of itself (hostile case 53).
import type { FastifyInstance } from 'fastify';

/** The origin without a slash at its end, such as `https://swing.example`. Known once the server listens. */
export function publicOriginOf(app: FastifyInstance, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) return 'http://localhost';
  // The very address that the start line shows: cookies of 127.0.0.1 do not come along to localhost.
  const host = address.address === '127.0.0.1' ? address.address : 'localhost';
  return `http://${host}:${address.port}`;
}
