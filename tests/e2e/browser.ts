// Debian's Chromium for the tests and scripts, and pages that remember what their console complained of.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** How Chromium is started. */
export const LAUNCH_OPTIONS = {
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
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

/** A phone held upright and a desk. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
export const DESK = { viewport: { width: 1440, height: 900 } } as const;

/** What goes through a service worker is out of reach for tests that delay responses; install.test.ts allows it. */
export const NO_SERVICE_WORKERS = { serviceWorkers: 'block' } as const;

/** How long a page may take for what is waited for; a merge on a machine that is busy takes the longest. */
export const PATIENCE_MS = 60_000;

/** Starts a separate Chromium. Tests share one: see site.ts. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH_OPTIONS);
}

/** A page in a new browser context, with nothing in any cache. `complaints` collects unexpected errors. */
export async function newVisitor(
  browser: Browser,
  options: BrowserContextOptions = DESK,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ ...NO_SERVICE_WORKERS, ...options });
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

/** Makes a page patient, and collects its unexpected errors from now on. */
export function complaintsOf(page: Page): string[] {
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Chromium itself reports every answer from 400 on; whether those are right is each test's own question.
    const isAboutAnAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAboutAnAnswer) complaints.push(message.text());
  });
  return complaints;
}
