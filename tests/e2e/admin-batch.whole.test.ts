// Many golfers at once: videos are dropped, searched, corrected in place and published together, through reloads.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AdminGolfer } from '#contract/golfers.ts';
import { smallSwing } from '#tests/fixtures/small-library.ts';
import { openPanel } from './admin-panel.ts';
import { axeViolations } from './axe-violations.ts';
import { PHONE } from './browser.ts';
import { ownSiteForTests } from './site.ts';
import { closeToast, REFERENCE_SWING, seek, waitForToast } from './steps.ts';

// A separate site: other tests rely on the golfers that ship with the product.
const site = ownSiteForTests();

/** An empty box of MP4: with it a file is another one, whose video is the same. */
const FREE_BOX = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]);

async function newVideo(name: string, path: string) {
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([await readFile(path), FREE_BOX]) };
}

const batchOf = (page: Page) => page.getByRole('region', { name: 'Add Many Pro Videos' });
const rowOf = (page: Page, name: string) => batchOf(page).getByRole('listitem', { name, exact: true });

/** The names in the library, as its administrator gets them. */
async function golfersOf(page: Page): Promise<readonly AdminGolfer[]> {
  return page.evaluate(async () => (await fetch('/api/pro/list')).json() as Promise<AdminGolfer[]>);
}

async function searchWithoutBody(page: Page): Promise<void> {
  await batchOf(page).getByRole('button', { name: 'Search without it' }).click();
}

