// Runs work when the page is loaded and the browser idle.

const MAX_WAIT_MS = 4_000;

/**
 * Runs the work once the page has loaded and the browser is idle, or after `patienceMs` milliseconds if it never is.
 * Returns the function that cancels it.
 */
export function whenIdle(work: () => void, patienceMs = MAX_WAIT_MS): () => void {
  const calledOff = new AbortController();
  const { signal } = calledOff;
  const start = () => {
    const doIt = () => !signal.aborted && work();
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(doIt, { timeout: patienceMs });
    else setTimeout(doIt, 200);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true, signal });
  return () => calledOff.abort();
}

/** Events of a visitor using the page. */
const DOINGS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
const QUIET_MS = 500;

/** Runs the work once the browser is idle and the visible page unused for half a second. Returns a function to cancel it. */
export function whenQuiet(work: () => unknown): () => void {
  const calledOff = new AbortController();
  const { signal } = calledOff;
  let timer: ReturnType<typeof setTimeout>;
  let callOffIdle = () => {};
  const wait = () => {
    callOffIdle();
    clearTimeout(timer);
    timer = setTimeout(() => {
      callOffIdle = whenIdle(() => {
        if (document.hidden) return wait();
        calledOff.abort();
        work();
      });
    }, QUIET_MS);
  };
  for (const doing of DOINGS) window.addEventListener(doing, wait, { passive: true, capture: true, signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    callOffIdle();
  });
  wait();
  return () => calledOff.abort();
}
