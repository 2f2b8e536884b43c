// Debian's Chromium for tests and scripts, and pages that record their errors.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from '#scripts/find-engines.mjs';

/** Chromium's launch options. */
export const LAUNCH_OPTIONS = {
  executablePath: findChromium() ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** A phone in portrait and a desktop. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const;

/** Tests cannot intercept requests that pass through a service worker; install.whole.test.ts allows it. */
export const NO_SERVICE_WORKERS = { serviceWorkers: 'block' } as const;

/** The default timeout of page operations; a merge on a busy machine takes longest. */
export const PAGE_TIMEOUT_MS = 60_000;

/** Starts a separate Chromium. Tests share one: see site.ts. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH_OPTIONS);
}

/** A page in a new browser context, with empty caches. `pageErrors` collects uncaught errors and console errors. */
export async function newVisitor(
  browser: Browser,
  options: BrowserContextOptions = DESKTOP,
): Promise<{ page: Page; pageErrors: string[] }> {
  const context = await browser.newContext({ ...NO_SERVICE_WORKERS, ...options });
  const page = await context.newPage();
  return { page, pageErrors: collectPageErrors(page) };
}

/** Sets the default timeout of a page, and collects its uncaught errors and console errors from now on. */
export function collectPageErrors(page: Page): string[] {
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    // Chromium logs every response from 400 on; each test asserts its own.
    const isAboutResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAboutResponse) pageErrors.push(message.text());
  });
  return pageErrors;
}
