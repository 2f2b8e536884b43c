// Answers a request whose body nobody will read: the answer goes out, then the connection ends. Otherwise Node would
// read and throw away up to 500 MB just to keep the connection usable.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a client sends within this time is still taken and thrown away, so that it comes to read the answer. */
const LINGER_MS = 3_000;

/** Ends the connection after the answer when the request's body has not been read to its end by then. */
export function closeWhenUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { headers, complete, socket } = raw;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (complete || !hasBody || socket.destroyed) return;
  reply.header('connection', 'close');
  // Node destroys the connection as soon as the answer is written. With bytes of the client unread in it the system then
  // resets it, and the client loses the answer. So it is only closed to our side until the client has noticed.
  socket.destroySoon = () => socket.end();
  const destroy = () => socket.destroy();
  reply.raw.once('finish', () => {
    setTimeout(destroy, LINGER_MS).unref();
    raw.once('end', destroy).resume();
  });
}
