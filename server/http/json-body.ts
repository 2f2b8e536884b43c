// Reads JSON bodies strictly: what two readers could take for two different things is refused (hostile cases 31 to 33).
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/app-error.ts';

/** Deeper than any call's body; a body that is nested deeper is an attack on whoever walks through it. */
const DEEPEST = 16;
const JSON_TYPE = /^application\/json(; ?charset="?utf-8"?)?$/i;

/** Makes JSON the only body that is taken. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseStrictJson(String(text)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) return;
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw new AppError('unsupported-content-type');
    const isMultipart = request.routeOptions.config.takesForm && /^multipart\/form-data;/i.test(headers['content-type'] ?? '');
    if (!isMultipart && !JSON_TYPE.test(headers['content-type'] ?? '')) throw new AppError('unsupported-content-type');
  });
}

/** Parses JSON. Throws an AppError for text that is none, has a name twice, names a prototype, or is nested too deep. */
export function parseStrictJson(text: string): unknown {
  checkNames(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed-json', { cause });
  }
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];

/** Walks over the text outside of its strings: cheap even where one string is a megabyte long. */
function checkNames(text: string): void {
  const names: Set<string>[] = [];
  let lastString = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      // Only a name is looked at, and no name of ours is long.
      lastString = end - at < 200 ? text.slice(at, end + 1) : '';
      at = end;
    } else if (OPENING.includes(code)) {
      if (names.push(new Set()) > DEEPEST) throw new AppError('malformed-json');
    } else if (CLOSING.includes(code)) names.pop();
    else if (code === COLON) checkName(lastString, names.at(-1));
    else if (code === COMMA) lastString = '';
  }
}

function checkName(quoted: string, names: Set<string> | undefined): void {
  let name = quoted;
  try {
    name = String(JSON.parse(quoted));
  } catch {
    // Not a string at all: the real parser will say so.
  }
  if (name === '__proto__' || names?.has(name)) throw new AppError('malformed-json');
  names?.add(name);
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
