// Sends the administrator's form. Uses XMLHttpRequest because fetch does not report upload progress.
import { ROUTES } from '#contract/routes.ts';
import { ApiError } from '#web/api/api-error.ts';

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the whole percent of the bytes sent. At 100 the server is still inspecting the video. */
  readonly onPercent: (percent: number) => void;
}

/** Resolves once the golfer is in the library. Throws ApiError, TypeError if offline, or the signal's abort reason. */
export function uploadGolfer(form: FormData, { signal, onPercent }: UploadOptions): Promise<void> {
  const { method, path } = ROUTES.addGolfer;
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
