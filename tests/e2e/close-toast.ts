// Takes a toast off the screen, so that the next one cannot be mistaken for it.
import type { Page } from 'playwright-core';

/** Closes the toast, or finds that its five seconds were over already. */
export async function closeToast(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Close message' });
  await button.click({ timeout: 5000 }).catch(() => undefined);
  await button.waitFor({ state: 'detached' });
}
