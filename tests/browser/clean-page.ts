// Pages of new visitors. A new browser context costs Chromium two seconds of CPU until it shows the first page (a process,
// fonts, scripts that are compiled again); a used one that was emptied costs half of it.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** The contexts of each browser by their options. One without pages is free. */
const contexts = new WeakMap<Browser, Map<string, BrowserContext[]>>();
const taken = new WeakSet<BrowserContext>();

/**
 * A page without cookies or stored data, in a context with these options. Closing the page lets the context be used
 * again. What a context cannot undo (init scripts, routes of the context, service workers) needs a context of its own.
 */
export async function openCleanPage(browser: Browser, options: BrowserContextOptions, origin: string): Promise<Page> {
  const context = await freeContext(browser, options);
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await devTools.detach();
    return page;
  } finally {
    taken.delete(context);
  }
}

async function freeContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const ofBrowser = contexts.get(browser) ?? new Map<string, BrowserContext[]>();
  contexts.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  const alike = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, alike);
  const free = alike.find((context) => context.pages().length === 0 && !taken.has(context));
  if (free) {
    taken.add(free);
    await free.setOffline(false);
    await free.clearCookies();
    await free.clearPermissions();
    return free;
  }
  const context = await browser.newContext(options);
  taken.add(context);
  alike.push(context);
  context.on('close', () => alike.splice(alike.indexOf(context), 1));
  return context;
}
