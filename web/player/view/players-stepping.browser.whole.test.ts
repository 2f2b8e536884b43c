// Stepping and seeking in real Chromium, on clips whose pictures carry their own number. Uses the workbench page; the
// random campaign over many kinds of clips is random-frames.browser.test.ts.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { boxOf, markAndRead, openClip, openWorkbench, press, type Workbench } from '#tests/fixtures/player-page.ts';
import { swingClip } from '#tests/fixtures/swing-clip.ts';

/** Presses of a step button forward, and one less back. */
const STEPS = scaled(5, 10);

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

describe('stepping', () => {
  test('each press of a step button shows another frame at 24 fps [S2.16]', async () => {
    const page = await openClip(workbench, { fps: [24, 1], frames: 72 });
    const seen: (number | null)[] = [];
    for (const button of [
      ...Array<string>(STEPS).fill('Step forward'),
      ...Array<string>(STEPS - 1).fill('Step back'),
    ]) {
      await press(page, button);
      seen.push((await markAndRead(page, 'top')).number);
    }
    const forward = Array.from({ length: STEPS }, (_, index) => index + 1);
    expect(seen).toEqual([...forward, ...forward.slice(0, -1).reverse()]);
    await page.close();
  });

  campaignTest('works without readable frame times', async () => {
    const unreadable = `Blob.prototype.slice = () => { throw new Error('not readable'); }`;
    const page = await openClip(workbench, { fps: [24, 1], frames: 72 }, { script: unreadable, isReady: '0:00.0' });
    const seen: (number | null)[] = [];
    for (const button of ['Step forward', 'Step forward', 'Step forward', 'Step back']) {
      await press(page, button);
      seen.push((await markAndRead(page, 'top')).number);
    }
    expect(seen).toEqual([1, 2, 3, 2]);
    expect(await page.getByText(/^frame/).count()).toBe(0);
    await page.close();
  });

  campaignTest('counts every fast press of "."', async () => {
    const page = await openClip(workbench, { fps: [60, 1], frames: 180 });
    for (let press = 0; press < 40; press++) await page.keyboard.press('.');
    expect((await markAndRead(page, 'top')).number).toBe(40);
    await page.close();
  });

  test('shows a small picture of the right frame until it is decoded, where key frames are far apart', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 120, gop: 120, bFrames: 2 });
    const [making] = await Promise.all([
      page.waitForEvent('worker', (worker) => worker.url().includes('small-pictures')),
      page.keyboard.press('.'),
    ]);
    if (page.workers().includes(making)) await making.waitForEvent('close');
    // The window's decoder gives no more output, and the player waits for it.
    await page.evaluate(`VideoDecoder.prototype.decode = () => undefined;
      VideoDecoder.prototype.flush = () => new Promise(() => undefined)`);
    await page.keyboard.press('End');
    const seen = [(await markAndRead(page, 'top')).number];
    for (let count = 0; count < 4; count++) await page.keyboard.press('Shift+ArrowLeft');
    seen.push((await markAndRead(page, 'top')).number);
    await page.keyboard.press(',');
    seen.push((await markAndRead(page, 'top')).number);
    expect(seen).toEqual([119, 79, 78]);
    await page.close();
  });

  test('marks the requested frames even when keys are faster than the pictures', async () => {
    const page = await openClip(workbench, { fps: [60, 1], frames: 180 });
    await page.evaluate(`for (const key of ['r', '.', '.', 't', '.', '.', '.', 's', '.', '.'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
    await page.getByText('frame 8 of 180').waitFor();
    await page.getByText('All positions marked! Ready for comparison.').waitFor();
    const marks = JSON.parse((await page.getByLabel('user annotations').textContent()) ?? '');
    expect(Object.values(marks).map((time) => Math.round(Number(time) * 60))).toEqual([0, 2, 5]);
    await page.close();
  });
});

describe('a decoded frame', () => {
  const ways: [string, boolean][] = [
    ['upright', false],
    ['turned by the container', true],
  ];
  test.each(scaled(ways.slice(1), ways))(
    'looks exactly as in the video itself, zoomed in too: %s',
    async (_, isPortrait) => {
      const page = await workbench.browser.newPage({ viewport: { width: 700, height: 700 } });
      await page.goto(workbench.address);
      const path = await swingClip({
        name: 'decoded',
        widthPx: 640,
        heightPx: 360,
        framesPerSecond: 30,
        seconds: 1,
        isPortrait,
      });
      await page.getByLabel('user video file').setInputFiles(path);
      await page.getByText('frame 1 of 30').waitFor();
      await page.getByRole('button', { name: /^Zoom/ }).click();
      const canvas = page.locator('video + canvas');
      await page.keyboard.press('.');
      await page.getByText('frame 2 of 30').waitFor();
      await canvas.waitFor();
      // The video follows the canvas after the last key press, and must then show the same frame.
      await page.waitForFunction(() => {
        const { currentTime, seeking } = document.querySelector('video') as HTMLVideoElement;
        return !seeking && currentTime > 1 / 30 && currentTime < 2 / 30;
      });
      await canvas.evaluate((element) => Object.assign(element, { hidden: true }));
      await page.mouse.move(0, 0);
      const { x, y, width, height } = await boxOf(page.locator('video').locator('xpath=..'));
      const clip = { x: x + 2, y: y + 2, width: width - 4, height: height - 4 };
      const ofVideo = await page.screenshot({ clip });
      await canvas.evaluate((element) => Object.assign(element, { hidden: false }));
      const ofCanvas = await page.screenshot({ clip });
      const difference = await page.evaluate<number>(
        `(${MEAN_DIFFERENCE})('${ofVideo.toString('base64')}', '${ofCanvas.toString('base64')}')`,
      );
      expect(difference).toBeLessThan(1.5);
      await page.close();
    },
  );
});

describe("a seek by the browser's own controls", () => {
  const seekInVideo = (page: Page, time: number) =>
    page.evaluate(`document.querySelector('video').currentTime = ${time}`);
  const seeked = (page: Page) => page.waitForFunction(`!document.querySelector('video').seeking`);

  test('is not undone when the player was about to copy the frame on screen to the video', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    await page.keyboard.press('.');
    await page.getByText('frame 2 of 90').waitFor();
    // The player waits for a pause in the input, and that time also passes while the page is busy.
    const busy = page.evaluate(`{ const end = performance.now() + 500; while (performance.now() < end); }`);
    await Promise.all([busy, seekInVideo(page, 1.51)]);
    await page.getByText('frame 46 of 90').waitFor();
    await seeked(page);
    expect((await markAndRead(page, 'top')).number).toBe(45);
    await page.close();
  });

  test('is not undone when the picture of an earlier place is decoded late', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    await page.evaluate(`{
      const { decode, flush } = VideoDecoder.prototype;
      const gate = new Promise((open) => (globalThis.openGate = open));
      globalThis.asked = new Promise((resolve) => {
        VideoDecoder.prototype.decode = function (chunk) {
          resolve();
          void gate.then(() => decode.call(this, chunk));
        };
      });
      VideoDecoder.prototype.flush = function () { return gate.then(() => flush.call(this)); };
    }`);
    await seekInVideo(page, 0.51);
    await page.evaluate('asked');
    await seekInVideo(page, 1.51);
    await page.getByText('frame 46 of 90').waitFor();
    await page.evaluate('openGate()');
    await page.locator('video + canvas').waitFor();
    expect((await markAndRead(page, 'top')).number).toBe(45);
    await page.close();
  });
});

/** Runs in the page: how far two pictures are from each other, of 255, as a mean over pixels and colors. */
const MEAN_DIFFERENCE = `async (...pictures) => {
  const [a, b] = await Promise.all(pictures.map(async (png) => {
    const image = Object.assign(new Image(), { src: 'data:image/png;base64,' + png });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  }));
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]), 0) / a.length;
}`;
