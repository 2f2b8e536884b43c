// No page has layout shifts: not on hydration, not when the typeface loads, not on a reload.
import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { layoutShifts, MAX_SHIFT } from './layout-shifts.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { storedClipCount } from './stored-clip-count.ts';
import { untilHydrated } from './until-hydrated.ts';

/** Whether the system has one of theme.css's fallback fonts for the typeface. */
const hasFallbackFont = /Arial|Liberation Sans|Roboto/.test(
  spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' }).stdout,
);
const NEEDS_FALLBACK_FONT = '(needs Arial, Liberation Sans or Roboto)';

const ADDRESSES = [
  '/',
  '/how-to-use',
  '/my-swings',
  '/signup',
  '/login',
  '/account',
  '/admin-login',
  '/compare',
  '/admin',
  '/nowhere',
];

const site = siteForTests();

/** Without those that are built like another: the forms, the account and the plain pages. */
const PHONE_ADDRESSES = scaled(['/', '/compare'], ADDRESSES);
/** The pages whose layout differs most on a wide screen. */
const DESKTOP_ADDRESSES = scaled(['/admin'], ADDRESSES);

describe.each([
  ['a phone', PHONE, PHONE_ADDRESSES, test],
  ['a desktop', DESKTOP, DESKTOP_ADDRESSES, campaignTest],
] as const)('on %s', (_, options, addresses, testOfReload) => {
  test.each(addresses)('nothing shifts on %s, and the console has no errors', async (address) => {
    const { page, pageErrors } = await site.newVisitor(options);
    await blockTypeface(page);
    const userResponse = page.waitForResponse('**/api/auth/me');
    await page.goto(site.server.origin + address);
    await Promise.all([userResponse, untilHydrated(page)]);
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page)).toBeLessThan(MAX_SHIFT);
    expect(pageErrors).toEqual([]);
  });

  testOfReload('nothing shifts and nothing is logged when a visitor with a video reloads the page', async () => {
    const { page, pageErrors } = await site.newVisitor(options);
    await blockTypeface(page);
    await openSeeded(page, site.server.origin, { pro: null });
    await expect.poll(() => storedClipCount(page)).toBe(1);
    await page.reload();
    await page.getByRole('slider', { name: 'Seek' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page)).toBeLessThan(MAX_SHIFT);
    expect(pageErrors).toEqual([]);
  });
});

describe.runIf(hasFallbackFont)(`the typeface ${NEEDS_FALLBACK_FONT}`, () => {
  test.each(scaled(['/'], ['/', '/signup', '/login']))(
    'is swapped in after the first paint of %s without a layout shift',
    async (address) => {
      const { page } = await site.newVisitor(PHONE);
      await page.goto(site.server.origin + address);
      await page.waitForFunction(() =>
        [...document.fonts].some((font) => font.family.includes('Archivo') && font.status === 'loaded'),
      );
      await page.waitForLoadState('networkidle');
      expect(await layoutShift(page)).toBeLessThan(MAX_SHIFT);
    },
  );
});

/** Without a fallback font of the same metrics, the typeface causes layout shifts, which the typeface tests cover. */
async function blockTypeface(page: Page): Promise<void> {
  if (!hasFallbackFont) await page.route('**/*.woff2', (route) => route.abort());
}

/** The sum of all layout shifts. */
async function layoutShift(page: Page): Promise<number> {
  return (await layoutShifts(page)).reduce((sum, { score }) => sum + score, 0);
}
