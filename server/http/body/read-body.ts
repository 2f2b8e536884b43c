// Reads a request's body within the limit of its route. JSON is parsed strictly: ambiguous input is refused (hostile cases
// 31 to 33).
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';

/** Parsing a larger body blocks the event loop noticeably. */
const LARGE_BYTES = 256 * 1024;

/** Reads a body to its end. Throws an AppError when it is too large or incomplete. */
async function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
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

/** A client that sends nothing of a form for this long is disconnected. */
const SILENCE_TIMEOUT_MS = 60_000;

/** Watches a request whose form is being read. The returned function ends that. */
export function watchForSilence(request: FastifyRequest): () => void {
  let bytesBefore = request.socket.bytesRead;
  const timer = setInterval(() => {
    const bytesNow = request.socket.bytesRead;
    if (bytesNow === bytesBefore && !request.raw.complete) request.raw.destroy(new AppError('too-slow'));
    bytesBefore = bytesNow;
  }, SILENCE_TIMEOUT_MS).unref();
  return () => clearInterval(timer);
}

/** Deeper than any call's body. */
const MAX_JSON_DEPTH = 16;
const BYTES_TYPE = 'application/octet-stream';
const JSON_TYPE = /^application\/json(; ?charset="?utf-8"?)?$/i;

/** Accepts only JSON bodies, except multipart forms and plain bytes on routes that are configured for them. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) =>
    parseStrictJson(await readBody(request, payload)),
  );
  app.addContentTypeParser(BYTES_TYPE, readBody);
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) return;
    const type = headers['content-type'] ?? '';
    const isForm = routeOptions.config?.takesForm === true && /^multipart\/form-data;/i.test(type);
    const areBytes = routeOptions.config?.takesBytes === true && type === BYTES_TYPE;
    const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
    if (!isPlain || !(isForm || areBytes || JSON_TYPE.test(type))) throw new AppError('unsupported-content-type');
  });
}

/** Parses JSON. Throws an AppError for invalid JSON, duplicate names, `__proto__`, and too deep nesting. */
export function parseStrictJson(bytes: Buffer): unknown {
  checkNames(bytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new AppError('malformed-json', { cause });
  }
}

/** The range of a string literal, without its quotes. */
interface Literal {
  readonly from: number;
  readonly to: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];

/** Finds duplicate names: with JSON.parse alone the last one would win. */
function checkNames(bytes: Buffer): void {
  const names: Set<string>[] = [];
  let lastLiteral: Literal | null = null;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) {
      lastLiteral = { from: at + 1, to: endOfLiteral(bytes, at) };
      at = lastLiteral.to;
    } else if (OPENING.includes(code)) {
      if (names.push(new Set()) > MAX_JSON_DEPTH) throw new AppError('malformed-json');
    } else if (CLOSING.includes(code)) names.pop();
    else if (code === COLON) checkName(bytes, lastLiteral, names.at(-1));
  }
}

function checkName(bytes: Buffer, text: Literal | null, names: Set<string> | undefined): void {
  // None of our names is long, so a long one cannot duplicate one of ours.
  if (!text || text.to - text.from > 200) return;
  let name: string;
  try {
    name = String(JSON.parse(bytes.toString('utf8', text.from - 1, text.to + 1)));
  } catch {
    // Not a valid string: JSON.parse will throw.
    return;
  }
  if (name === '__proto__' || names?.has(name)) throw new AppError('malformed-json');
  names?.add(name);
}

function endOfLiteral(bytes: Buffer, quote: number): number {
  let end = bytes.indexOf(QUOTE, quote + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let backslashes = 0;
  while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
