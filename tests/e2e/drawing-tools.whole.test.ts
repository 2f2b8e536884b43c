// Drawing on the live pair with every tool, by mouse, touch, pen and keyboard; and that what is seen is what is rendered, in every
// layout.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ComparisonChoices, FIRST_CHOICES } from '#domain/comparison/comparison-choices.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { seek, waitForMergedVideo, waitForToast } from './steps.ts';

const site = siteForTests('device-site');

type Share = readonly [number, number];

const mirrored = { ...FIRST_CHOICES.user, isMirrored: true };
const moved = { ...FIRST_CHOICES.user, fit: { sizePercent: 130, rightPercent: 6, upPercent: -5 } };

const LAYOUTS: readonly (readonly [string, Partial<ComparisonChoices>])[] = [
  ['stacked, the visitor mirrored', { layout: 'stacked', user: mirrored }],
  ['a ghost', { layout: 'ghost' }],
  ['side by side', {}],
  ['side by side, swapped and mirrored', { isSwapped: true, user: mirrored }],
  ['cropped', { framing: 'golfers', user: moved }],
  ['cropped and mirrored', { framing: 'golfers', user: { ...moved, isMirrored: true } }],

  ['a ghost, mirrored', { layout: 'ghost', user: mirrored }],
  ['a wipe', { layout: 'wipe', wipePercent: 70 }],
];

const SHORT = LAYOUTS.slice(0, 1);

test('drawings of every tool stay on the golfer in every layout, survive a reload and are rendered as shown [S2.23 S2.41]', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...DESKTOP, hasTouch: true });
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await openSeeded(page, site.server.origin);
  await choose(page, { framing: 'full' });
  await page.goto(`${site.server.origin}/compare`);
  await waitForMergedVideo(page);
  const stage = page.getByRole('group', { name: 'Synced preview' });
  await openTab(stage, 'Draw');
  expect(await stage.getByRole('switch', { name: 'Draw on the live view' }).isChecked()).toBe(true);
  // The list of the Draw tab is folded away.
  const isThere = { includeHidden: true } as const;
  const drawings = page
    .getByRole('list', { name: 'Drawings', exact: true, ...isThere })
    .first()
    .getByRole('listitem', isThere);
  const picture = page.getByRole('application', { name: 'Draw on the picture: You', exact: true });
  await stage.getByRole('button', { name: 'Color and width' }).click();
  const width = page.getByRole('slider', { name: 'Drawing width' });
  await width.focus();
  await press(page, 'End', 'Escape');

  await useTool(page, 'Free draw');
  await swipe(page, picture, [0.2, 0.15], [0.2, 0.4]);
  await expect.poll(() => drawings.count()).toBe(1);
  await useTool(page, 'Arrow');
  await drawWithPen(page, picture, [0.3, 0.2], [0.7, 0.25]);
  await expect.poll(() => drawings.count()).toBe(2);
  await useTool(page, 'Circle');
  await drag(page, picture, [0.6, 0.45], [0.72, 0.45]);
  await expect.poll(() => drawings.count()).toBe(3);
  await useTool(page, 'Line on both');
  await drag(page, picture, [0.15, 0.9], [0.85, 0.88]);
  await expect.poll(() => drawings.count()).toBe(5);
  await useTool(page, 'Angle');
  await picture.focus();
  // After the pointer the first key only shows the cross-hair.
  await press(page, 'ArrowLeft', 'Enter', ...far('ArrowLeft', 3), 'Enter', ...far('ArrowUp', 3), 'Enter');
  await page.getByText('Line drawn.').waitFor();
  await expect.poll(() => drawings.count()).toBe(6);

  // One is chosen by keyboard, moved, and brought back.
  await useTool(page, 'Move');
  await picture.focus();
  await press(page, 'Enter', 'Enter', 'Shift+ArrowDown');
  await page.getByText('Moved.', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await press(page, 'Enter', 'Delete');
  await expect.poll(() => drawings.count()).toBe(5);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => drawings.count()).toBe(6);
  // And by pointer: the circle, by its edge.
  await drag(page, picture, [0.48, 0.45], [0.48, 0.55]);
  await stage.getByRole('button', { name: 'Lines on the body' }).click();
  await page.getByRole('button', { name: 'Head circle' }).last().click();
  await expect.poll(() => drawings.count()).toBe(7);
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await expect.poll(() => drawings.count()).toBe(6);
  expect(await axeViolations(page)).toEqual([]);

  for (const [name, choices] of scaled(SHORT, LAYOUTS)) {
    await choose(page, { framing: 'full', ...choices });
    await page.reload();
    await waitForMergedVideo(page);
    await page.getByRole('switch', { name: 'Drawing mode' }).click();
    await expect.poll(() => drawings.count(), { message: name }).toBe(6);
    await page.getByRole('button', { name: 'Render drawings into video' }).click();
    await waitForToast(page, 'Video rendered successfully!');
    const rendered = page.locator('video[aria-label="Video with drawings"]');
    const merged = page.locator('video[aria-label="Merged comparison"]');
    await seek(rendered, 99);
    await page
      .getByRole('region', { name: 'Merged comparison player' })
      .getByRole('slider', { name: 'Seek' })
      .press('End');
    await expect.poll(() => merged.evaluate((video: HTMLVideoElement) => video.ended || video.paused)).toBe(true);
    await expect.poll(async () => isSame(await mismatch(page, rendered)), { message: name }).toBe(true);
  }
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
});

