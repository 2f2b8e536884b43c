// Drawing on the merged video in a real browser, the rendered video checked pixel by pixel, and the duration of a download
// at half speed read with ffprobe.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { seek, waitForMergedVideo, waitForToast } from './steps.ts';

const site = siteForTests();

/** Ends and middle of the straight line, as fractions of the picture, where the videos have no red. */
const LINE = { from: [0.1, 0.1], middle: [0.25, 0.1], to: [0.4, 0.1] } as const;

/** A point on the free stroke, and one on which nothing is drawn. */
const ON_STROKE = [0.75, 0.5] as const;
const BESIDE_BOTH = [0.25, 0.2] as const;

/** When the drawings begin, in seconds. */
const DRAWN_AT = 0.4;

/** The middle of the line that is drawn with the keyboard, on one frame only. */
const ONE_FRAME = { middle: [0.275, 0.5] } as const;

type Share = readonly [number, number];

let folder: string;
let downloads = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-downloads-'));
});

afterAll(() => rm(folder, { recursive: true }));

const mergedPlayer = (page: Page) => page.getByRole('region', { name: 'Merged comparison player' });

/** A visitor with a merged video and drawing mode on. */
async function openDrawing() {
  const { page, pageErrors } = await site.newVisitor({ ...DESKTOP, hasTouch: true });
  await openSeeded(page, site.server.origin);
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
  await page.getByRole('switch', { name: 'Drawing mode' }).click();
  return { page, pageErrors, ...onComparePage(page) };
}

/** Steps to 0.4 s and draws a broad straight line and a stroke there. */
async function drawTwice(page: Page): Promise<void> {
  const { canvas, drawings } = onComparePage(page);
  const steps = 12;
  for (let count = 0; count < steps; count++)
    await mergedPlayer(page).getByRole('button', { name: 'Step forward' }).click();
  await mergedPlayer(page)
    .getByText(`frame ${steps * 2 + 1} of`)
    .waitFor();
  await page.getByRole('button', { name: 'Color and width' }).click();
  expect(await page.getByLabel('Drawing color').inputValue()).toBe('#ff0000');
  const width = page.getByRole('slider', { name: 'Drawing width' });
  expect(await width.getAttribute('aria-valuenow')).toBe('3');
  await width.press('End');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Straight line' }).check();
  await click(page, canvas, LINE.from);
  await click(page, canvas, LINE.to);
  await page.getByRole('radio', { name: 'Free draw' }).check();
  await drag(page, canvas, [0.6, 0.2], [0.9, 0.8]);
  await expect.poll(() => drawings.count()).toBe(2);
  await expect.poll(() => drawings.first().textContent()).toContain('0:00.4');
}

async function renderDrawings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Render drawings into video' }).click();
  await waitForToast(page, 'Video rendered successfully!');
  return page.locator('video[aria-label="Video with drawings"]');
}

test('a visitor draws on the merged video, has the drawings rendered into it and saves it at half speed [S1.2 S2.21 S2.23 S4.5 S5.8 S8.10 S8.11]', async () => {
  const { page, pageErrors, canvas, drawings } = await openDrawing();
  await drawTwice(page);
  // Undo, redo and clear.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => drawings.count()).toBe(1);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => drawings.count()).toBe(2);
  await page.getByRole('button', { name: 'Clear drawings' }).click();
  await expect.poll(() => drawings.count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => drawings.count()).toBe(2);

  // Each drawing is on the picture from its time on.
  await expect.poll(() => isRedOn(canvas, LINE.middle)).toBe(true);
  await expect.poll(() => isRedOn(canvas, ON_STROKE)).toBe(true);
  expect(await isRedOn(canvas, BESIDE_BOTH)).toBe(false);
  await mergedPlayer(page).getByRole('button', { name: 'Step back' }).click();
  await expect.poll(() => isRedOn(canvas, LINE.middle)).toBe(false);
  await drawings.first().getByRole('button').first().click();
  await expect.poll(() => isRedOn(canvas, LINE.middle)).toBe(true);

  const rendered = await renderDrawings(page);
  await expect.poll(() => isRedIn(rendered, LINE.middle, DRAWN_AT - 0.01)).toBe(false);
  await expect.poll(() => isRedIn(rendered, LINE.middle, DRAWN_AT + 0.01)).toBe(true);
  await expect.poll(() => isRedIn(rendered, LINE.middle, 99)).toBe(true);
  await expect.poll(() => isRedIn(rendered, ON_STROKE, 99.5)).toBe(true);
  await expect.poll(() => isRedIn(rendered, BESIDE_BOTH, 99)).toBe(false);

  const normal = await durationOf(await saved(page, 'Download'));
  await chooseOption(page.locator('body'), 'Download speed', '0.5x');
  const [slow] = await Promise.all([saved(page, 'Download'), waitForToast(page, 'Download successful!')]);
  expect(slow.name).toMatch(/^golf_swing_.+_0\.5x_\d{4}-\d\d-\d\d\.mp4$/);
  expect(await durationOf(slow)).toBeCloseTo(2 * normal, 2);
  expect(pageErrors).toEqual([]);
});

