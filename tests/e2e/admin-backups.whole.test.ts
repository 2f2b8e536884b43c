// The administrator backs the site up, downloads the backup and restores it, on a phone and on a wide screen.
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPanel } from './admin-panel.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { ownSiteForTests } from './site.ts';

const site = ownSiteForTests();

const section = (page: Page) => page.getByRole('region', { name: 'Backups' });
const downloads = (page: Page) => section(page).getByRole('button', { name: /^Download the backup of/ });

async function deleteFirstGolfer(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: /^Delete / }).first();
  const label = (await button.getAttribute('aria-label')) ?? '';
  await button.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: label }).waitFor({ state: 'detached' });
  return label;
}

test.each([
  ['a phone', PHONE],
  ['a wide screen', DESKTOP],
])('a backup is made, downloaded and restored on %s, and any other file is refused [F61]', async (_, device) => {
  const { page, pageErrors } = await openPanel(site, device);
  const before = await downloads(page).count();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect.poll(() => downloads(page).count()).toBeGreaterThan(before);
  await section(page).getByText('Last backup: this minute.').waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), downloads(page).first().click()]);
  const archive = await buffer(await saved.createReadStream());
  expect(saved.suggestedFilename()).toMatch(/^swingmark-\d{4}-.*Z\.tar$/);
  expect(await axeViolations(page)).toEqual([]);

  const deleted = await deleteFirstGolfer(page);
  await section(page)
    .getByRole('button', { name: /^Restore: / })
    .first()
    .click();
  const question = page.getByRole('alertdialog', { name: /^Restore the backup of/ });
  expect(await axeViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Restore', exact: true }).click();
  await section(page).getByText('The site was restored this minute.').waitFor();
  await page.getByRole('button', { name: deleted }).waitFor();
  await section(page).getByText('Before the last restore').waitFor();

  await section(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'holiday.tar', mimeType: 'application/x-tar', buffer: archive.subarray(0, 100_000) });
  await page
    .getByRole('alertdialog', { name: 'Restore the backup of the file holiday.tar?' })
    .getByRole('button', { name: 'Restore', exact: true })
    .click();
  await section(page).getByText('This is not a complete backup of Swingmark').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(widthPx).toBeLessThanOrEqual(device.viewport.width);
  expect(pageErrors).toEqual([]);
});
