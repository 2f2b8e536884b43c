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
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const;

/** How long a page may take for what is waited for; a merge on a machine that is busy takes the longest. */
export const PAGE_TIMEOUT_MS = 60_000;

/** Starts a separate Chromium. Tests share one: see site.ts. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH_OPTIONS);
}

/** A page in a new browser context, as for a new visitor. `pageErrors` collects unexpected errors. */
export async function newVisitor(
  browser: Browser,
  options: BrowserContextOptions = DESKTOP,
): Promise<{ page: Page; pageErrors: string[] }> {
  // What goes through a service worker is out of reach for tests that hold answers back; install.test.ts allows it.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    // Chromium itself reports every answer from 400 on; whether those are right is each test's own question.
    const isAboutAnAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAboutAnAnswer) pageErrors.push(message.text());
  });
  return { page, pageErrors };
}
