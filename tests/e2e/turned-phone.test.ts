// A phone that is turned: what the visitor looks at stays in view.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();

const UPRIGHT = { width: 390, height: 844 };
const ACROSS = { width: 844, height: 390 };
const PHONE = { viewport: UPRIGHT, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;

test('a phone that is turned keeps the stage, and the player for marking, in view', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await openSeeded(page, site.server.origin);
  const marker = page.locator('[data-marked-picture]').first();
  for (const part of [page.getByRole('group', { name: 'Synced preview' }), marker]) {
    await part.waitFor();
    // Any input ends what the last turn began.
    await page.keyboard.press('Shift');
    await part.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    for (const viewport of [ACROSS, UPRIGHT]) {
      await observed(part);
      await page.setViewportSize(viewport);
      await expect.poll(() => visibleShare(part)).toBeGreaterThan(0.9);
    }
  }
  expect(pageErrors).toEqual([]);
});

/** Waits until observers of an element, which a busy page calls late, know that it is in view. */
function observed(part: Locator): Promise<void> {
  return part.evaluate(
    (element) =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          if (!entry?.isIntersecting) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        });
        observer.observe(element);
      }),
  );
}

/** The visible share of an element's height, or of the window's where the element is higher. */
function visibleShare(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return (Math.min(bottom, window.innerHeight) - Math.max(top, 0)) / Math.min(height, window.innerHeight);
  });
}
