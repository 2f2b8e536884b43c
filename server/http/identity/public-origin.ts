// The origin under which visitors reach the server: PUBLIC_URL, or else where it listens. Never the Host header of a
// request (hostile case 53).
import type { FastifyInstance } from 'fastify';

/** The origin without a trailing slash, such as `https://swing.example`. Known once the server listens. */
export function publicOriginOf(app: FastifyInstance, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) return 'http://localhost';
  // Exactly the address that is printed at the start: cookies of 127.0.0.1 are not sent to localhost.
  const host = address.address === '127.0.0.1' ? address.address : 'localhost';
  return `http://${host}:${address.port}`;
}
