// Bounds what a slow or silent client can hold: header time, body time, answers that nobody reads (hostile cases 30, 136
// and 138). How many connections there may be: connections.ts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerError } from '#server/http/route/error-response.ts';
import { AppError } from '#server/runtime/app-error.ts';

/** A request's head must be there within this time; with the interval of the check, a slow one is cut after 25 s. */
const HEADERS_TIMEOUT_MS = 20_000;
/** A body must be there within this time, unless its route says otherwise. */
export const BODY_TIMEOUT_MS = 60_000;
/**
 * A connection on which an answer does not move for so long is cut. Browsers stop reading while a video is paused, and
 * ask for the rest again.
 */
const STALLED_ANSWER_MS = 300_000;

/** Node's own limits, for the server that Fastify makes. */
export const serverTimeouts = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5000 };

/** Sets the limits. */
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
  // Only now: an answer may take minutes to begin. Node takes this limit off when the answer has gone out.
  app.addHook('onSend', async (_request, reply) => void reply.raw.setTimeout(stalledAnswerMs));
  app.addHook('onResponse', clear);
  app.addHook('onRequestAbort', clear);
}
