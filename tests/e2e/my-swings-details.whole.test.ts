// What 'My swings' keeps without being asked: live comparisons, the last mark before the page is closed, titles and notes, and
// how well positions were found.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readCheckedSwings } from '#domain/moments/checked-swing.ts';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { exportedFile } from '#web/kept/exported-file.ts';
import { axeViolations } from './axe-violations.ts';
import { PHONE } from './browser.ts';
import { openSeeded, USER_SWING } from './seed.ts';
import { siteForTests } from './site.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

async function openMySwings(page: Page): Promise<void> {
  await page.goto(`${site.server.origin}/my-swings`);
  await untilHydrated(page);
}

/** How many comparisons are kept. Opens no database that is not there: that would make an empty one. */
function keptCount(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = 'swingmark-my-swings';
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return 0;
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const count = opening.result.transaction('comparisons').objectStore('comparisons').count();
        count.onsuccess = () => {
          opening.result.close();
          resolve(count.result);
        };
      };
    });
  });
}

test('a live comparison is kept once both swings are marked, including a mark set just before the page closes [S2.40]', async () => {
  const { page } = await site.newVisitor();
  await openSeeded(page, site.server.origin);
  await untilHydrated(page);
  await expect.poll(() => keptCount(page)).toBe(1);
  // From here on the database does not answer, as if the page were gone.
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('Closing', 'InvalidStateError');
    };
  });
  const region = page.getByRole('region', { name: 'Your swing video and its positions' });
  await region.getByText('3 of 3 positions marked').click();
  const top = region.getByRole('button', { name: /^Go to top/ }).last();
  const before = await top.innerText();
  await region.getByRole('button', { name: 'Move top one frame forward' }).click();
  await expect.poll(() => top.innerText()).not.toBe(before);
  const marked = await top.innerText();
  const context = page.context();
  await page.close();

  const next = await context.newPage();
  await openMySwings(next);
  await next.getByRole('heading', { name: '1 comparison' }).waitFor();
  await next.getByText('Marks', { exact: true }).click();
  await next.getByText(`Top ${marked}`).waitFor();
  await next.close();
});

test('comparisons of one swing stand together, and all but the newest open on request [S2.40]', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await openMySwings(page);
  const swing = (text: string) => new Blob([text]);
  const exported = exportedFile(
    await Promise.all([
      keptSwing(0, swing('one'), swing('a pro')),
      keptSwing(1, swing('another'), swing('a pro')),
      keptSwing(2, swing('one'), swing('another pro')),
    ]),
  );
  await page.getByLabel('File of exported swings or of a lesson').setInputFiles({
    name: 'swings.tar',
    mimeType: 'application/x-tar',
    buffer: Buffer.from(await exported.arrayBuffer()),
  });
  await page.getByRole('heading', { name: '3 comparisons' }).waitFor();
  const open = page.getByRole('button', { name: /^Open: / });
  expect(await open.count()).toBe(2);
  const topOf = async (button: Locator) => Math.round((await button.boundingBox())?.y ?? 0);
  const [first, last] = [open.first(), page.getByRole('button', { name: /^Delete: / }).first()];
  expect(await topOf(last)).toBe(await topOf(first));
  await page.getByText('1 more comparison of this swing', { exact: true }).click();
  await expect.poll(() => open.count()).toBe(3);
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('title, club and note of a comparison are stored while typing, and found positions are counted and saved [S2.40]', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await openMySwings(page);
  const [user, pro] = [await readFile((await numberedClip(USER_SWING.clip)).path), new Blob(['another clip'])];
  const exported = exportedFile([await keptSwing(0, new Blob([user]), pro)]);
  await page.getByLabel('File of exported swings or of a lesson').setInputFiles({
    name: 'swings.tar',
    mimeType: 'application/x-tar',
    buffer: Buffer.from(await exported.arrayBuffer()),
  });
  await page.getByText(/^File of Apr 1, 2026/).waitFor();
  await page.getByText(/^Compared Apr 1, 2026/).waitFor();
  await page.getByRole('button', { name: /^Edit: / }).click();
  await page.getByLabel('Title').fill('Range, wind from the left');
  await page.getByLabel('Club').selectOption('Driver');
  await page.getByLabel('Note').fill('Wider stance.');
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Range, wind from the left' }).waitFor();
  await page.getByText('You vs. an earlier swing', { exact: true }).waitFor();
  await page.getByText(/^Driver · Your tempo/).waitFor();
  await page.getByText('Wider stance.').waitFor();

  await page.getByText('How well your positions were found').click();
  await page.getByText('Impact: 2 of 2 right').waitFor();
  await page.getByText('Setup: 0 of 2 right').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the positions as a file' }).click();
  const saved = await text(await (await coming).createReadStream());
  expect(readCheckedSwings(JSON.parse(saved))).toHaveLength(2);
  expect(saved).not.toContain('swing 0');
  expect(pageErrors).toEqual([]);
});
