// Reads a request's body as bytes, within the limit of its route. The bytes are lent: they are gone once they were used.
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';
import { BufferPool } from '#server/runtime/spare-buffers.ts';

/** Bodies that are larger than this are read into buffers that are used again. */
const LARGE_BYTES = 256 * 1024;
/** So many large bodies are read that way at once; slow senders beyond that hold only what they have sent. */
const MAX_LENT = 8;
const spare = new Map<number, BufferPool>();

/** Reads a body and hands it over. Throws an AppError for one that is too large or breaks off. */
export async function withBody<Result>(
  request: FastifyRequest,
  payload: Readable,
  use: (bytes: Buffer) => Result,
): Promise<Result> {
  const limit = request.routeOptions.bodyLimit;
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  if (declaredBytes > limit) throw new AppError('body-too-large');
  const buffers = poolFor(limit);
  const buffer = declaredBytes > LARGE_BYTES ? buffers.take() : null;
  try {
    const bytes = await readAll(payload, limit, buffer);
    if (bytes.length > LARGE_BYTES) await takeTurn();
    return use(bytes);
  } finally {
    buffers.release(buffer);
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** A hundred large bodies that are whole at once are looked at one by one: other work gets its turn in between. */
function takeTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

function poolFor(limit: number): BufferPool {
  const known = spare.get(limit) ?? new BufferPool(limit, MAX_LENT);
  spare.set(limit, known);
  return known;
}

async function readAll(payload: Readable, limit: number, buffer: Buffer | null): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    // The connection stays open when reading stops early: the refusal goes back over it.
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (length + piece.length > limit) throw new AppError('body-too-large');
      if (buffer) piece.copy(buffer, length);
      else pieces.push(piece);
      length += piece.length;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('malformed-json', { cause });
  }
  return buffer ? buffer.subarray(0, length) : Buffer.concat(pieces);
}
