// Interruptions between a file and its merged video, in a real browser against the real server: refused files, reloads,
// server errors, a lost connection, canceling.

import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { openSeeded, type Seed, USER_SWING } from './seed.ts';
import { siteForTests } from './site.ts';
import { waitForMergedVideo, waitForToast } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

async function visit(path = '/') {
  const visitor = await site.newVisitor();
  await visitor.page.goto(site.server.origin + path);
  return visitor;
}

/** A visitor who has marked and chosen everything. */
async function visitReady(seed: Seed = {}) {
  const visitor = await site.newVisitor();
  const golferName = await openSeeded(visitor.page, site.server.origin, seed);
  await visitor.page.getByRole('button', { name: 'Compare My Swing' }).and(visitor.page.locator(':enabled')).waitFor();
  return { ...visitor, golferName };
}

const compare = (page: Page) => page.getByRole('button', { name: 'Compare My Swing' }).click();

wholeTest('a file of a wrong type or over 500MB is refused in a toast and beside the control [S5.1 S5.2]', async () => {
  const { page } = await visit();
  const input = page.getByLabel('Your swing video file');
  await input.setInputFiles({ name: 'card.txt', mimeType: 'text/plain', buffer: Buffer.from('72') });
  await waitForToast(page, 'Invalid file type');
  const types = 'Please select a video file (MP4, MOV, AVI, MKV, WebM, M4V, 3GP, FLV, WMV)';
  await page.getByText(types, { exact: true }).waitFor();
  await page.getByText(`Invalid file type: ${types}`).waitFor();

  await input.evaluate((element: HTMLInputElement) => {
    const mebibyte = new Blob([new Uint8Array(1024 * 1024)]);
    const files = new DataTransfer();
    files.items.add(
      new File([...Array.from({ length: 500 }, () => mebibyte), 'x'], 'large.mp4', { type: 'video/mp4' }),
    );
    element.files = files.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await waitForToast(page, 'File too large');
  await page.getByText('File too large: Please select a video file smaller than 500MB').waitFor();
  expect(await page.getByRole('heading', { name: 'Annotate Key Positions' }).count()).toBe(0);
});

wholeTest('a file that is dropped anywhere on the page or pasted becomes the swing video [S2.8]', async () => {
  const { page } = await visit();
  const addFile = (kind: 'drop' | 'paste') =>
    page.evaluate(async (type) => {
      const [demo] = (await (await fetch('/api/demo/list')).json()) as { videoUrl: string }[];
      const video = await (await fetch(demo?.videoUrl ?? '')).blob();
      const files = new DataTransfer();
      files.items.add(new File([video], `${type}.mp4`, { type: 'video/mp4' }));
      const options = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: files })
          : new ClipboardEvent('paste', { ...options, clipboardData: files }),
      );
    }, kind);
  await addFile('drop');
  await page.getByText('drop.mp4').waitFor();
  // An existing video is never replaced by accident.
  await addFile('paste');
  expect(await page.getByText('paste.mp4').count()).toBe(0);
});

test('a reload loses neither the video, its marks nor the golfer', async () => {
  const { page, pageErrors, golferName } = await visitReady({ pro: 'golfer' });
  const fileName = basename((await numberedClip(USER_SWING.clip)).path);
  await page.reload();
  await page.getByText('All positions marked! Ready for comparison.').waitFor();
  await page.getByText(fileName).waitFor();
  await page.getByRole('button', { name: golferName ?? '', pressed: true }).waitFor();
  expect(pageErrors).toEqual([]);
});

campaignTest('a reload does not lose a running merge, and sends nothing again', async () => {
  const { page, pageErrors } = await visitReady({ pro: 'golfer' });
  let chunksSent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/upload-chunk')) chunksSent += 1;
  });
  await compare(page);
  await page
    .getByText('Merging', { exact: true })
    .or(page.getByRole('progressbar', { name: 'Merging' }))
    .first()
    .waitFor();
  const sentBefore = chunksSent;
  await page.reload();
  await waitForMergedVideo(page);
  expect(sentBefore).toBeGreaterThan(0);
  expect(chunksSent).toBe(sentBefore);
  expect(pageErrors).toEqual([]);
});

wholeTest(
  'without a comparison the compare page reports it and returns to the analysis page [S2.22 S8.2]',
  async () => {
    const { page } = await visit('/compare');
    await waitForToast(page, 'No comparison data found');
    await page.waitForURL(`${site.server.origin}/`);
    await page.evaluate(() => sessionStorage.setItem('userVideo', '{broken'));
    await page.goto(`${site.server.origin}/Compare`);
    await waitForToast(page, 'Invalid comparison data');
    await page.getByText('Please start from the analysis page', { exact: true }).waitFor();
  },
);

wholeTest('a merge that fails on the server shows its error and can be retried [S4.4 S8.3]', async () => {
  const { page } = await visitReady();
  const sentence = 'The server is out of space. Please try again later.';
  await page.route('**/api/merge-videos-chunked', (route) =>
    route.fulfill({ status: 507, json: { error: sentence, message: sentence, code: 'no-space' } }),
  );
  await compare(page);
  await waitForToast(page, 'Video merging failed');
  await page.getByText(`Video merging failed: ${sentence}`).waitFor();
  await page.unroute('**/api/merge-videos-chunked');
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForMergedVideo(page);
});

campaignTest('an upload survives a lost connection and waits while the browser is offline', async () => {
  const { page } = await visitReady();
  let failure: 'connectionreset' | 'internetdisconnected' | null = 'connectionreset';
  await page.route('**/api/upload-chunk', (route) => (failure ? route.abort(failure) : route.continue()));
  await compare(page);
  await page.getByText('Connection lost. Retrying…').waitFor();
  await page.context().setOffline(true);
  failure = 'internetdisconnected';
  await page.getByText("You are offline. This continues when you're back online.").waitFor();
  failure = null;
  await page.context().setOffline(false);
  await waitForMergedVideo(page);
});

campaignTest('a comparison can be stopped and started again', async () => {
  const { page } = await visitReady();
  await page.route('**/api/merge-videos-chunked', () => undefined);
  await compare(page);
  await page.getByRole('progressbar', { name: 'Merging' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('You stopped this comparison.').waitFor();
  await page.unroute('**/api/merge-videos-chunked');
  await page.getByRole('button', { name: 'Start again' }).click();
  await waitForMergedVideo(page);
});

test('deleting my videos removes everything from the server and the browser', async () => {
  const { page } = await site.newVisitor();
  await openSeeded(page, site.server.origin, { pro: null });
  await page.getByRole('button', { name: 'Delete my videos now' }).click();
  await page.getByRole('dialog', { name: 'Delete your videos?' }).waitFor();
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/my-videos'));
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await waitForToast(page, 'Your videos were deleted');
  expect((await answer).status()).toBe(200);
  await page.getByText('Drop your swing video here').waitFor();
  await page.reload();
  await untilHydrated(page);
  await page.getByText('Drop your swing video here').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
