// Closes the connection after responding to a request whose body is not read. Otherwise Node would read and discard up
// to 500 MB just to keep the connection alive.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** For this long, incoming data is still discarded, so that the client gets to read the response. */
const LINGER_MS = 3_000;

/** Closes the connection after the response when the request's body has not been read to its end. */
export function closeWhenUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { headers, complete, socket } = raw;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (complete || !hasBody || socket.destroyed) return;
  reply.header('connection', 'close');
  // Node destroys the connection as soon as the response is written. With unread data the system then resets it, and
  // the client loses the response. So only our side is closed until the client has noticed.
  socket.destroySoon = () => socket.end();
  const destroy = () => socket.destroy();
  reply.raw.once('finish', () => {
    setTimeout(destroy, LINGER_MS).unref();
    raw.once('end', destroy).resume();
  });
}
