// The merged video made in the visitor's browser: nothing of their clips is sent, and the server's way is offered where it fails.
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readHeader } from '#domain/mp4/header.ts';
import { mergedVideoFacts } from '#domain/mp4/video-track.ts';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { DESKTOP } from './browser.ts';
import { openSeeded, PRO_SWING } from './seed.ts';
import { siteForTests } from './site.ts';
import { waitForMergedVideo, waitForToast } from './steps.ts';

const site = siteForTests('device-site');

/** Every request of a page that is not a plain read. */
function watchSending(page: Page): string[] {
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}

const compare = (page: Page) => page.getByRole('button', { name: 'Compare My Swing' }).click();
const askedToUpload = (page: Page) => page.getByRole('button', { name: 'Upload and use the server' });

wholeTest(
  'two of the visitor’s own clips are merged, drawn on and re-timed offline, and a reload keeps the video [S4.11]',
  async () => {
    const { page, pageErrors } = await site.newVisitor({ ...DESKTOP, serviceWorkers: 'allow' });
    await page.goto(site.server.origin);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const sent = watchSending(page);
    await openSeeded(page, site.server.origin);
    await page.context().setOffline(true);
    await compare(page);
    await Promise.all([waitForToast(page, 'Videos merged successfully!'), waitForMergedVideo(page)]);
    await page.getByText('Made on this device. Nothing was uploaded.').waitFor();

    await chooseOption(page.locator('body'), 'Download speed', '0.5x');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const saved = await buffer(await (await coming).createReadStream());
    const header = await readHeader(saved.length, async (from, end) => saved.subarray(from, end));
    // One of the clips has 60 frames per second.
    expect(header && mergedVideoFacts(header.moov)).toMatchObject({ frameRate: { numerator: 30, denominator: 1 } });

    await page.getByRole('switch', { name: 'Drawing mode' }).click();
    const picture = page.getByRole('application', { name: 'Draw on the picture' });
    await picture.scrollIntoViewIfNeeded();
    const box = await picture.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 40);
    await page.mouse.up();
    const drawings = page.getByRole('list', { name: 'Drawings', exact: true }).getByRole('listitem');
    await expect.poll(() => drawings.count()).toBe(1);
    await page.getByRole('button', { name: 'Render drawings into video' }).click();
    await waitForToast(page, 'Video rendered successfully!');
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('video[aria-label="Video with drawings"]')?.videoWidth ?? 0) > 0,
    );

    await page.reload();
    await waitForMergedVideo(page);
    await page.getByRole('radio', { name: 'Video', exact: true }).check();
    await expect.poll(() => drawings.count()).toBe(1);
    expect(sent).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);

/** Has the worker run code of a test before its own. */
async function inWorker(page: Page, code: string): Promise<void> {
  await page.route('**/render-worker*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${code};\n${await response.text()}` });
  });
}

const ENDS_AT_FRAME_20 = `{
  const encode = VideoEncoder.prototype.encode;
  let frames = 0;
  VideoEncoder.prototype.encode = function (...given) {
    frames += 1;
    if (frames === 20) this.close();
    return encode.apply(this, given);
  };
}`;

/** A visitor whose encoder has ended half way. */
async function visitorWithoutEncoder() {
  const { page, pageErrors } = await site.newVisitor();
  const sent = watchSending(page);
  await inWorker(page, ENDS_AT_FRAME_20);
  await openSeeded(page, site.server.origin);
  await compare(page);
  await page.getByText('Making the video on this device has failed. Your videos and marks are still here.').waitFor();
  await page.getByText(/^Our server can make the video instead\. This uploads [\d.]+ MB of your own video\./).waitFor();
  await askedToUpload(page).waitFor();
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
  return { page, pageErrors, sent };
}

test('an encoder that fails midway is reported, and nothing is sent before the visitor agrees [S4.11]', async () => {
  await visitorWithoutEncoder();
});

campaignTest('after agreeing to the upload the visitor gets the server’s video, and is not asked again', async () => {
  const { page, pageErrors, sent } = await visitorWithoutEncoder();
  await askedToUpload(page).click();
  await waitForMergedVideo(page);
  await page.getByText('Made on our server.').waitFor();
  expect(sent).toContain('POST /api/merge-videos-chunked');
  await page.reload();
  await waitForMergedVideo(page);
  expect(pageErrors).toEqual([]);
});