campaignTest(
  'drawings made by touch and keyboard, also on a single frame, have the same place on any screen and survive a reload',
  async () => {
    const { page, pageErrors, merged, canvas, drawings } = await openDrawing();
    // A touch stroke on the playing video pauses it and does not scroll the page.
    await mergedPlayer(page).getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => merged.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
    expect(await swipe(page, canvas, [0.3, 0.8], [0.3, 0.3])).toBe(0);
    await expect.poll(() => merged.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
    await expect.poll(() => drawings.count()).toBe(1);
    await page.getByRole('button', { name: 'Delete drawing 1' }).click();
    await page.keyboard.press('Home');
    await drawTwice(page);
    await drawByKeyboard(page);

    await page.setViewportSize(PHONE.viewport);
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBeLessThanOrEqual(PHONE.viewport.width);
    await expect.poll(() => isRedOn(canvas, LINE.middle)).toBe(true);
    await expect.poll(() => isRedOn(canvas, ON_STROKE)).toBe(true);
    expect(await isRedOn(canvas, BESIDE_BOTH)).toBe(false);
    await page.setViewportSize(DESKTOP.viewport);

    const rendered = await renderDrawings(page);
    // Between two frames of 60 per second, and on the next one.
    await expect.poll(() => isRedIn(rendered, ONE_FRAME.middle, DRAWN_AT - 0.01)).toBe(false);
    await expect.poll(() => isRedIn(rendered, ONE_FRAME.middle, DRAWN_AT + 0.008)).toBe(true);
    await expect.poll(() => isRedIn(rendered, ONE_FRAME.middle, DRAWN_AT + 0.025)).toBe(false);
    await expect.poll(() => isRedIn(rendered, ONE_FRAME.middle, 99)).toBe(false);
    await page.getByRole('button', { name: 'Delete drawing 2' }).click();
    await page.getByText('Your drawings have changed since.').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.reload();
    await waitForMergedVideo(page);
    await expect.poll(() => drawings.count()).toBe(2);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Drawing 2 is shown' }).textContent())
      .toBe('Only this frame');
    expect(pageErrors).toEqual([]);
  },
);

/** Draws a line with the arrow keys and Enter, shown on one frame only; changes that choice and undoes the change. */
async function drawByKeyboard(page: Page): Promise<void> {
  const { canvas, drawings } = onComparePage(page);
  await page.getByText('Keys for drawing').click();
  await page.getByText('Snap a straight line to 15°').waitFor();
  await page.getByRole('button', { name: 'Color and width' }).click();
  const isOnlyThisFrame = page.getByRole('radio', { name: 'Only this frame' });
  await isOnlyThisFrame.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => isOnlyThisFrame.isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  const picture = page.getByRole('application', { name: 'Draw on the picture' });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await picture.focus();
  const threeFarLeft = Array.from({ length: 3 }, () => 'Shift+ArrowLeft');
  await press('Enter', 'ArrowUp', 'Escape');
  await page.getByText('Line canceled.').waitFor();
  expect(await page.getByRole('switch', { name: 'Drawing mode' }).isChecked()).toBe(true);
  await press('ArrowDown', ...threeFarLeft, 'Enter', ...threeFarLeft, 'Enter');
  await page.getByText('Line drawn.').waitFor();
  await expect.poll(() => drawings.count()).toBe(3);
  expect(await axeViolations(page)).toEqual([]);

  // On its frame and on no other, while a drawing that stays is on both.
  await expect.poll(() => isRedOn(canvas, ONE_FRAME.middle)).toBe(true);
  await press('.');
  await expect.poll(() => isRedOn(canvas, ONE_FRAME.middle)).toBe(false);
  await expect.poll(() => isRedOn(canvas, LINE.middle)).toBe(true);
  await chooseOption(page.locator('body'), 'Drawing 3 is shown', 'From this frame on');
  await expect.poll(() => isRedOn(canvas, ONE_FRAME.middle)).toBe(true);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => isRedOn(canvas, ONE_FRAME.middle)).toBe(false);
  const shown = page.getByRole('combobox', { name: 'Drawing 3 is shown' });
  await expect.poll(() => shown.textContent()).toBe('Only this frame');
  await picture.focus();
  await press(',');
  await expect.poll(() => isRedOn(canvas, ONE_FRAME.middle)).toBe(true);
}

