// Per-route options.
import 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit of the body, instead of the default. */
    bodyTimeoutMs?: number;
    /** The route accepts a multipart form instead of JSON. */
    takesForm?: boolean;
  }
}
