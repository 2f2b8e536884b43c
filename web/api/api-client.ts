// Typed calls of the HTTP contract. Throws on failure; the caller decides on the toast. Also knows whether the server
// can be reached.
import type { RequestOf, ResponseOf } from '#contract/calls.ts';
import { type CallName, ROUTES } from '#contract/routes.ts';
import { words } from '#web/words/words.ts';

const TOO_LARGE = 413;

/** An unsuccessful answer. `message` is "status: body", or the status text without one (specification §8). */
export class ApiError extends Error {
  readonly status: number;
  /** The answer's status text; empty over HTTP/2. */
  readonly statusText: string;
  /** The plain sentence of the body, or null when the answer did not come from the product and its status says little. */
  readonly sentence: string | null;
  /** The key of contract/errors.ts, or null. */
  readonly code: string | null;

  constructor(answer: { status: number; statusText: string; body: string }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.statusText = answer.statusText;
    const parsed = readErrorBody(answer.body);
    const own = textOrNull(parsed?.error) ?? textOrNull(parsed?.message);
    // The server says so in words; a proxy in front of it answers with a page.
    this.sentence = own ?? (answer.status === TOO_LARGE ? words.api.refusedByProxy : null);
    this.code = textOrNull(parsed?.code);
  }
}

export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = await response.text().catch(() => '');
  return new ApiError({ status: response.status, statusText: response.statusText, body });
}

/** The plain sentence of any failure, or `otherwise` when the failure has no sentence fit to show. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise;
}

/** Null for a proxy's page or plain text, which a visitor should not see. */
function readErrorBody(body: string): Partial<Record<string, unknown>> | null {
  try {
    return JSON.parse(body) as Partial<Record<string, unknown>> | null;
  } catch {
    return null;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

type BodyPart<Name extends CallName> =
  RequestOf<Name> extends undefined ? { readonly body?: undefined } : { readonly body: RequestOf<Name> };

/** The options of a call: a body where the contract has one, values for `:name` parts of the path, an abort signal. */
export type CallOptions<Name extends CallName> = BodyPart<Name> & {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Makes a call and returns its JSON. Throws ApiError for an unsuccessful answer, TypeError without a network, or where a network
 * that wants a log-in answers with its page.
 */
export async function callApi<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<ResponseOf<Name>> {
  const response = await fetchCall(name, options);
  return (await response.json()) as ResponseOf<Name>;
}

/** Makes a call whose answer is not JSON. Throws as {@link callApi} does. */
export async function fetchCall<Name extends CallName>(name: Name, options: CallOptions<Name>): Promise<Response> {
  const { method, path } = ROUTES[name];
  const { body, params, signal, headers } = options;
  return await fetchGood(fillIn(path, params), {
    method,
    // Strict servers refuse a content type without a body, so send both or neither (specification §7).
    ...(headers && { headers }),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** Sends a chunk as plain bytes, which the browser reads from the disk. Throws as {@link callApi} does. */
export async function sendPlainChunk(
  { chunk, ...fields }: Omit<RequestOf<'uploadChunk'>, 'chunk'> & { readonly chunk: Blob },
  signal: AbortSignal,
): Promise<ResponseOf<'uploadChunk'>> {
  const { method, path } = ROUTES.uploadChunk;
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await fetchGood(`${path}?${query}`, { method, headers, body: chunk, signal });
  return (await response.json()) as ResponseOf<'uploadChunk'>;
}

async function fetchGood(address: string, init: RequestInit): Promise<Response> {
  const response = await watchedFetch(address, { ...init, credentials: 'include' });
  if (!response.ok) throw await apiErrorOf(response);
  return response;
}

function fillIn(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/** The interval of checks while the server cannot be reached. */
const CHECK_EVERY_MS = 3_000;
/** A server that stops may leave a request without an answer. */
const CHECKED_WITHIN_MS = 10_000;
/** Every server answers this path, and no cache stores it. */
const CHECK_PATH = '/healthz';

const listeners = new Set<() => void>();
let isUnreachable = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether the server can be reached, as far as is known. `navigator.onLine` alone is unreliable: after a reload without a
 * network, Chromium 150 reports that it is online.
 */
export function isOnline(): boolean {
  return navigator.onLine && !isUnreachable;
}

/** Calls `listener` whenever {@link isOnline} may have changed; returns a function that unsubscribes. */
export function onConnectionChange(listener: () => void): () => void {
  const onOnline = () => {
    if (isUnreachable) void check();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', listener);
  };
}

/** Like `fetch`, and records whether an answer arrived. An aborted request says nothing about the connection. */
async function watchedFetch(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    if (isForeign(response)) throw new TypeError('Another server has answered');
    setUnreachable(false);
    return response;
  } catch (error) {
    if (!init.signal?.aborted) setUnreachable(true);
    throw error;
  }
}

/** The page of a network that wants a log-in: no call is answered with a page. */
function isForeign({ ok, headers }: Response): boolean {
  return ok && (headers.get('content-type')?.startsWith('text/html') ?? false);
}

function setUnreachable(value: boolean): void {
  clearTimeout(timer);
  if (value) timer = setTimeout(() => void check(), CHECK_EVERY_MS);
  if (value === isUnreachable) return;
  isUnreachable = value;
  for (const listener of listeners) listener();
}

async function check(): Promise<void> {
  const response = await fetch(CHECK_PATH, { cache: 'no-store', signal: AbortSignal.timeout(CHECKED_WITHIN_MS) }).catch(
    () => null,
  );
  setUnreachable(response === null || isForeign(response));
}
