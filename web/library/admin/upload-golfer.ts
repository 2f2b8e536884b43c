// The upload of one form with a file, with its progress, and the reason when it fails.
import { ROUTES } from '#contract/routes.ts';
import { ApiError, callApi, sentenceOf } from '#web/api/api-client.ts';
import { words } from '#web/words/words.ts';

/** Checks the session before sending up to 500 MB. */
export async function requireAdmin(): Promise<void> {
  const { isAdmin } = await callApi('adminCheck', {});
  if (!isAdmin) throw new ApiError({ status: 401, statusText: '', body: '' });
}

/** What to tell the administrator after a failed upload; null where the server gave no reason. */
export async function reasonOf(error: unknown): Promise<string | null> {
  if (error instanceof ApiError)
    return error.status === 401 ? words.library.sessionEnded : sentenceOf(error, '') || null;
  // A server that refuses a large body closes the connection at once, which looks like a lost network.
  const isVisitor = await requireAdmin().then(
    () => false,
    (reason: unknown) => reason instanceof ApiError && reason.status === 401,
  );
  return isVisitor ? words.library.sessionEnded : words.accounts.unreachable;
}

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the whole percent of the bytes sent. At 100 the server is still inspecting the file. */
  readonly onPercent: (percent: number) => void;
}

/** Resolves once the call is answered. Throws ApiError, TypeError if offline, or the signal's abort reason. */
export function sendForm(
  call: 'addGolfer' | 'restoreArchive',
  form: FormData,
  { signal, onPercent }: UploadOptions,
): Promise<void> {
  const { method, path } = ROUTES[call];
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, path);
    request.withCredentials = true;
    request.upload.onprogress = ({ loaded, total }) => onPercent(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiError({ status, statusText, body: responseText }));
    };
    request.onerror = () => reject(new TypeError('The connection was lost'));
    request.onabort = () => reject(signal.reason as Error);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    request.send(form);
  });
}
