// 'My swings': comparisons that are kept on the device, opened again, exported, imported and deleted; nothing of them is sent.
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { makeSmallDisk, mayMountDisks } from '#tests/faults/site/small-disk.ts';
import { keptSwing } from '#tests/fixtures/kept-swings.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { exportedFile, partsOf, readExported } from '#web/kept/exported-file.ts';
import { axeViolations } from './axe-violations.ts';
import { LAUNCH_OPTIONS, NO_SERVICE_WORKERS, PHONE } from './browser.ts';
import { openSeeded, PRO_SWING, USER_SWING } from './seed.ts';
import { siteForTests } from './site.ts';
import { waitForMergedVideo, waitForToast } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests('device-site');

const comparisons = (page: Page) => page.getByRole('list', { name: 'Kept comparisons' }).getByRole('listitem');
const importFile = (page: Page, content: Buffer) =>
  page
    .getByLabel('File of exported swings or of a lesson')
    .setInputFiles({ name: 'swings.tar', mimeType: 'application/x-tar', buffer: content });

async function openMySwings(page: Page): Promise<void> {
  await page.goto(`${site.server.origin}/my-swings`);
  await untilHydrated(page);
}

/**
 * An exported file with a number of comparisons with the same pro. Bytes appended to a video make it a different clip.
 */
async function exportOf(count: number, paddingBytes = 8): Promise<Buffer> {
  const [user, pro] = await Promise.all([USER_SWING, PRO_SWING].map(clipOf));
  const kept = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const own = new Blob([user ?? '', number.toString().padStart(paddingBytes)], { type: 'video/mp4' });
      return keptSwing(number, own, new Blob([pro ?? '']));
    }),
  );
  return Buffer.from(await exportedFile(kept).arrayBuffer());
}

async function clipOf({ clip }: typeof USER_SWING): Promise<Buffer<ArrayBuffer>> {
  return readFile((await numberedClip(clip)).path);
}

/** The number of entries in each store of the kept comparisons. */
function storedCounts(page: Page, of = ['comparisons', 'thumbnails', 'clips']): Promise<readonly number[]> {
  return page.evaluate(
    (names) =>
      new Promise<number[]>((resolve) => {
        const opening = indexedDB.open('swingmark-my-swings');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(names);
          const counts = names.map((name) => transaction.objectStore(name).count());
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(counts.map(({ result }) => result));
          };
        };
      }),
    of,
  );
}

test('a comparison is kept on the device, opened as it was, exported, deleted and imported again, and nothing is sent [S2.40]', async () => {
  const { page, pageErrors } = await site.newVisitor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  await openSeeded(page, site.server.origin, { alignment: 'top' });
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
  await page.getByText('Kept in My swings, on this device only.').waitFor();
  const session = await page.evaluate(() => JSON.stringify(sessionStorage.getItem('userVideo')));
  await page.getByRole('link', { name: 'My swings' }).first().click();
  await page.getByRole('heading', { name: '1 comparison' }).waitFor();
  await page.getByText('Marks', { exact: true }).click();
  await page.getByText('Setup 0.33 s').waitFor();
  await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('main li img')?.naturalWidth ?? 0) > 0);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as a file' }).click();
  const exported = await buffer(await (await coming).createReadStream());
  const options = { signal: new AbortController().signal, onPercent: () => undefined };
  const [kept] = await readExported(await partsOf(new Blob([exported])), options);
  const clips = await Promise.all(
    [...(kept?.clips.values() ?? [])].map(async (clip) => Buffer.from(await clip.arrayBuffer())),
  );
  expect(clips).toHaveLength(2);
  expect(clips[0]?.equals(await clipOf(USER_SWING))).toBe(true);
  expect(clips[1]?.equals(await clipOf(PRO_SWING))).toBe(true);

  await page.getByRole('button', { name: /^Delete: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Nothing here yet.').waitFor();
  expect(await storedCounts(page)).toEqual([0, 0, 0]);

  // A file that is cut off leaves nothing; the whole one brings everything back, once.
  await importFile(page, exported.subarray(0, exported.length - 2000));
  await page.getByText('damaged or incomplete').waitFor();
  expect(await storedCounts(page)).toEqual([0, 0, 0]);
  await importFile(page, exported);
  await page.getByText('1 comparison imported.').waitFor();
  await importFile(page, exported);
  await page.getByText('Everything in this file is here already.').waitFor();
  expect(await storedCounts(page)).toEqual([1, 1, 2]);

  // Opened in a fresh tab's session, as it was.
  await page.evaluate(() => sessionStorage.clear());
  await openMySwings(page);
  await page.getByRole('button', { name: /^Open: / }).click();
  await waitForMergedVideo(page);
  await page.getByText('merged with top alignment').waitFor();
  const again = await page.evaluate(() => JSON.stringify(sessionStorage.getItem('userVideo')));
  expect(withoutAddress(again)).toEqual(withoutAddress(session));
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
});

