// Delays responses while a test checks what the page shows meanwhile.
import type { Page } from 'playwright-core';

/** Holds requests to an address until the returned function is called; later ones pass. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
