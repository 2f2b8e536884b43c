// Shares connections out between networks, so that one of them cannot have them all, and ends those whose client asks on
// without reading what it is answered (hostile cases 161 and 162).
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerFactory } from 'fastify';
import { ERRORS } from '#contract/errors.ts';
import { AppError } from '#server/runtime/app-error.ts';
import { networkOf } from '#server/runtime/client-network.ts';
import { serverTimeouts } from './slow-requests.ts';

/** What the limits are. */
export interface ConnectionLimits {
  /** How many connections a network may have, and how many requests under way. */
  readonly maxOfNetwork: number;
  /** Whether an address is that of a proxy, which brings the clients of many networks. */
  readonly isProxy: (address: string) => boolean;
  readonly maxConnections?: number;
}

const MAX_CONNECTIONS = 2000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** With more than half of all connections taken, idle ones are kept for less long. */
const CROWDED_KEEP_ALIVE_TIMEOUT_MS = 5_000;
/** No browser asks for more on a connection before it has read the first answer. */
const MAX_UNANSWERED_ON_CONNECTION = 3;
/** Connections that are kept free for clients that come when nearly all are taken. */
const SPARE_CONNECTIONS = 50;
/** So long a client that was refused may take to read why. */
const LINGER_MS = 250;

/** Makes the servers of Fastify, with these limits. */
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
    // Bodies have a limit of their own (slow-requests.ts).
    this.server.requestTimeout = 0;
    this.server.on('connection', (socket) => this.#onConnection(socket));
  }

  #onConnection(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    this.#count(1);
    socket.once('close', () => this.#count(-1));
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

  /** Ends the oldest connection that has no request under way; false when there is none. */
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
    // What was read together with the request that went too far arrives here all the same.
    if (socket.destroyed || this.#refused.has(socket)) return;
    response.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1));
    this.#handler(request, response);
  }
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
  'connection: close',
  '',
  REFUSAL_BODY,
].join('\r\n');

/** How often the log tells of a network that has reached the limit. */
const WARN_EVERY_MS = 60_000;

/** Limits how many requests of a network are under way, over however many connections and proxies they come. */
export function limitUnanswered(app: FastifyInstance, maxOfNetwork: number): void {
  const unanswered = new Map<string, number>();
  const warn = warnNowAndThen(app.log);
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
    // An answer that never got its turn on a connection does not end when the connection does.
    reply.raw.once('close', end);
    request.raw.socket.once('close', end);
  });
}

function warnNowAndThen(log: FastifyBaseLogger): () => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn('A network has as many requests under way as it may; behind a proxy, TRUSTED_PROXIES has to name it');
  };
}
