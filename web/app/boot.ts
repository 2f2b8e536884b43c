// The first script of every page: records early actions, then loads app and typeface after the first paint. Defended by
// its figures (docs/decisions/064): hydrating at once, the largest paint came after 3 s on Lighthouse's phone; now it
// comes after 0.9 to 1.1 s.

import { recordEarlyActions } from '#web/lib/early-actions.ts';
import typefaceUrl from './typeface.css?url';
import { redirectsHome } from './without-comparison.ts';

/** The app is loaded after this time even if nothing was painted or the picture has not arrived. */
const MAX_WAIT_MS = 1_500;

if (!redirectsHome()) {
  recordEarlyActions();
  void start();
}

async function start(): Promise<void> {
  await afterFirstPaint();
  fetchPageCode();
  void import('./main.tsx');
  addTypeface();
}

function addTypeface(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = typefaceUrl;
  document.head.append(link);
}

/** Resolves once the page and its urgent picture are painted, at the latest after {@link MAX_WAIT_MS}. */
function afterFirstPaint(): Promise<void> {
  // A background page is not painted.
  if (document.visibilityState === 'hidden') return Promise.resolve();
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
  });
  return Promise.race([timeout, firstPaint().then(urgentPicture)]);
}

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) {
      requestAnimationFrame(() => setTimeout(resolve));
      return;
    }
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

async function urgentPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  await picture?.decode().catch(() => undefined);
}

/** Preloads the page's own code, which the build named in a <meta> tag (web/build/prerender-pages.ts). */
function fetchPageCode(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="page-code"]')?.content ?? '';
  for (const file of named.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}
