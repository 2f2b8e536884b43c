// The origin under which visitors reach the server: what the operator said, or else where it listens. Never what a
// request says of itself (hostile case 53).
import type { FastifyInstance } from 'fastify';

/** The origin without a slash at its end, such as `https://swing.example`. Known once the server listens. */
export function publicOriginOf(app: FastifyInstance, publicOrigin: string | null): string {
  if (publicOrigin !== null) return publicOrigin;
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? `:${address.port}` : '';
  return `http://localhost${port}`;
}