function onComparePage(page: Page) {
  return {
    merged: page.locator('video[aria-label="Merged comparison"]'),
    canvas: page.getByRole('img', { name: /^Drawings on the video/ }),
    drawings: page.getByRole('list', { name: 'Drawings', exact: true }).getByRole('listitem'),
  };
}

async function placeOf(canvas: Locator, [x, y]: Share): Promise<[number, number]> {
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The picture is not on screen');
  return [box.x + box.width * x, box.y + box.height * y];
}

async function click(page: Page, canvas: Locator, at: Share): Promise<void> {
  await page.mouse.click(...(await placeOf(canvas, at)));
}

async function drag(page: Page, canvas: Locator, from: Share, to: Share): Promise<void> {
  await page.mouse.move(...(await placeOf(canvas, from)));
  await page.mouse.down();
  await page.mouse.move(...(await placeOf(canvas, to)), { steps: 20 });
  await page.mouse.up();
}

/** Draws by touch and returns by how many pixels the page scrolled. */
async function swipe(page: Page, canvas: Locator, from: Share, to: Share): Promise<number> {
  const [[fromX, fromY], [toX, toY]] = [await placeOf(canvas, from), await placeOf(canvas, to)];
  const scrolledPx = await page.evaluate(() => scrollY);
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: fromX, y: fromY }] });
  for (const share of [0.2, 0.4, 0.6, 0.8, 1]) {
    const at = { x: fromX + (toX - fromX) * share, y: fromY + (toY - fromY) * share };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return (await page.evaluate(() => scrollY)) - scrolledPx;
}

function isRedOn(canvas: Locator, [x, y]: Share): Promise<boolean> {
  return canvas.evaluate(
    (element: HTMLCanvasElement, share) => {
      const at = [Math.round(element.width * share.x), Math.round(element.height * share.y)] as const;
      const [red = 0, green = 0, blue = 0, cover = 0] = element.getContext('2d')?.getImageData(...at, 1, 1).data ?? [];
      return red > 200 && green < 60 && blue < 60 && cover > 200;
    },
    { x, y },
  );
}

/** Whether the picture at a time is red at a point; a time after the end means the last frame. */
async function isRedIn(video: Locator, [x, y]: Share, time: number): Promise<boolean> {
  await seek(video, time);
  return video.evaluate(
    async (element: HTMLVideoElement, point) => {
      // The screen may show the new picture one refresh after the event.
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
      const copy = new OffscreenCanvas(element.videoWidth, element.videoHeight);
      const context = copy.getContext('2d');
      context?.drawImage(element, 0, 0);
      const at = [Math.round(copy.width * point.x), Math.round(copy.height * point.y)] as const;
      const [red = 0, green = 0, blue = 0] = context?.getImageData(...at, 1, 1).data ?? [];
      return red > 200 && green < 70 && blue < 70;
    },
    { x, y },
  );
}

async function saved(page: Page, button: string): Promise<{ name: string; path: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const file = await download;
  downloads += 1;
  const path = join(folder, `${downloads}.mp4`);
  await file.saveAs(path);
  return { name: file.suggestedFilename(), path };
}

async function durationOf({ path }: { path: string }): Promise<number> {
  const { stdout } = await execa('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    path,
  ]);
  return Number(stdout);
}
