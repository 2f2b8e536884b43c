// When the first picture is there: what comes later no longer takes the line from it. Knows no page.

/** A page that is slow to be painted, or whose picture does not come, still gets its app. */
const PATIENCE_MS = 1_500;

/** Waits until the browser has painted the page with the picture that it opens with, but not for long. */
export function afterFirstPicture(): Promise<void> {
  // A page in the background has no first picture to wait for.
  if (document.visibilityState === 'hidden') return Promise.resolve();
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  return Promise.race([patience, firstPaint().then(openingPicture)]);
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
async function openingPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  await picture?.decode().catch(() => undefined);
}
