// Reads JSON bodies strictly: what two readers could take for two different things is refused (hostile cases 31 to 33).
// A long plain text, such as a chunk's base64, is taken out before parsing: the body then never becomes a text as a
// whole, which halves the memory and the time that an upload takes.
import { isAscii } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/runtime/app-error.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { withBody } from './read-body.ts';

/** Deeper than any call's body; a body that is nested deeper is an attack on whoever walks through it. */
const MAX_JSON_DEPTH = 16;
const JSON_TYPE = /^application\/json(; ?charset="?utf-8"?)?$/i;

/** Makes JSON the only body that is taken, but for the forms of routes that say so. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable) =>
    withBody(request, payload, parseStrictJson),
  );
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) return;
    const type = headers['content-type'] ?? '';
    const isForm = routeOptions.config?.takesForm === true && /^multipart\/form-data;/i.test(type);
    const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
    if (!isPlain || !(isForm || JSON_TYPE.test(type))) throw new AppError('unsupported-content-type');
  });
}

/** Parses JSON. Throws an AppError for text that is none, has a name twice, names a prototype, or is nested too deep. */
export function parseStrictJson(bytes: Buffer): unknown {
  const longTexts = walk(bytes);
  try {
    if (longTexts.length === 0) return JSON.parse(bytes.toString('utf8'));
    return parseAround(bytes, longTexts);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('malformed-json', { cause });
  }
}

/** Where a long text stands: its first character and the closing quote. */
interface Place {
  readonly from: number;
  readonly to: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];
const LONG_TEXT_BYTES = 4096;

/** Walks over everything outside of the texts and checks it; returns the long values of the outermost object. */
function walk(bytes: Buffer): Place[] {
  const names: Set<string>[] = [];
  const longTexts: Place[] = [];
  let lastText: Place | null = null;
  let isValue = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) {
      lastText = { from: at + 1, to: endOfText(bytes, at) };
      at = lastText.to;
      const isLong = lastText.to - lastText.from > LONG_TEXT_BYTES;
      if (isLong && isValue && names.length === 1) longTexts.push(lastText);
    } else if (OPENING.includes(code)) {
      if (names.push(new Set()) > MAX_JSON_DEPTH) throw new AppError('malformed-json');
    } else if (CLOSING.includes(code)) names.pop();
    else if (code === COLON) checkName(bytes, lastText, names.at(-1));
    isValue = code === COLON || (isValue && code !== COMMA && code !== QUOTE);
  }
  return longTexts;
}

function checkName(bytes: Buffer, text: Place | null, names: Set<string> | undefined): void {
  // No name of ours is long; one that is cannot be a second one of ours.
  if (!text || text.to - text.from > 200) return;
  let name: string;
  try {
    name = String(JSON.parse(bytes.toString('utf8', text.from - 1, text.to + 1)));
  } catch {
    // Not a text at all: the real parser will say so.
    return;
  }
  if (name === '__proto__' || names?.has(name)) throw new AppError('malformed-json');
  names?.add(name);
}

function endOfText(bytes: Buffer, quote: number): number {
  let end = bytes.indexOf(QUOTE, quote + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let backslashes = 0;
  while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Parses the rest with a placeholder for each long text, and then puts the texts back. */
function parseAround(bytes: Buffer, longTexts: readonly Place[]): unknown {
  const texts = new Map<string, string>();
  let rest = '';
  let at = 0;
  for (const { from, to } of longTexts) {
    const placeholder = newOpaqueId();
    texts.set(placeholder, plainText(bytes.subarray(from, to)));
    rest += bytes.toString('utf8', at, from) + placeholder;
    at = to;
  }
  const parsed: unknown = JSON.parse(rest + bytes.toString('utf8', at));
  if (parsed === null || typeof parsed !== 'object') return parsed;
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, texts.get(String(value)) ?? value]));
}

/** A text without escapes as it stands; any other is parsed as JSON. */
function plainText(bytes: Buffer): string {
  const isPlain = isAscii(bytes) && !bytes.includes(BACKSLASH) && !bytes.includes('\n') && !bytes.includes(0);
  return isPlain ? bytes.toString('latin1') : String(JSON.parse(`"${bytes.toString('utf8')}"`));
}
