// Reads a request's body as bytes, within the limit of its route.
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';

/** Parsing a larger body keeps the event loop busy for a noticeable time. */
const LARGE_BYTES = 256 * 1024;

/** Reads a body to its end. Throws an AppError for one that is too large or breaks off. */
export async function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new AppError('body-too-large');
  const bytes = await readAll(payload, limit);
  if (bytes.length > LARGE_BYTES) await takeTurn();
  return bytes;
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Lets other work run between the parsing of large bodies that arrive together. */
function takeTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

async function readAll(payload: Readable, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    // The connection stays open when reading stops early: the refusal is sent over it.
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
