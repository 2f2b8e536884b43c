// Which requests the service worker answers: pages, the build's hashed files, and shared clips. No others.
import { SCREENS, SHARE_PATH, screenAt } from '#contract/screens.ts';

type ShellRequest =
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'file' }
  | { readonly kind: 'later-file' }
  | { readonly kind: 'share' };

export interface RequestFacts {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  /** Whether it is a range request, as players make. */
  readonly hasRange: boolean;
}

export interface Shell {
  /** Changes with every build that changes anything. */
  readonly version: string;
  readonly files: readonly string[];
  /** The hashed files that are too large to be fetched before they are needed, and kept from then on: body model, sound encoder. */
  readonly laterFiles: readonly string[];
}

/** How to answer a request; null leaves it to the browser. */
export function shellRequest(request: RequestFacts, origin: string, shell: Shell): ShellRequest | null {
  const url = new URL(request.url);
  if (url.origin !== origin) return null;
  if (request.method === 'POST' && url.pathname === SHARE_PATH) return { kind: 'share' };
  if (request.method !== 'GET' || request.hasRange) return null;
  if (request.mode !== 'navigate') return fileRequest(url.pathname, shell);
  const screen = screenAt(url.pathname);
  return screen && { kind: 'page', address: SCREENS[screen] };
}

function fileRequest(path: string, { files, laterFiles }: Shell): ShellRequest | null {
  if (files.includes(path)) return { kind: 'file' };
  return laterFiles.includes(path) ? { kind: 'later-file' } : null;
}

/**
 * Whether an answer is the file that was asked for: a network that wants a log-in answers with a page, which would be kept in
 * the file's place until the next version.
 */
export function isFile({ ok, redirected, headers }: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean {
  return ok && !redirected && !/^text\/html\b/i.test(headers.get('content-type') ?? '');
}
