// Makes a link: encrypts the file on this device, sends it in chunks, and has it kept for some days. Encrypted, it is on this device's
// disk until the site has all of it, so that a page that is closed or killed loses nothing.
import { SEALED_NAME, type ShareDays, type ShareState } from '#contract/shares.ts';
import type { UploadProgress } from '#domain/video/video-file.ts';
import { ApiError, callApi } from '#web/api/api-client.ts';
import { isLostConnection, type Waiting, withRetry } from '#web/api/retry.ts';
import { UploadError, uploadSealed } from '#web/clip/upload-video.ts';
import { randomId } from '#web/lib/random-id.ts';
import { linkPath, newKey, newSecret } from './link-address.ts';
import { hasRoomOnDisk, holdLink, removeLinkFile, writeLinkFile } from './link-disk.ts';
import { type FileForLink, linkFile } from './link-file.ts';
import { type SealKey, seal } from './sealed.ts';
import { forgetSentLink, keepAsSent, keepSentLink, type SentLink, unsentFile } from './sent-links.ts';

export interface LinkChoices {
  readonly days: ShareDays;
  /** Null without one. */
  readonly passphrase: string | null;
  readonly allowsSaving: boolean;
}

/** `kept` says whether the secret is stored here: without it the link cannot be withdrawn later. */
export interface MadeLink {
  readonly path: string;
  readonly expiresAtMs: number;
  readonly isKept: boolean;
}

/** The connection was lost. What is encrypted stays on this device: {@link goOnSending} sends the rest. */
export class NotAllSentError extends Error {
  override readonly name = 'NotAllSentError';
  readonly link: SentLink;

  constructor(link: SentLink, cause: unknown) {
    super('The link is not sent yet', { cause });
    this.link = link;
  }
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Null while the file is being encrypted. */
  readonly onProgress: (progress: UploadProgress | null) => void;
  readonly onWaiting: (waiting: Waiting | null) => void;
}

interface FileToSend extends Omit<FileForLink, 'names'> {
  readonly title: string;
  /** Null where none can be made. */
  readonly preview: Promise<Blob | null> | null;
}

/** Rejects with a {@link NotAllSentError}, an UploadError, an ApiError, a TypeError without a network, or the signal's reason. */
export async function sendLink(
  { title, preview, ...sent }: FileToSend,
  { days, passphrase, allowsSaving }: LinkChoices,
  options: SendOptions,
): Promise<MadeLink> {
  const { signal, onProgress } = options;
  onProgress(null);
  const [id, key, secret] = [randomId(), newKey(), newSecret()];
  const release = holdLink(id);
  try {
    const file = linkFile(sent, { allowsSaving, preview: await preview });
    signal.throwIfAborted();
    const encrypted = await encryptedFile(id, file, { key, passphrase }, signal);
    signal.throwIfAborted();
    const path = linkPath({ id, key, needsPassphrase: passphrase !== null });
    const link: SentLink = { id, secret, path, title, days, sentAtMs: Date.now() };
    const unsent: SentLink = encrypted instanceof File ? { ...link, unsentBytes: encrypted.size } : link;
    // Before the server has any of it: a page that is closed in between can go on, or withdraw it.
    const isKept = await keepSentLink(unsent).then(
      () => true,
      () => false,
    );
    return await sendFile(unsent, encrypted, { ...options, isKept });
  } catch (error) {
    if (!(error instanceof NotAllSentError))
      await Promise.allSettled([discardLink({ id, secret }), removeLinkFile(id)]);
    throw error;
  } finally {
    release();
  }
}

/** Sends what the site does not have of a link that is not sent yet. Rejects as {@link sendLink} does, and keeps the link. */
export async function goOnSending(link: SentLink, options: SendOptions): Promise<MadeLink> {
  const release = holdLink(link.id);
  try {
    const file = await unsentFile(link);
    if (!file) throw new Error('The encrypted file is gone');
    // A page that was closed may not have known that all of it had arrived.
    const isThere = (await withRetry(() => stateOfLink(link), options)) !== null;
    return await sendFile(link, isThere ? null : file, { ...options, isKept: true });
  } finally {
    release();
  }
}

/** Deletes what the site may have of a link, an upload or a link whose answer was lost, and what is on this device. */
export async function discardLink({ id, secret }: Pick<SentLink, 'id' | 'secret'>): Promise<void> {
  await callApi('cancelUpload', { params: { fileId: id } }).catch(() => undefined);
  await callApi('withdrawShare', { params: { id }, body: { secret } }).catch(() => undefined);
  await forgetSentLink(id);
}

/** On the disk; in memory where the browser has none, or no room on it. */
async function encryptedFile(id: string, file: Blob, key: SealKey, signal: AbortSignal): Promise<File | Blob> {
  if (await hasRoomOnDisk(file.size)) {
    try {
      return await writeLinkFile(id, { rest: await seal(file, key) }, signal);
    } catch {
      signal.throwIfAborted();
    }
  }
  return new Response(await seal(file, key)).blob();
}

async function sendFile(
  link: SentLink,
  encrypted: Blob | null,
  { isKept, ...options }: SendOptions & { readonly isKept: boolean },
): Promise<MadeLink> {
  const { id, days, secret, path, unsentBytes } = link;
  try {
    if (encrypted) await uploadSealed(new File([encrypted], SEALED_NAME), id, options);
    const create = () => callApi('createShare', { body: { id, days, secret }, signal: options.signal });
    const { expiresAtMs } = await withRetry(create, options);
    if (isKept) await keepAsSent(link).catch(() => undefined);
    return { path, expiresAtMs, isKept };
  } catch (error) {
    const cause = error instanceof UploadError ? error.cause : error;
    if (isKept && unsentBytes !== undefined && isLostConnection(cause)) throw new NotAllSentError(link, error);
    throw error;
  }
}

/** What the site knows of a link; null where it has none, or ended it. Rejects without a connection. */
export async function stateOfLink({ id, secret }: SentLink): Promise<ShareState | null> {
  try {
    return await callApi('shareState', { params: { id }, body: { secret } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'share-gone') return null;
    throw error;
  }
}
