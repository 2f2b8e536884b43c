// Answers a request whose body nobody will read: the answer goes out, then the connection ends. Otherwise Node would
// read and throw away up to 500 MB just to keep the connection usable.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Time for the client to read the answer before its connection ends: what it has not read by then is lost to it. */
const LINGER_MS = 3_000;

/** Ends the connection after the answer when the request's body has not been read to its end by then. */
export function closeWhenUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return;
  reply.header('connection', 'close');
  request.raw.pause();
  reply.raw.once('finish', () => setTimeout(() => request.raw.destroy(), LINGER_MS).unref());
}
