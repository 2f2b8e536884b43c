// Code of a page that did not arrive: the site was updated while the page was open, so its old files are gone, or there is no
// connection.
const missing = new WeakSet<object>();

/** Notes the error of each import that fails, as Vite reports it. Must be called before any such code is loaded. */
export function noteMissingCode(): void {
  addEventListener('vite:preloadError', (event) => missing.add((event as Event & { payload: Error }).payload));
}

/** Whether an error means that code is missing. Browsers have no common name for it. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}
