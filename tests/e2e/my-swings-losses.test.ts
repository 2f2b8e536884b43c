// 'My swings' when the browser has removed something, and when the server cannot be reached.
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { exportedFile, partsOf, readExported } from '#web/kept/exported-file.ts';
import { words } from '#web/words/words.ts';
import { PHONE } from './browser.ts';
import { siteForTests } from './site.ts';
import { waitForToast } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests('device-site');

/** Opens 'My swings' with a number of comparisons. */
async function openWith(page: Page, count: number): Promise<void> {
  await page.goto(`${site.server.origin}/my-swings`);
  await untilHydrated(page);
  const numbers = Array.from({ length: count }, (_, number) => number);
  const kept = await Promise.all(
    numbers.map((number) => keptSwing(number, new Blob([`swing ${number}`]), new Blob(['pro']))),
  );
  const exported = Buffer.from(await exportedFile(kept).arrayBuffer());
  await page
    .getByLabel('File of exported swings or of a lesson')
    .setInputFiles({ name: 'swings.tar', mimeType: 'application/x-tar', buffer: exported });
  await page
    .getByRole('list', { name: 'Kept comparisons' })
    .getByRole('listitem')
    .nth(count - 1)
    .waitFor();
}

/** Runs in the page: calls `work` with the stores of the database. */
const inStores = (work: string) => `new Promise((resolve) => {
  const opening = indexedDB.open('swingmark-my-swings');
  opening.onsuccess = () => {
    const change = opening.result.transaction(['comparisons', 'thumbnails', 'clips'], 'readwrite');
    const [comparisons, thumbnails, clips] = ['comparisons', 'thumbnails', 'clips'].map((name) => change.objectStore(name));
    let answer;
    ${work}
    change.oncomplete = () => { opening.result.close(); resolve(answer()); };
  };
})`;

const REMOVE_A_CLIP = inStores(`
  const reading = comparisons.getAll();
  reading.onsuccess = () => clips.delete(reading.result[0].user.contentKey);
  answer = () => null;`);

const COUNT_STORED = inStores(`
  const counts = [comparisons, thumbnails, clips].map((store) => store.count());
  answer = () => counts.map(({ result }) => result);`);

test('exports the rest when the browser has removed a clip, and says which comparison is missing [F27]', async () => {
  const { page } = await site.newVisitor();
  await openWith(page, 2);
  await page.evaluate(REMOVE_A_CLIP);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as a file' }).click();
  const exported = await buffer(await (await coming).createReadStream());
  const options = { signal: new AbortController().signal, onPercent: () => undefined };
  expect(await readExported(await partsOf(new Blob([exported])), options)).toHaveLength(1);
  await page.getByText(/^Not in the file: “You vs. an earlier swing” of Apr 1, 2026/).waitFor();
});

test('‘Delete my videos now’ without a connection deletes what is on the device and says what is left [F37]', async () => {
  const { page } = await site.newVisitor();
  await openWith(page, 1);
  await page.route('**/api/my-videos', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Delete my videos now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your videos?' });
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await dialog.getByText('Everything on this device is deleted. What you uploaded could not be deleted').waitFor();
  expect(await page.evaluate(COUNT_STORED)).toEqual([0, 0, 0]);
  await page.getByText('Nothing here yet.').waitFor();

  await page.unroute('**/api/my-videos');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await waitForToast(page, 'Your videos were deleted');
});

test('says that another tab has another version where a newer one has changed the database', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await page.goto(`${site.server.origin}/how-to-use`);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('swingmark-my-swings', 1000);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
  );
  await page.goto(`${site.server.origin}/my-swings`);
  await page.getByRole('alert').getByText(words.mySwings.otherVersion).waitFor();
  expect(pageErrors).toEqual([]);
});