test('dropped videos are searched, corrected in place and published together once, through reloads [S1.7 S2.44]', async () => {
  const { page, pageErrors } = await openPanel(site);
  const batch = batchOf(page);
  const ann = await newVideo('Ann_Example-driver.mp4', REFERENCE_SWING);
  const unnamed = await newVideo('__.mp4', await smallSwing('driver-face-on-woman-27-9'));
  const known = { ...ann, name: basename(REFERENCE_SWING), buffer: await readFile(REFERENCE_SWING) };
  const chooser = page.waitForEvent('filechooser');
  await batch.getByRole('button', { name: 'Choose Many Videos' }).press('Enter');
  await (await chooser).setFiles([ann, unnamed, { ...ann, name: 'Copy of Ann.mp4' }, known]);
  await batch.getByText('Copy of Ann.mp4: already in this list. The same video is not added twice.').waitFor();
  await rowOf(page, 'driver face on 24 8').getByText('Already in the library').waitFor();
  await batch.getByText('3 videos · 2 to search · 1 not published').waitFor();

  await searchWithoutBody(page);
  await rowOf(page, 'Ann Example driver')
    .getByText(/^(Finding positions, 1 of 3: \d+%|Needs a look)$/)
    .waitFor();
  await page.reload();
  await searchWithoutBody(page);
  await batch.getByText('3 videos · 2 need a look · 1 not published').waitFor();
  const name = rowOf(page, 'this video').getByLabel('Golfer’s name');
  await rowOf(page, 'this video').getByText('Enter the golfer’s name.').waitFor();
  expect(await name.evaluate((field) => field.ariaInvalid)).toBe('true');
  await name.fill('Ben Example');
  await rowOf(page, 'Ben Example')
    .getByRole('button', { name: 'The positions of Ben Example look right' })
    .press('Enter');
  await rowOf(page, 'Ben Example').getByText('Ready', { exact: true }).waitFor();
  await expect
    .poll(() =>
      batch
        .getByRole('list', { name: /^Positions of/ })
        .locator('img')
        .count(),
    )
    .toBe(6);

  const annRow = rowOf(page, 'Ann Example driver');
  expect(await annRow.getByLabel('Club of Ann Example driver').inputValue()).toBe('driver');
  await annRow.getByLabel('Golfer’s name').fill('Ann Example');
  await adjustSetup(page, 'Ann Example');
  // Without the body the others stay uncertain.
  await page.getByRole('button', { name: 'The positions of Ann Example look right' }).press('Enter');
  await rowOf(page, 'Ann Example').getByRole('button', { name: 'Setup: Your choice. Adjust it' }).waitFor();
  await rowOf(page, 'Ann Example')
    .getByRole('button', { name: 'Change view and hand of Ann Example: View not known' })
    .click();
  await page.getByRole('radio', { name: 'Face-on' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE.viewport);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
  expect(await axeViolations(page)).toEqual([]);

  await batch.getByRole('button', { name: 'Publish all checked' }).press('Enter');
  await rowOf(page, 'Ann Example')
    .getByText(/^(Waiting to upload|Uploading|Published|The server is reading)/)
    .waitFor();
  await page.reload();
  await batch.getByText('3 videos · 2 published · 1 not published').waitFor();
  await page.getByRole('button', { name: 'Delete Ben Example' }).waitFor();
  const added = (await golfersOf(page)).filter(({ name }) => /Example|24 8/.test(name));
  expect(added.map((golfer) => golfer.name)).toEqual(['Ann Example', 'Ben Example']);
  expect(added[0]).toMatchObject({ restTime: 0.75, club: 'Driver', view: 'face-on' });

  await batch.getByRole('button', { name: 'Clear published' }).press('Enter');
  await batch.getByText('1 video · 1 not published').waitFor();
  await batch.getByRole('button', { name: 'Remove driver face on 24 8' }).press('Enter');
  await rowOf(page, 'driver face on 24 8').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add Many Pro Videos');
  expect(pageErrors).toEqual([]);
});

test('a library file holds the administrator’s own golfers, and adds them on another site without a search', async () => {
  const { page, pageErrors } = await openPanel(site);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const saved = await buffer(await (await saving).createReadStream());
  const before = (await golfersOf(page)).filter(({ name }) => name.includes('Example'));
  expect(before.length).toBeGreaterThan(0);
  const batch = batchOf(page);
  const file = { name: 'library.swingmark', mimeType: '', buffer: saved };
  const choose = (given: typeof file) => batch.getByLabel('Videos of many golfers').setInputFiles(given);

  await choose({ ...file, buffer: file.buffer.subarray(0, -5000) });
  await batch.getByText('library.swingmark: this file is damaged or incomplete, so nothing of it was added.').waitFor();
  await choose(file);
  await batch.getByText(`${before.length} videos · ${before.length} ready`).waitFor();
  await batch.getByRole('button', { name: 'Publish all checked' }).click();
  await batch.getByText(`${before.length} videos · ${before.length} published`).waitFor();
  await rowOf(page, 'Ann Example')
    .getByText('The server already had this video. It was not published twice.')
    .waitFor();
  await batch.getByRole('button', { name: 'Clear published' }).click();

  for (const { name } of before) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' });
  }
  // Without own golfers there is nothing to save.
  await page.getByRole('button', { name: 'Save as a file' }).waitFor({ state: 'detached' });
  await choose(file);
  await batch.getByText(`${before.length} videos · ${before.length} ready`).waitFor();
  await page.reload();
  await batch.getByRole('button', { name: 'Publish all checked' }).click();
  await batch.getByText(`${before.length} videos · ${before.length} published`).waitFor();
  const after = (await golfersOf(page)).filter(({ name }) => name.includes('Example'));
  const facts = ({ name, club, height, view, hand, restTime, topTime, strikeTime }: AdminGolfer) => [
    ...[name, club, height, view, hand, restTime, topTime, strikeTime],
  ];
  expect(after.map(facts)).toEqual(before.map(facts));
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/** Marks the setup of a row's clip at 0.75 s. */
async function adjustSetup(page: Page, name: string): Promise<void> {
  const adjust = page.getByRole('button', { name: `Adjust the positions of ${name}` });
  await adjust.press('Enter');
  const marking = page.getByRole('region', { name: 'Pro swing video and its positions' });
  await marking.getByRole('slider', { name: 'Seek' }).waitFor();
  // 0.76 s of a 60 fps clip: the frame on screen begins at 45/60 s.
  await seek(marking.locator('video'), 0.76);
  await marking.getByText('3 of 3 positions marked').click();
  await marking.getByRole('button', { name: 'Mark Setup' }).click();
  await waitForToast(page, 'Position marked');
  await closeToast(page);
  await page.getByRole('button', { name: 'Done with the positions' }).press('Enter');
  expect(await adjust.evaluate((button) => button === document.activeElement)).toBe(true);
}
