// Reads a request's body as bytes, within the limit of its route.
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';

/** Parsing a larger body blocks the event loop noticeably. */
const LARGE_BYTES = 256 * 1024;

/** Reads a body to its end. Throws an AppError when it is too large or incomplete. */
export async function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new AppError('body-too-large');
  const bytes = await readAll(payload, limit);
  if (bytes.length > LARGE_BYTES) await takeTurn();
  return bytes;
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Yields to the event loop between concurrent large bodies. */
function takeTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

async function readAll(payload: Readable, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    // The connection must stay open when reading stops early, for the error response.
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > limit) throw new AppError('body-too-large');
      pieces.push(piece);
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('malformed-json', { cause });
  }
  return Buffer.concat(pieces);
}

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
