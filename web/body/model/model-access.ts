// Whether the body model may be loaded: whether this browser can run it, has it already, or has to fetch it on a metered
// connection, for which the visitor is asked.
import { isFalse } from '#web/lib/false-answers.ts';
import { DOWNLOAD_BYTES, modelFiles } from './model-files.ts';

export type ModelAccess =
  /** It is already cached in the browser, or may be fetched without asking. */
  | { readonly kind: 'free' }
  /** The visitor saves data, or is on a mobile or very slow network: ask before the download. */
  | { readonly kind: 'ask-first'; readonly downloadBytes: number }
  /** This browser cannot run it. */
  | { readonly kind: 'cannot-run' };

export async function modelAccess(): Promise<ModelAccess> {
  if (!canRunModel() || isFalse('body')) return { kind: 'cannot-run' };
  if (!isMetered() || (await modelIsKept())) return { kind: 'free' };
  return { kind: 'ask-first', downloadBytes: DOWNLOAD_BYTES };
}

/** Whether the model can be loaded without asking, whether or not it is cached. */
export function loadsModelFreely(): boolean {
  return canRunModel() && !isMetered();
}

function canRunModel(): boolean {
  return typeof WebAssembly !== 'undefined' && typeof Worker !== 'undefined';
}

function isMetered(): boolean {
  // The Network Information API, which some browsers have.
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean; readonly type?: string; readonly effectiveType?: string };
  };
  const isSlow = /2g$/.test(connection?.effectiveType ?? '');
  return connection?.saveData === true || connection?.type === 'cellular' || isSlow;
}

/** Whether the service worker has cached every file of the model, so that nothing is downloaded. Never rejects. */
export async function modelIsKept(): Promise<boolean> {
  // Cache storage needs a secure connection.
  if (typeof caches === 'undefined') return false;
  try {
    const kept = await Promise.all(modelFiles().map(({ address }) => caches.match(address, { ignoreVary: true })));
    return kept.every((response) => response !== undefined);
  } catch {
    // Some browsers deny access to cache storage.
    return false;
  }
}
