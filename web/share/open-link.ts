// Opens a link: fetches, decrypts as it arrives, and checks. Nothing but the preview is handed over before all of it is checked, and
// nothing stays on this device: a large file is on its disk while it is open.
import { ApiError, fetchCall } from '#web/api/api-client.ts';
import { isLostConnection, withRetry } from '#web/api/retry.ts';
import { randomId } from '#web/lib/random-id.ts';
import { hasRoomOnDisk, holdLink, removeLinkFile, writeLinkFile } from './link-disk.ts';
import { isImportError, previewIn, type ReadLink, readLinkFile } from './link-file.ts';
import { type Bytes, SealError, type Sealed, type SealKey, unseal } from './sealed.ts';

export type OpenProblem = 'gone' | 'no-connection' | 'busy' | 'wrong-key' | 'wrong-passphrase' | 'damaged' | 'newer';

export class OpenLinkError extends Error {
  override readonly name = 'OpenLinkError';
  readonly problem: OpenProblem;

  constructor(problem: OpenProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

interface OpenOptions {
  readonly signal: AbortSignal;
  readonly onPercent: (percent: number) => void;
}

/** More than any site lets a link hold. */
const MAX_BYTES = 512 * 1024 * 1024;
/** How often an interrupted answer is continued. */
const MAX_PARTS = 20;

/** Encrypted bytes as they arrive, and why they ended early: a stream that others read may lose the reason. */
export interface Fetched {
  readonly bytes: Bytes;
  readonly failure: () => OpenLinkError | null;
}

/** Fetches the file of a link. An interrupted answer is continued where it stopped. */
export function fetchSealed(id: string, { signal, onPercent }: OpenOptions): Fetched {
  const pieces = piecesOf(id, { signal, onPercent });
  let failure: OpenLinkError | null = null;
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (error instanceof OpenLinkError) failure = error;
        throw error;
      }
    },
    cancel: () => void pieces.return(undefined),
  });
  return { bytes, failure: () => failure };
}

async function* piecesOf(
  id: string,
  { signal, onPercent }: OpenOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let [at, total] = [0, 0];
  for (let part = 0; part === 0 || at < total; part += 1) {
    const response = await answerFrom(id, at, signal);
    if (part === 0) total = Number(response.headers.get('content-length'));
    if (total > MAX_BYTES || !response.body || (at > 0 && response.status !== 206)) throw new OpenLinkError('damaged');
    const reader = response.body.getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        at += read.value.length;
        if (at > MAX_BYTES) throw new OpenLinkError('damaged');
        onPercent(total > 0 ? Math.min(100, Math.floor((100 * at) / total)) : 0);
        yield read.value;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OpenLinkError) throw error;
      if (part >= MAX_PARTS || total === 0) throw new OpenLinkError('no-connection', error);
    } finally {
      void reader.cancel().catch(() => undefined);
    }
  }
}

async function answerFrom(id: string, at: number, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
  try {
    const ask = () => fetchCall('openShare', { params: { id }, signal, headers });
    return await withRetry(ask, { signal, onWaiting: () => undefined, isTransient: ({ status }) => status >= 502 });
  } catch (error) {
    signal.throwIfAborted();
    if (isLostConnection(error)) throw new OpenLinkError('no-connection', error);
    throw new OpenLinkError(error instanceof ApiError && error.status === 429 ? 'busy' : 'gone', error);
  }
}

interface OpeningOptions {
  /** The link is open until it aborts. */
  readonly signal: AbortSignal;
  /** Called with the preview as soon as it is there. */
  readonly onPreview: (preview: Blob) => void;
}

/** What was sent. Rejects with an {@link OpenLinkError}, after one of a wrong passphrase another may be tried, or the signal's reason. */
export async function openLink(sealed: Sealed, key: SealKey, { signal, onPreview }: OpeningOptions): Promise<ReadLink> {
  try {
    const file = await collected(await unseal(sealed, key), { signal, onPreview });
    return await readLinkFile(file, { signal, onPercent: () => undefined });
  } catch (error) {
    signal.throwIfAborted();
    throw asOpenError(error, key);
  }
}

/** The first bytes of a file stay in memory; where it is larger, all of it is on the disk until it is closed. */
const MAX_IN_MEMORY_BYTES = 32 * 1024 * 1024;

async function collected(bytes: Bytes, { signal, onPreview }: OpeningOptions): Promise<Blob> {
  const reader = bytes.getReader();
  let beginning = new Blob();
  let preview: 'awaited' | 'found' | 'none' = 'awaited';
  while (beginning.size < MAX_IN_MEMORY_BYTES) {
    const { value, done } = await reader.read();
    signal.throwIfAborted();
    if (done) return beginning;
    beginning = new Blob([beginning, value]);
    if (preview !== 'awaited') continue;
    const found = await previewIn(beginning);
    preview = found instanceof Blob ? 'found' : found;
    if (found instanceof Blob) onPreview(found);
  }
  reader.releaseLock();
  if (!(await hasRoomOnDisk(MAX_BYTES))) return new Blob([beginning, await new Response(bytes).blob()]);
  const id = randomId();
  const release = holdLink(id);
  signal.addEventListener('abort', () => void removeLinkFile(id).then(release));
  return writeLinkFile(id, { beginning, rest: bytes }, signal);
}

function asOpenError(error: unknown, key: SealKey): OpenLinkError {
  if (error instanceof SealError && error.problem === 'wrong-key') {
    return new OpenLinkError(key.passphrase === null ? 'wrong-key' : 'wrong-passphrase', error);
  }
  return new OpenLinkError(isImportError(error) && error.problem === 'newer' ? 'newer' : 'damaged', error);
}
