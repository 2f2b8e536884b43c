// The administrator's first visit to a new machine whose settings name the S3 store to which the lost one sent its backups.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HAS_S3, NEEDS_S3 } from '#tests/stores/s3-server.ts';
import { testBucketUrl } from '#tests/stores/test-servers.ts';
import { until } from '#tests/until.ts';
import { openPanel } from './admin-panel.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { startServer } from './running-server.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();

const golferCount = async (page: Page, origin: string) =>
  ((await (await page.request.get(`${origin}/api/pro/list`)).json()) as object[]).length;

describe.skipIf(!HAS_S3)(`a machine that is lost${NEEDS_S3}`, () => {
  test('the new one restores from the store without a command, with at most five presses [F61]', async () => {
    const store = { BACKUP_S3_URL: await testBucketUrl() };
    const old = await startServer(store);
    let count: number;
    try {
      const { page } = await openPanel({ ...site, server: old });
      const card = page.getByRole('region', { name: 'Backups' });
      await card.getByText('Each backup is also sent to the S3 store.').waitFor();
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Back up now' }).click();
      await card.getByText('also in the S3 store').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      count = await golferCount(page, old.origin);
    } finally {
      await old.stop();
    }
    const server = await startServer({ ...store, ADMIN_PASSWORD: '' });
    let presses = 0;
    const press = async (control: Locator) => {
      presses += 1;
      await control.click();
    };
    try {
      const { page } = await site.newVisitor(PHONE);
      await page.goto(`${server.origin}/admin`);
      const code = await until('there is a code', () =>
        server.log.flatMap((line) => /one-time code is (\S+)/.exec(line)?.[1] ?? []).at(-1),
      );
      await page.getByLabel('One-time code').fill(code);
      await press(page.getByRole('button', { name: 'Continue' }));
      const card = page.getByRole('region', { name: 'Or restore a backup' });
      await card.getByText('in the S3 store').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widthPx).toBeLessThanOrEqual(PHONE.viewport.width);
      await press(card.getByRole('button', { name: /^Restore: / }));
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }));
      const { page: other } = await site.newVisitor(DESKTOP);
      await expect.poll(() => golferCount(other, server.origin)).toBe(count);
      expect(presses).toBeLessThanOrEqual(5);
    } finally {
      await server.stop();
    }
  });
});
