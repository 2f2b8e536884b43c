// The first script of every page: records early actions, then loads app and typeface after the first paint. Defended by
// its figures (docs/decisions/064): hydrating at once, the largest paint came after 3 s on Lighthouse's phone; now it
// comes after 0.9 to 1.1 s.
import { recordEarlyActions } from '#web/app/early-actions.ts';
import typefaceUrl from '#web/app/typeface.css?url';
import { redirectsHome } from '#web/app/without-comparison.ts';

if (!redirectsHome()) {
  recordEarlyActions();
  void start();
}

async function start(): Promise<void> {
  await afterFirstPicture();
  fetchPageCode();
  void import('#web/main.tsx');
  addTypeface();
}

function addTypeface(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = typefaceUrl;
  document.head.append(link);
}

/** A page that is slow to be painted, or whose picture does not come, still gets its app. */
const MAX_WAIT_MS = 1_500;

/** Waits until the browser has painted the page with the picture that it opens with, but not for long. */
function afterFirstPicture(): Promise<void> {
  // A page in the background has no first picture to wait for.
  if (document.visibilityState === 'hidden') return Promise.resolve();
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
  });
  return Promise.race([patience, firstPaint().then(urgentPicture)]);
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

/** Resolves when the picture that the page marks as the urgent one has come, or will not. */
async function urgentPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  await picture?.decode().catch(() => undefined);
}

/** Begins to fetch what the page named (web/build/prerender-pages.ts); nothing is run yet. */
function fetchPageCode(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="page-code"]')?.content ?? '';
  for (const file of named.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
}
