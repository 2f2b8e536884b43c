// Pages of new visitors. A new browser context costs Chromium two seconds of CPU for its first page (a process, fonts,
// script compilation); reusing a cleared one costs half.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PAGE_TIMEOUT_MS } from '#tests/e2e/browser.ts';

/** The contexts of each browser, by options. One without pages is free. */
const contexts = new WeakMap<Browser, Map<string, BrowserContext[]>>();
const reserved = new WeakSet<BrowserContext>();

/**
 * A page without cookies or stored data, in a context with these options. Closing the page lets the context be used
 * again. Whatever cannot be cleared (init scripts, routes of the context, service workers) needs a separate context.
 */
export async function openCleanPage(browser: Browser, options: BrowserContextOptions, origin: string): Promise<Page> {
  const context = await freeContext(browser, options);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await devTools.detach();
    return page;
  } finally {
    reserved.delete(context);
  }
}

async function freeContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const ofBrowser = contexts.get(browser) ?? new Map<string, BrowserContext[]>();
  contexts.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  const matching = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, matching);
  const free = matching.find((context) => context.pages().length === 0 && !reserved.has(context));
  if (free) {
    reserved.add(free);
    await free.setOffline(false);
    await free.clearCookies();
    await free.clearPermissions();
    return free;
  }
  const context = await browser.newContext(options);
  reserved.add(context);
  matching.push(context);
  context.on('close', () => matching.splice(matching.indexOf(context), 1));
  return context;
}
