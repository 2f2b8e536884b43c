// Time limits for slow clients: headers, bodies, stalled responses (hostile cases 30, 136 and 138). connections.ts
// limits the number of connections.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerError } from '#server/http/route/error-response.ts';
import { AppError } from '#server/runtime/app-error.ts';

/** The time limit of a request's headers. With the check interval, a slow connection is closed after 25 s. */
const HEADERS_TIMEOUT_MS = 20_000;
/** The time limit of a body, unless its route sets another. */
const BODY_TIMEOUT_MS = 60_000;
/**
 * A connection whose response makes no progress for this long is closed. Browsers stop reading while a video is paused
 * and request the rest again.
 */
const STALLED_ANSWER_MS = 300_000;

/** Node's limits, for Fastify's server. */
export const serverTimeouts = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5000 };

export function limitSlowRequests(
  app: FastifyInstance,
  { bodyTimeoutMs = BODY_TIMEOUT_MS, stalledAnswerMs = STALLED_ANSWER_MS } = {},
): void {
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
  // Only now: a response may take minutes to begin. Node clears this timeout once the response is sent.
  app.addHook('onSend', async (_request, reply) => void reply.raw.setTimeout(stalledAnswerMs));
  app.addHook('onResponse', clear);
  app.addHook('onRequestAbort', clear);
}
