// The picture of all differences, made on the device from differences in timing alone: no body has to be found for it.
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { pngSize } from '#tests/fixtures/png-size.ts';
import { PHONE } from './browser.ts';
import { openSeeded, PRO_SWING, USER_SWING } from './seed.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();

test('all differences go into one picture with both golfers, which is saved without sending anything', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await openSeeded(page, site.server.origin, { user: { ...USER_SWING, frames: [2, 26, 46] }, pro: PRO_SWING });
  const stage = page.getByRole('group', { name: 'Synced preview' });
  const list = stage.getByRole('region', { name: 'What differs most' });
  await list.getByRole('button', { name: /Your (downswing|backswing)/ }).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));

  await list.getByRole('button', { name: 'Share these differences' }).click();
  const dialog = page.getByRole('dialog', { name: 'What differs most' });
  const picture = dialog.getByRole('img', { name: /^Your (downswing|backswing)/ });
  await picture.waitFor();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^golf_swing_comparison_differences_\d{4}-\d\d-\d\d\.png$/);
  const { widthPx, heightPx } = pngSize(await buffer(await download.createReadStream()));
  // One row: a title, a sentence and two stills beside each other.
  expect([widthPx > 650, heightPx > 400, heightPx < 1000]).toEqual([true, true, true]);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect([sent, pageErrors]).toEqual([[], []]);
});
