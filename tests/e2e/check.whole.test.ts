// /check from the guide to the saved details. Its verdict in each engine: tests/browsers/check.whole.test.ts.
import { expect, test } from 'vitest';
import { PHONE } from './browser.ts';
import { siteForTests } from './site.ts';

const site = siteForTests('device-site');

test('"Check this phone" is found in the guide, can be canceled and begun again, and saves its details; nothing is sent', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, isUnmetered: true });
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page.goto(`${site.server.origin}/how-to-use`);
  await page.getByRole('link', { name: 'Check this phone' }).click();
  await page.getByRole('button', { name: 'Start the check' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('status').getByText('The check was canceled.').waitFor();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText(/^\d of 9: /).waitFor();
  const result = page.getByRole('status').filter({ has: page.getByRole('heading', { name: 'Result' }) });
  await result.waitFor({ timeout: 90_000 });
  expect(await page.getByRole('region', { name: 'Step by step' }).getByRole('listitem').count()).toBe(9);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save details' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('swingmark-check.txt');
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
});