campaignTest('missing browser features are reported before anything is sent', async () => {
  const faults: readonly (readonly [code: string, sentence: string])[] = [
    ['delete self.VideoDecoder', 'This browser cannot make videos.'],
    [
      'VideoEncoder.isConfigSupported = async () => ({ supported: false })',
      'This browser cannot write a video of this size by itself.',
    ],
    [
      `{ const encode = VideoEncoder.prototype.encode; let n = 0;
         VideoEncoder.prototype.encode = function (...given) { n += 1; if (n !== 15) encode.apply(this, given); }; }`,
      'This browser does not decode every frame of the two videos correctly, so the merged video would not be exact.',
    ],
    [
      // As if the file had been deleted from the disk in the meantime.
      `Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('Gone', 'NotFoundError'));
       Blob.prototype.stream = () => { throw new DOMException('Gone', 'NotFoundError'); }`,
      'One of your videos can no longer be read on this device. Was it moved or deleted? Go back and choose it again.',
    ],
  ];
  for (const [code, sentence] of faults) {
    const { page } = await site.newVisitor();
    const sent = watchSending(page);
    await inWorker(page, code);
    await openSeeded(page, site.server.origin);
    await compare(page);
    await page.getByText(sentence).waitFor();
    await askedToUpload(page).waitFor();
    expect(sent).toEqual([]);
  }
});

campaignTest('a clip that this browser cannot decode is reported before anything is sent', async () => {
  const { page } = await site.newVisitor();
  const sent = watchSending(page);
  const hevc = { ...PRO_SWING, clip: { ...PRO_SWING.clip, codec: 'hevc' as const } };
  await openSeeded(page, site.server.origin, { pro: hevc });
  await compare(page);
  await page.getByText(/^This browser cannot read one of the two videos/).waitFor();
  expect(sent).toEqual([]);
  await askedToUpload(page).click();
  await waitForMergedVideo(page);
});

campaignTest('a video that does not fit in the storage is shown, with a note that a reload loses it', async () => {
  const { page } = await site.newVisitor();
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'results') throw new DOMException('No room', 'QuotaExceededError');
      return put.apply(this, given);
    };
  });
  await openSeeded(page, site.server.origin);
  await compare(page);
  await waitForMergedVideo(page);
  await page.getByText(/^This browser has no room to keep the video/).waitFor();
});

campaignTest('a video with a library golfer is made on the device, and can be stopped immediately', async () => {
  const { page, pageErrors } = await site.newVisitor();
  const sent = watchSending(page);
  await openSeeded(page, site.server.origin, { pro: 'golfer' });
  await compare(page);
  await page.getByText(/frame \d+ of \d+ · \d+%/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('You stopped this comparison.').waitFor();
  await expect.poll(() => page.workers().filter((worker) => worker.url().includes('render-worker')).length).toBe(0);
  await page.getByRole('button', { name: 'Start again' }).click();
  await waitForMergedVideo(page);
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
});

campaignTest('a library golfer who was played live is merged offline', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...DESKTOP, serviceWorkers: 'allow' });
  await page.goto(site.server.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const sent = watchSending(page);
  await openSeeded(page, site.server.origin, { pro: 'golfer' });
  const live = page.getByRole('group', { name: 'Synced preview' });
  await live.getByRole('button', { name: 'Top: both golfers' }).click();
  await page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await compare(page);
  await waitForMergedVideo(page);
  await page.getByText('Made on this device. Nothing was uploaded.').waitFor();
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/** The video is never finished. */
const NEVER_ENDS = 'VideoEncoder.prototype.flush = () => new Promise(() => undefined)';

campaignTest(
  'a page that crashed while making a video does not retry automatically, but a reloaded one does',
  async () => {
    for (const hasDied of [false, true]) {
      const { page } = await site.newVisitor();
      await inWorker(page, NEVER_ENDS);
      // A crashed page reports nothing.
      if (hasDied)
        await page.addInitScript(() => addEventListener('pagehide', (e) => e.stopImmediatePropagation(), true));
      await openSeeded(page, site.server.origin);
      await compare(page);
      await page.getByText(/frame \d+ of \d+ · \d+%/).waitFor();
      await page.unroute('**/render-worker*.js');
      await page.reload();
      if (hasDied) {
        await page.getByText('This page crashed the last time it made this video on this device.').waitFor();
        await page.getByRole('button', { name: 'Try again on this device' }).click();
      }
      await waitForMergedVideo(page);
    }
  },
);
