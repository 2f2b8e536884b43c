// What a route of ours may say of itself beyond Fastify's own settings.
import 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body of this route may take longer or shorter than others to arrive. */
    bodyTimeoutMs?: number;
    /** The route takes a multipart form instead of JSON. */
    takesForm?: boolean;
  }
}
