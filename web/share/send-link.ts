// Makes a link: encrypts the file on this device, sends it in chunks, and has it kept for some days.
import { SEALED_NAME, type ShareDays } from '#contract/shares.ts';
import type { UploadProgress } from '#domain/video/video-file.ts';
import { callApi } from '#web/api/api-client.ts';
import { type Waiting, withRetry } from '#web/api/retry.ts';
import { uploadSealed } from '#web/clip/upload-video.ts';
import { randomId } from '#web/lib/random-id.ts';
import { linkPath, newKey, newSecret } from './link-address.ts';
import { type FileForLink, linkFile } from './link-file.ts';
import { seal } from './sealed.ts';
import { forgetSentLink, keepSentLink, type SentLink } from './sent-links.ts';

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

interface SendOptions {
  readonly signal: AbortSignal;
  /** Null while the file is being encrypted. */
  readonly onProgress: (progress: UploadProgress | null) => void;
  readonly onWaiting: (waiting: Waiting | null) => void;
}

/** Rejects with an UploadError, an ApiError, a TypeError without a network, or the signal's reason. */
export async function sendLink(
  { title, ...sent }: Omit<FileForLink, 'names'> & { readonly title: string },
  { days, passphrase, allowsSaving }: LinkChoices,
  { signal, onProgress, onWaiting }: SendOptions,
): Promise<MadeLink> {
  onProgress(null);
  const [id, key, secret] = [randomId(), newKey(), newSecret()];
  const stream = await seal(linkFile(sent, allowsSaving), { key, passphrase });
  const whole = await new Response(stream).blob();
  signal.throwIfAborted();
  const path = linkPath({ id, key, needsPassphrase: passphrase !== null });
  const link: SentLink = { id, secret, path, title, days, sentAtMs: Date.now() };
  try {
    await uploadSealed(new File([whole], SEALED_NAME), id, { signal, onProgress, onWaiting });
    // Before the server has the link: a page that is closed in between can still withdraw it.
    const isKept = await keepSentLink(link).then(
      () => true,
      () => false,
    );
    const create = () => callApi('createShare', { body: { id, days, secret }, signal });
    const { expiresAtMs } = await withRetry(create, { signal, onWaiting });
    return { path, expiresAtMs, isKept };
  } catch (error) {
    await Promise.allSettled([giveUp(id, secret), forgetSentLink(id)]);
    throw error;
  }
}

/** Deletes what the server may have of it: an upload, or a link whose answer was lost. */
async function giveUp(id: string, secret: string): Promise<void> {
  await callApi('cancelUpload', { params: { fileId: id } }).catch(() => undefined);
  await callApi('withdrawShare', { params: { id }, body: { secret } }).catch(() => undefined);
}
