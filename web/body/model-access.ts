// Whether the body model can be loaded now, or only after asking: it is large, and a metered connection costs money.
import { DOWNLOAD_BYTES, modelFiles } from './model/model-files.ts';

/** How the model can be had. */
export type ModelAccess =
  /** It is kept in the browser already, or may be fetched without asking. */
  | { readonly kind: 'free' }
  /** The visitor saves data, or is on a mobile or very slow network: ask before so many bytes are fetched. */
  | { readonly kind: 'ask-first'; readonly downloadBytes: number }
  /** This browser cannot run it. */
  | { readonly kind: 'cannot-run' };

/** What some browsers say of the connection (Network Information API). */
interface Connection {
  readonly saveData?: boolean;
  readonly type?: string;
  readonly effectiveType?: string;
}

/** How the model can be had now. */
export async function modelAccess(): Promise<ModelAccess> {
  if (typeof WebAssembly === 'undefined' || typeof Worker === 'undefined') return { kind: 'cannot-run' };
  if (!isMetered() || (await modelIsKept())) return { kind: 'free' };
  return { kind: 'ask-first', downloadBytes: DOWNLOAD_BYTES };
}

function isMetered(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  const isSlow = /2g$/.test(connection?.effectiveType ?? '');
  return connection?.saveData === true || connection?.type === 'cellular' || isSlow;
}

/** Whether the service worker has kept every file of it: nothing is then downloaded. Never rejects. */
export async function modelIsKept(): Promise<boolean> {
  // Without a secure connection there is no storage of this kind.
  if (typeof caches === 'undefined') return false;
  try {
    const kept = await Promise.all(modelFiles().map(({ address }) => caches.match(address, { ignoreVary: true })));
    return kept.every((response) => response !== undefined);
  } catch {
    // Some browsers refuse their storage.
    return false;
  }
}
