// axe-core finds no violations on the pages of the main job, on a phone and on a desktop; the skip link and the keyboard
// work.

import { describe, expect, test } from 'vitest';
import { isCampaign, scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { waitForMergedVideo } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

const SIZES = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const;

/** Without the plain pages, which are built like another. */
const PAGES = scaled(['/', '/how-to-use'], ['/', '/nowhere', '/how-to-use', '/my-swings', '/login', '/account']);

describe.each(scaled(SIZES.slice(0, 1), [...SIZES]))('on %s', (_, options) => {
  wholeTest('axe finds no violations from a swing that is marked to the merged video', async () => {
    const { page } = await site.newVisitor(options);
    await openSeeded(page, site.server.origin);
    await page.getByText('All positions marked! Ready for comparison.').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Compare My Swing' }).click();
    await page.waitForURL('**/compare');
    await openTab(stageOf(page), 'Save');
    await page.getByText('Creating...').waitFor();
    if (isCampaign) expect(await axeViolations(page)).toEqual([]);
    await waitForMergedVideo(page);
    // Closed at first on a phone.
    const numbers = page.getByRole('region', { name: 'Swing Timing Analysis' });
    if (!(await numbers.isVisible())) await page.getByText('All numbers').click();
    await numbers.waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('axe finds no violations on the first page and the message pages, light or dark, and none is wider than the screen', async () => {
    const { page } = await site.newVisitor(options);
    for (const path of PAGES) {
      await page.goto(site.server.origin + path);
      await untilHydrated(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/') await page.locator('button[aria-pressed]').first().waitFor();
      expect(await axeViolations(page), path).toEqual([]);
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(background).toBe('rgb(11, 38, 27)');
      expect(await axeViolations(page), `${path}, dark`).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      await expect.poll(background, { message: `${path}, printed` }).toBe('rgb(244, 240, 228)');
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
      const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widthPx, path).toBeLessThanOrEqual(options.viewport.width);
    }
  });
});

test('the first tab stop is a skip link, and navigation moves the focus to the new page', async () => {
  const { page } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.getByRole('link', { name: 'How to use' }).click();
  await page.getByRole('heading', { name: 'How to use', level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await expect.poll(() => page.title()).toBe('How to use · Swingmark');
});
