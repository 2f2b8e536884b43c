// Closes a toast, so that the next one cannot be confused with it.
import type { Page } from 'playwright-core';

/** Closes the toast, if it has not disappeared by itself. */
export async function closeToast(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Close message' });
  await button.click({ timeout: 5000 }).catch(() => undefined);
  await button.waitFor({ state: 'detached' });
}
