// Has the browser install the service worker of a built site, once the page rests. What it keeps is its own concern.
import { whenIdle } from '#web/ui/when-idle.ts';

/** Registers it where there is one; a browser that refuses goes on without. */
export function registerServiceWorker(): void {
  // In development every file changes under its name.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenIdle(() => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
}