function withoutAddress(session: string): unknown {
  const { url: _, ...video } = JSON.parse(JSON.parse(session) as string) as Record<string, unknown>;
  return video;
}

wholeTest(
  'an earlier swing is compared with a later one, and ‘Delete my videos now’ deletes both [S2.40]',
  async () => {
    const { page, pageErrors } = await site.newVisitor(PHONE);
    await openMySwings(page);
    await importFile(page, await exportOf(3));
    await page.getByRole('heading', { name: '3 comparisons' }).waitFor();
    await page.getByRole('img', { name: /^Your tempo in 3 swings/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widthPx).toBeLessThanOrEqual(PHONE.viewport.width);

    await page
      .getByRole('button', { name: /^Me then, me now: / })
      .last()
      .click();
    await page
      .getByRole('button', { name: /^Choose this one: / })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Me then, me now' }).waitFor();
    const videos = await page.evaluate(() =>
      ['userVideo', 'customProVideo'].map(
        (key) => (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { fileName: string }).fileName,
      ),
    );
    expect(videos).toEqual(['swing 2.mp4', 'swing 0.mp4']);
    // The earlier swing is on the left, and the video is made on request only.
    const choices = await page.evaluate(() => JSON.parse(sessionStorage.getItem('choices') ?? '{}') as object);
    expect(choices).toMatchObject({ isSwapped: true, framing: 'golfers' });
    await page.getByRole('group', { name: 'Synced preview' }).locator('video').first().waitFor();
    await openTab(stageOf(page), 'Save');
    await page.getByRole('button', { name: 'Make the video' }).waitFor();
    expect(await page.getByText('Making your video').count()).toBe(0);

    await page.getByRole('button', { name: 'Delete my videos now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
    await waitForToast(page, 'Your videos were deleted');
    await page.getByRole('link', { name: 'My swings' }).first().click();
    await page.getByText('Nothing here yet.').waitFor();
    expect(await storedCounts(page)).toEqual([0, 0, 0]);
    expect(pageErrors).toEqual([]);
  },
);

/** Has the browser refuse the n-th entry and all after it, as it does when its storage is full. */
const FULL_FROM = (nth: number) => `
  const put = IDBObjectStore.prototype.put;
  let count = 0;
  IDBObjectStore.prototype.put = function (...entry) {
    count += this.transaction.db.name === 'swingmark-my-swings' ? 1 : 0;
    if (count >= ${nth} && !globalThis.hasRoom) throw new DOMException('Full', 'QuotaExceededError');
    return put.apply(this, entry);
  };`;

wholeTest(
  'a full storage keeps what it has, stores nothing partially, and reports a comparison that is not kept [S2.40]',
  async () => {
    const { page } = await site.newVisitor();
    // The file of one comparison has four entries.
    await page.addInitScript(FULL_FROM(7));
    await openMySwings(page);
    await importFile(page, await exportOf(1));
    await page.getByRole('heading', { name: '1 comparison' }).waitFor();
    await importFile(page, await exportOf(4));
    await page.getByText('There is not enough room in this browser').waitFor();
    expect(await storedCounts(page)).toEqual([1, 1, 2]);

    await page.getByRole('button', { name: /^Open: / }).click();
    await page.getByText('is not kept in My swings: the browser’s storage is full').waitFor();
    await page.evaluate(() => Object.assign(globalThis, { hasRoom: true }));
    await page.getByRole('link', { name: 'My swings' }).first().click();
    await importFile(page, await exportOf(4));
    await page.getByText('3 comparisons imported.').waitFor();
    expect(await storedCounts(page)).toEqual([4, 4, 5]);
  },
);

campaignTest('a browser that stores nothing shows a message', async () => {
  const { page } = await site.newVisitor();
  await page.addInitScript(
    "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('', 'SecurityError'); } })",
  );
  await openMySwings(page);
  await page.getByText('This browser does not let this site store anything').waitFor();
});

campaignTest('an import interrupted at any moment stores everything or nothing', async () => {
  const { page } = await site.newVisitor();
  const file = await exportOf(40);
  for (const percent of [0, 20, 45, 70, 90, 100]) {
    await openMySwings(page);
    await importFile(page, file);
    await page.waitForFunction(
      (least) => {
        const text = document.querySelector('main')?.textContent ?? '';
        const shown = /Checking the file… (\d+)%/.exec(text)?.[1];
        return shown === undefined ? /imported/.test(text) : Number(shown) >= least;
      },
      percent,
      { polling: 'raf' },
    );
    await page.reload();
    await untilHydrated(page);
    expect([
      [0, 0, 0],
      [40, 40, 41],
    ]).toContainEqual(await storedCounts(page));
  }
});

campaignTest('reads only the pictures near the screen out of 200 comparisons, and the rest on scrolling', async () => {
  const { page } = await site.newVisitor();
  await openMySwings(page);
  await importFile(page, await exportOf(200));
  await page.getByRole('heading', { name: '200 comparisons' }).waitFor();
  await openMySwings(page);
  await page.getByRole('heading', { name: '200 comparisons' }).waitFor();
  const pictures = () => page.locator('main li img').count();
  await expect.poll(pictures).toBeGreaterThan(2);
  expect(await pictures()).toBeLessThan(30);
  await comparisons(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => comparisons(page).last().locator('img').count()).toBe(1);
  expect(await pictures()).toBeLessThan(60);
});

campaignTest('a full device keeps what it has, and stores everything once there is room again', async ({ skip }) => {
  if (!(await mayMountDisks())) return skip('needs an account that may mount disks');
  const disk = await makeSmallDisk(160);
  const context = await chromium.launchPersistentContext(disk.path, { ...LAUNCH_OPTIONS, ...NO_SERVICE_WORKERS });
  onTestFinished(async () => {
    await context.close();
    await disk.remove();
  });
  const page = await context.newPage();
  await openMySwings(page);
  await importFile(page, await exportOf(1));
  await page.getByRole('heading', { name: '1 comparison' }).waitFor();
  const large = await exportOf(4, 8_000_000);
  await disk.fill(10_000_000);
  await importFile(page, large);
  await page.getByText('There is not enough room in this browser').waitFor();
  expect(await storedCounts(page)).toEqual([1, 1, 2]);
  await disk.empty();
  await importFile(page, large);
  await page.getByText('3 comparisons imported.').waitFor();
});

wholeTest(
  'a kept comparison plays with its golfer when the library cannot be reached, and takes the golfer along when it is deleted',
  async () => {
    const { page } = await site.newVisitor();
    await openSeeded(page, site.server.origin, { pro: 'golfer' });
    await page.getByRole('button', { name: 'Compare My Swing' }).click();
    await page.getByText('Kept in My swings, on this device only.').waitFor();
    await expect.poll(() => storedCounts(page, ['golfers'])).toEqual([1]);
    // Neither the golfer's facts nor the video can be loaded from now on.
    const isOfGolfer = ({ pathname }: URL) => /^\/api\/pro\/\d+|^\/uploads\//.test(pathname);
    await page.route(isOfGolfer, (route) => route.abort());
    await openMySwings(page);
    await page.getByText(/^[\d.]+ MB used/).waitFor();
    await comparisons(page).getByRole('button', { name: /^Open/ }).click();
    await page.waitForURL('**/compare');
    const pro = page.getByRole('group', { name: 'Synced preview' }).locator('video').last();
    await expect.poll(() => pro.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
    await expect.poll(() => pro.evaluate((video: HTMLVideoElement) => video.currentSrc)).toMatch(/^blob:/);
    expect(await page.getByText('The golfer could not be loaded').count()).toBe(0);
    await openMySwings(page);
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => storedCounts(page, ['golfers', 'comparisons'])).toEqual([0, 0]);
  },
);
