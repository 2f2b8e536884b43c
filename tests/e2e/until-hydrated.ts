// Waits until the prerendered page is hydrated. Clicks, choices and typed text need not wait, because they are
// replayed; keyboard shortcuts do, and so do assertions that something is absent.
import type { Page } from 'playwright-core';

/**
 * Waits until the page handles events itself. Before that, early actions are recorded and their default is prevented.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await untilRestHydrated(page);
  await page.locator('[data-hydrates-later]').waitFor({ state: 'detached' });
}

/** The same without the parts that are hydrated after the rest of the page. */
export async function untilRestHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const probe = document.body.appendChild(Object.assign(document.createElement('button'), { type: 'button' }));
    const isHydrated = probe.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    probe.remove();
    return isHydrated;
  });
}
