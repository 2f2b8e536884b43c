// Whether the server can be reached. `navigator.onLine` alone is unreliable: after a reload without a network, Chromium
// 150 reports that it is online.

/** The interval of checks while the server cannot be reached. */
const CHECK_EVERY_MS = 3_000;
/** Every server answers this path, and no cache stores it. */
const CHECK_PATH = '/healthz';

const listeners = new Set<() => void>();
let isUnreachable = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the server can be reached, as far as is known. */
export function isOnline(): boolean {
  return navigator.onLine && !isUnreachable;
}

/** Calls `listener` whenever {@link isOnline} may have changed; returns a function that unsubscribes. */
export function onConnectionChange(listener: () => void): () => void {
  const onOnline = () => {
    if (isUnreachable) void check();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', listener);
  };
}

/** Like `fetch`, and records whether an answer arrived. An aborted request says nothing about the connection. */
export async function watchedFetch(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    setUnreachable(false);
    return response;
  } catch (error) {
    if (!init.signal?.aborted) setUnreachable(true);
    throw error;
  }
}

function setUnreachable(value: boolean): void {
  clearTimeout(timer);
  if (value) timer = setTimeout(() => void check(), CHECK_EVERY_MS);
  if (value === isUnreachable) return;
  isUnreachable = value;
  for (const listener of listeners) listener();
}

async function check(): Promise<void> {
  const response = await fetch(CHECK_PATH, { cache: 'no-store' }).catch(() => null);
  setUnreachable(response === null);
}
