// Canvases of phones fail without an error: where they are too large, or when the graphics process ends. The player then shows the
// same frame another way.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberOnScreen, openClip, openWorkbench, type Workbench } from '#tests/fixtures/player-page.ts';

/** Older iPhones show nothing of a canvas with a side of more than 4,096 pixels (city41/pxtobrx issue 10). */
const LARGE_CANVASES_STAY_EMPTY = `{
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...args) {
    if (Math.max(this.canvas.width, this.canvas.height) <= 4096) drawImage.apply(this, args);
  };
}`;

/** As the HTML standard has it: nothing is drawn while the context is lost, and events tell of both. */
const CONTEXTS = `{
  const { drawImage } = CanvasRenderingContext2D.prototype;
  let isLost = false;
  CanvasRenderingContext2D.prototype.isContextLost = () => isLost;
  CanvasRenderingContext2D.prototype.drawImage = function (...args) { if (!isLost || !this.canvas.isConnected) drawImage.apply(this, args); };
  const all = () => document.querySelectorAll('canvas');
  window.loseContexts = () => {
    for (const canvas of all()) canvas.getContext('2d').fillRect(0, 0, canvas.width, canvas.height);
    isLost = true;
    for (const canvas of all()) canvas.dispatchEvent(new Event('contextlost'));
  };
  window.restoreContexts = () => {
    isLost = false;
    for (const canvas of all()) canvas.dispatchEvent(new Event('contextrestored'));
  };
}`;

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

test('a step shows the frame of a clip that is larger than a canvas may be', async () => {
  const clip = { fps: [30, 1] as const, frames: 30, widthPx: 4608, heightPx: 1024 };
  const page = await openClip(workbench, clip, { script: LARGE_CANVASES_STAY_EMPTY });
  await page.keyboard.press('.');
  await page.getByText('frame 2 of 30').waitFor();
  await page.locator('video + canvas').waitFor();
  expect(await numberOnScreen(page)).toBe(1);
  await page.close();
});

test('the frame stays on screen when the context of its canvas is lost, and steps go on', async () => {
  const page = await openClip(workbench, { fps: [30, 1], frames: 30 }, { script: CONTEXTS });
  for (let frame = 2; frame <= 6; frame += 1) {
    await page.keyboard.press('.');
    await page.getByText(`frame ${frame} of 30`).waitFor();
  }
  await page.locator('video + canvas').waitFor();
  await page.evaluate('loseContexts()');
  await expect.poll(() => numberOnScreen(page)).toBe(5);
  await page.keyboard.press('.');
  await page.getByText('frame 7 of 30').waitFor();
  await expect.poll(() => numberOnScreen(page)).toBe(6);
  await page.evaluate('restoreContexts()');
  await page.locator('video + canvas').waitFor();
  await page.keyboard.press('.');
  await page.getByText('frame 8 of 30').waitFor();
  await expect.poll(() => numberOnScreen(page)).toBe(7);
  await page.close();
});