/** Whether what is seen is what is rendered, but for some points of the thinnest lines. */
function isSame({ drawn, lacking, added }: Awaited<ReturnType<typeof mismatch>>): boolean {
  return drawn > 50 && lacking + added <= Math.max(3, drawn / 200);
}

/** Changes what the visitor chose of the comparison; shown after the next load. */
function choose(page: Page, changed: Partial<ComparisonChoices>): Promise<void> {
  const choices: ComparisonChoices = {
    ...FIRST_CHOICES,
    ...changed,
    // Names and strip have colors of their own.
    names: { ...FIRST_CHOICES.names, isShown: false },
    hasStrip: false,
  };
  return page.evaluate((value) => sessionStorage.setItem('choices', value), JSON.stringify(choices));
}

const useTool = (page: Page, name: string) => page.getByRole('radio', { name }).check();

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('a stylus that is pressed harder draws a wider line', async () => {
  const { page, pageErrors } = await site.newVisitor(DESKTOP);
  await openSeeded(page, site.server.origin);
  const stage = page.getByRole('group', { name: 'Synced preview' });
  await openTab(stage, 'Draw');
  await stage.getByRole('switch', { name: 'Draw on the live view' }).check();
  const picture = page.getByRole('application', { name: 'Draw on the picture: You', exact: true });
  const painted = () =>
    picture.getByRole('img').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return pixels.filter((value, index) => index % 4 === 3 && value > 127).length;
    });
  const counts: number[] = [];
  for (const [index, force] of [0.1, 0.5, 1].entries()) {
    const before = await painted();
    await drawWithPen(page, picture, [0.2, 0.2 + 0.2 * index], [0.8, 0.2 + 0.2 * index], force);
    await expect.poll(painted).toBeGreaterThan(before);
    counts.push((await painted()) - before);
  }
  // 3 pixels wide by default: 2, 3 and 5 here.
  expect((counts[1] ?? 0) / (counts[0] ?? 1)).toBeGreaterThan(1.2);
  expect((counts[2] ?? 0) / (counts[1] ?? 1)).toBeGreaterThan(1.3);
  expect(pageErrors).toEqual([]);
});

const far = (key: string, times: number) => Array.from({ length: times }, () => `Shift+${key}`);

async function placeOf(picture: Locator, [x, y]: Share): Promise<{ x: number; y: number }> {
  await picture.scrollIntoViewIfNeeded();
  const box = await picture.boundingBox();
  if (!box) throw new Error('The picture is not on screen');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function drag(page: Page, picture: Locator, from: Share, to: Share): Promise<void> {
  const [start, end] = [await placeOf(picture, from), await placeOf(picture, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

async function drawWithPen(page: Page, picture: Locator, from: Share, to: Share, force = 0.5): Promise<void> {
  const [start, end] = [await placeOf(picture, from), await placeOf(picture, to)];
  const devtools = await page.context().newCDPSession(page);
  const pen = { button: 'left', pointerType: 'pen', clickCount: 1, force } as const;
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...pen, ...start });
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...pen, buttons: 1, ...end });
  await devtools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...pen, ...end });
}

async function swipe(page: Page, picture: Locator, from: Share, to: Share): Promise<void> {
  const [start, end] = [await placeOf(picture, from), await placeOf(picture, to)];
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const at = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/**
 * How many points are drawn on the screen, how many of them are not red in the rendered picture, and how many are red there and not
 * near to anything drawn. Edges are left out.
 */
async function mismatch(page: Page, rendered: Locator): Promise<{ drawn: number; lacking: number; added: number }> {
  const canvas = page.getByRole('img', { name: /^Drawings on the video/ });
  const shown = await canvas.elementHandle();
  return rendered.evaluate(async (video: HTMLVideoElement, surface) => {
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const { width, height } = surface as HTMLCanvasElement;
    const seen = (surface as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const copy = new OffscreenCanvas(width, height).getContext('2d');
    copy?.drawImage(video, 0, 0, width, height);
    const file = copy?.getImageData(0, 0, width, height).data ?? [];
    const coverAt = (x: number, y: number) => seen[4 * (y * width + x) + 3] ?? 0;
    const isRed = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((part) => file[4 * (y * width + x) + part]);
      return red > 150 && green < 110 && blue < 110;
    };
    // Colors are half as fine as the picture: an edge is as wide as two of its pixels, at the screen's size.
    const edge = Math.ceil((2 * width) / video.videoWidth) + 1;
    const steps = Array.from({ length: 2 * edge + 1 }, (_, step) => step - edge);
    const near = steps.flatMap((down) => steps.map((across) => [across, down]));
    const counts = { drawn: 0, lacking: 0, added: 0 };
    for (let y = edge; y < height - edge; y += 1) {
      for (let x = edge; x < width - edge; x += 1) {
        const far = [-edge, -Math.round(edge / 2), 0, Math.round(edge / 2), edge];
        if (far.every((by) => coverAt(x + by, y) === 255 && coverAt(x, y + by) === 255)) {
          counts.drawn += 1;
          if (!isRed(x, y)) counts.lacking += 1;
        } else if (isRed(x, y) && near.every(([across = 0, down = 0]) => coverAt(x + across, y + down) === 0)) {
          counts.added += 1;
        }
      }
    }
    return counts;
  }, shown);
}
