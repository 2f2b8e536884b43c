// Limits connections per network and the time of slow clients (headers, bodies, stalled responses), and closes
// connections whose client sends requests without reading the responses (hostile cases 30, 136, 138, 161 and 162).
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerFactory } from 'fastify';
import { ERRORS } from '#contract/errors.ts';
import { answerError } from '#server/http/route/route.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { addressIn, networkOf } from '#server/runtime/client-network.ts';

interface ConnectionLimits {
  /** How many connections a network may have, and how many requests in progress. */
  readonly maxOfNetwork: number;
  /** Whether an address is a trusted proxy, whose clients belong to many networks. */
  readonly isProxy: (address: string) => boolean;
  readonly maxConnections?: number;
}

const MAX_CONNECTIONS = 2000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** The timeout of idle connections when more than half of all connections are in use. */
const CROWDED_KEEP_ALIVE_TIMEOUT_MS = 5_000;
/** No browser sends more requests on a connection before reading the first response. */
const MAX_UNANSWERED_ON_CONNECTION = 3;
/** When fewer connections than this are free, each new one closes an idle one. */
const SPARE_CONNECTIONS = 50;
/** How long a refused client may take to read the response. */
const LINGER_MS = 250;

/**
 * A test for addresses in a list of addresses, networks such as `10.0.0.0/8`, and Fastify's named networks. The limits
 * need it before there is a request.
 */
export function trustedProxies(proxies: readonly string[]): (address: string) => boolean {
  const isTrusted = compile([...proxies]);
  return (address) => isTrusted(address, 0);
}

export function limitConnections(limits: ConnectionLimits): FastifyServerFactory {
  return (handler) => new ConnectionGuard(limits, handler).server;
}

class ConnectionGuard {
  readonly server: Server;
  readonly #limits: Required<ConnectionLimits>;
  readonly #handler: RequestListener;
  /** The open connections of each network, oldest first. */
  readonly #ofNetwork = new Map<string, Set<Socket>>();
  readonly #unanswered = new WeakMap<Socket, number>();
  readonly #refused = new WeakSet<Socket>();
  #open = 0;

  constructor(limits: ConnectionLimits, handler: RequestListener) {
    this.#limits = { maxConnections: MAX_CONNECTIONS, ...limits };
    this.#handler = handler;
    this.server = createServer(serverTimeouts, (request, response) => this.#onRequest(request, response));
    this.server.maxConnections = this.#limits.maxConnections;
    this.server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
    // limitSlowRequests limits the time of bodies.
    this.server.requestTimeout = 0;
    this.server.on('connection', (socket) => this.#onConnection(socket));
  }

  #onConnection(socket: Socket): void {
    this.#count(1);
    socket.once('close', () => this.#count(-1));
    const address = socket.remoteAddress;
    // The client reset the connection before it was accepted: its requests would belong to nobody.
    if (address === undefined) {
      socket.destroy();
      return;
    }
    if (this.#limits.isProxy(address)) return;
    const network = networkOf(address);
    const own = this.#ofNetwork.get(network) ?? new Set();
    this.#ofNetwork.set(network, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0 && this.#ofNetwork.get(network) === own) this.#ofNetwork.delete(network);
    });
    if (own.size > this.#limits.maxOfNetwork) {
      if (!this.#endIdle(own, socket)) this.#refuse(socket);
    } else if (this.#open > this.#limits.maxConnections - SPARE_CONNECTIONS) {
      this.#endIdle(this.#largest(), socket);
    }
  }

  #count(change: number): void {
    this.#open += change;
    const isCrowded = this.#open > this.#limits.maxConnections / 2;
    this.server.keepAliveTimeout = isCrowded ? CROWDED_KEEP_ALIVE_TIMEOUT_MS : KEEP_ALIVE_TIMEOUT_MS;
  }

  #largest(): Iterable<Socket> {
    return [...this.#ofNetwork.values()].reduce((most, own) => (own.size > most.size ? own : most), new Set());
  }

  /** Closes the oldest connection without a request in progress; false when there is none. */
  #endIdle(sockets: Iterable<Socket>, except: Socket): boolean {
    for (const socket of sockets) {
      if (socket === except || socket.destroyed || (this.#unanswered.get(socket) ?? 0) > 0) continue;
      socket.destroy();
      return true;
    }
    return false;
  }

  #refuse(socket: Socket): void {
    this.#refused.add(socket);
    socket.end(REFUSAL);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  #onRequest(request: IncomingMessage, response: Parameters<RequestListener>[1]): void {
    const { socket } = request;
    const unanswered = (this.#unanswered.get(socket) ?? 0) + 1;
    this.#unanswered.set(socket, unanswered);
    if (unanswered > MAX_UNANSWERED_ON_CONNECTION) socket.destroy();
    // Requests that were already read are still emitted after the connection is destroyed.
    if (socket.destroyed || this.#refused.has(socket)) return;
    cleanProxyHeaders(request.headers);
    response.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1));
    this.#handler(request, response);
  }
}

/** Before anything is counted: some proxies write ports, and visitors can write a host name that proxies pass on. */
function cleanProxyHeaders(headers: IncomingMessage['headers']): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) headers['x-forwarded-for'] = String(forwarded).split(',').map(addressIn).join(', ');
  delete headers['x-forwarded-host'];
}

const REFUSAL_BODY = JSON.stringify({
  error: ERRORS['network-busy'].text,
  message: ERRORS['network-busy'].text,
  code: 'network-busy',
});
const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'content-type: application/json; charset=utf-8',
  `content-length: ${Buffer.byteLength(REFUSAL_BODY)}`,
  'retry-after: 60',
  'cache-control: no-store',
  'connection: close',
  '',
  REFUSAL_BODY,
].join('\r\n');

const WARN_EVERY_MS = 60_000;

/** Limits a network's requests in progress, over all its connections and proxies. */
export function limitUnanswered(app: FastifyInstance, maxOfNetwork: number): void {
  const unanswered = new Map<string, number>();
  const warn = throttledWarning(app.log);
  app.addHook('onRequest', async (request, reply) => {
    const network = networkOf(request.ip);
    const before = unanswered.get(network) ?? 0;
    if (before >= maxOfNetwork) {
      warn();
      throw new AppError('network-busy');
    }
    unanswered.set(network, before + 1);
    let isCounted = true;
    const end = () => {
      if (!isCounted) return;
      isCounted = false;
      request.raw.socket.off('close', end);
      const left = (unanswered.get(network) ?? 1) - 1;
      if (left > 0) unanswered.set(network, left);
      else unanswered.delete(network);
    };
    // A queued response on a pipelined connection does not emit `close` with the connection.
    reply.raw.once('close', end);
    request.raw.socket.once('close', end);
  });
}

function throttledWarning(log: FastifyBaseLogger): () => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn('A network has reached its limit of requests in progress. Behind a proxy, set TRUSTED_PROXIES');
  };
}

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
const serverTimeouts = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5000 };

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
