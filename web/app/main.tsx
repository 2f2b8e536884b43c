// Hydrates the prerendered page and deletes expired clips. Loaded by boot.ts; see docs/decisions/064.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type ScreenName, screenAt } from '#contract/screens.ts';
import { tryThis } from '#web/analysis/analysis-page.tsx';
import { sweepClips } from '#web/clip/clip-storage.ts';
import { isSessionBlank } from '#web/clip/comparison-session.ts';
import { unsavedSlots } from '#web/kept/unsaved.ts';
import { noteMissingCode } from '#web/lib/missing-code.ts';
import { surviveTranslators } from '#web/lib/translated-page.ts';
import { sessionRefused } from '#web/ui/toast/messages.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import { App } from './app.tsx';
import { preloadPage } from './pages.tsx';
import { wasRedirectedFromCompare } from './without-comparison.ts';

/** The screens that show what the session holds. */
const SESSION_SCREENS: readonly (ScreenName | null)[] = ['home', 'compare'];

// Zod, which is loaded later, would try whether it may evaluate code. The page's policy refuses it, and Firefox reports each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
surviveTranslators();
noteMissingCode();
void start();
registerServiceWorker();
void sweepClips(Date.now());
whenIdle(sweepOldResults);
whenIdle(sweepOldLinks);
recoverUnsavedComparisons();
if (wasRedirectedFromCompare()) toast(sessionRefused('no-comparison'));

async function start(): Promise<void> {
  document.getElementById('not-started')?.remove();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  // Not awaited at the top level: the page's code imports this file's chunk, and each would wait for the other.
  await preloadPage(location.pathname);
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // The prerendered page is for a new visitor. With session values the page is rendered again.
  const screen = screenAt(location.pathname);
  const isAsBuilt = isSessionBlank() || !SESSION_SCREENS.includes(screen);
  const isHydrated = root.hasChildNodes() && isAsBuilt;
  // A home page that is rendered again must not grow later.
  if (!isHydrated && screen === 'home') await tryThis.load().catch(() => undefined);
  whenIdle(() => void tryThis.load().catch(() => undefined));
  // In a transition React pauses whenever the visitor does something.
  startTransition(() => {
    if (isHydrated) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

function sweepOldResults(): void {
  import('#web/render/device-results.ts').then(
    ({ sweepResults }) => sweepResults(Date.now()),
    () => undefined,
  );
}

/** Deletes what a page that was closed while it opened or sent a link has left. */
function sweepOldLinks(): void {
  import('#web/share/sent-links.ts').then(
    ({ sweepLinks }) => sweepLinks(),
    () => undefined,
  );
}

/** Keeps in 'My swings' what a page that was closed could not keep any more. */
function recoverUnsavedComparisons(): void {
  if (unsavedSlots().length === 0) return;
  whenIdle(() => {
    import('#web/kept/recover-unsaved.ts').then(
      ({ recoverUnsaved }) => recoverUnsaved(),
      () => undefined,
    );
  });
}

/** Registers the service worker of a built site; a refusal is ignored. */
function registerServiceWorker(): void {
  // In development every file changes under its name.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenIdle(() => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
}
