// Gives a page of the built site, and all of its workers, a fault of a device.
import type { Page } from 'playwright-core';

/** The code runs first in the page and in each worker. */
export async function injectFault(page: Page, injection: string): Promise<void> {
  await page.addInitScript(`{ ${injection} }`);
  await page.route(/\/assets\/.*worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    await route.fulfill({ response, body: `{ ${injection} }\n${code}` });
  });
}
