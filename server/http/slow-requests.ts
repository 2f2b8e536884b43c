// Bounds what a slow or silent client can hold: header time, body time, connections (hostile cases 30 and 138).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/app-error.ts';
import { answerError } from './error-response.ts';

/** A request's head must be there within this time. */
const HEADERS_TIMEOUT_MS = 30_000;
/** A body must be there within this time, unless its route says otherwise. */
export const BODY_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const MOST_CONNECTIONS = 2000;

/** Node's own limits, for the server that Fastify makes. */
export const serverTimeouts = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5000 };

/** Sets the limits. */
export function limitSlowRequests(app: FastifyInstance, bodyTimeoutMs = BODY_TIMEOUT_MS): void {
  app.server.maxConnections = MOST_CONNECTIONS;
  app.server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request, reply) => {
    const timer = setTimeout(() => {
      if (request.raw.complete || reply.sent) return;
      reply.header('connection', 'close');
      reply.raw.once('finish', () => request.raw.destroy());
      answerError(new AppError('too-slow'), request, reply);
    }, request.routeOptions.config.bodyTimeoutMs ?? bodyTimeoutMs);
    timers.set(request, timer.unref());
  });
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook('preValidation', clear);
  app.addHook('onResponse', clear);
  app.addHook('onRequestAbort', clear);
}
