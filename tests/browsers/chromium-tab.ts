// Chromium through playwright-core. Each tab is a separate context.
import type { Browser } from 'playwright-core';
import { dragPath, type Engine, sourceOf, TAB_SIZE, type Tab } from './tab.ts';

/** A running Chromium as one of the engines. */
export function chromiumEngine(browser: Browser): Engine {
  return { newTab: () => openTab(browser), stop: () => browser.close() };
}

async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ viewport: TAB_SIZE, acceptDownloads: true });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Chromium writes every response from 400 on there.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  return {
    engine: 'chromium',
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    run: (work, ...args) => page.evaluate(`(${sourceOf(work)})(...${JSON.stringify(args)})`),
    press: ({ xPx, yPx }) => page.mouse.click(xPx, yPx),
    async drag(from, to) {
      await page.mouse.move(from.xPx, from.yPx);
      await page.mouse.down();
      for (const { xPx, yPx } of dragPath(from, to)) await page.mouse.move(xPx, yPx);
      await page.mouse.up();
    },
    key: (name) => page.keyboard.press(name),
    chooseFile: (selector, path) => page.locator(selector).setInputFiles(path),
    screenshot: () => page.screenshot(),
    errors: async () => errors,
    close: () => context.close(),
  };
}
