// Tells when the app has taken over the page that was rendered at build time. Presses, choices and typed words need not
// wait for that, they are kept and done again; keys do, and so does whoever asks what is not on the page.
import type { Page } from 'playwright-core';

/** Waits until the page listens by itself. A press that is still being kept for it is told by its default's being prevented. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const probe = document.body.appendChild(Object.assign(document.createElement('button'), { type: 'button' }));
    const isHeard = probe.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    probe.remove();
    return isHeard;
  });
}
