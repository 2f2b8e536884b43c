// Code of a page that did not arrive: the site was updated while the page was open, so its old files are gone, or there is no
// connection.
const missing = new WeakSet<object>();

/** Call it before any such code is loaded. Vite tells of each import that fails, with the error that the import rejects with. */
export function noteMissingCode(): void {
  addEventListener('vite:preloadError', (event) => missing.add((event as Event & { payload: Error }).payload));
}

/** Whether an error means that code is missing. Browsers have no common name for it. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}
