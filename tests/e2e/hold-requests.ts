// Delays responses while a test checks what the page shows meanwhile.
import type { Page } from 'playwright-core';

/** Holds what is asked of an address back until the returned function is called; from then on nothing is held. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
