// Body lines in the live comparison, with the real model in a real browser: one clip with a golfer, one without.

import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { campaignTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { chooseLayout, openMore, openTab } from '#tests/fixtures/open-tab.ts';
import { SMALL_LIBRARY_GOLFERS, smallSwing } from '#tests/fixtures/small-library.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { openSeeded, type SeedSwing } from './seed.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();
const SLUG = 'iron-face-on-left-21-7';
const SWING = SMALL_LIBRARY_GOLFERS.find(({ slug }) => slug === SLUG);
if (!SWING) throw new Error(`The library has no ${SLUG}`);
const GOLFER = {
  path: await smallSwing(SLUG),
  marks: { restTime: SWING.restTime, topTime: SWING.topTime, strikeTime: SWING.strikeTime },
};
/** Short, because each frame without anybody in it is searched in thirty parts. */
const NOBODY: SeedSwing = { clip: { fps: [30, 1], frames: 4 }, frames: [0, 1, 2] };

campaignTest('body lines are drawn over the golfer, rotate with the picture, and are tracked only once', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, deviceScaleFactor: 2, isUnmetered: true });
  await openSeeded(page, site.server.origin, { user: GOLFER, pro: NOBODY });
  const group = page.getByRole('group', { name: 'Synced preview' });
  await group.getByRole('button', { name: 'Top: both golfers' }).click();
  await settled(page);
  const lines = group.getByRole('img', { name: 'Body lines of you' });
  expect(await lines.count()).toBe(0);

  await openTab(group, 'View');
  const onOff = group.getByRole('switch', { name: 'Body lines' });
  await onOff.press('Space');
  await group.getByText(/^Your swing: Looking at frame \d+ of \d+$/).waitFor();
  await group.getByText('Your pro: No golfer was found in this video.').waitFor();
  await group.getByRole('combobox', { name: 'Change how you were filmed' }).getByText('Face-on, left-handed').waitFor();

  const picture = group.locator('video[aria-label="Left: you"]');
  const skeleton = await shareOf(lines.locator('[data-lines="skeleton"]'), picture);
  // 1.78 m of a picture one and a half times as high (content/studio/clips.ts), from ears to toes and without the arms' swing.
  expect(skeleton.bottom - skeleton.top).toBeGreaterThan(0.45);
  expect(skeleton.bottom - skeleton.top).toBeLessThan(0.68);
  expect(Math.abs((skeleton.left + skeleton.right) / 2 - 0.5)).toBeLessThan(0.1);
  // At the top, the hands of a left-handed golfer are to the right.
  const wrists = await shareOf(lines.locator('[data-lines="wrists"]'), picture);
  expect(wrists.left).toBeGreaterThan(0.53);
  expect(await lines.locator('[data-lines="hands-gone"]').count()).toBe(1);
  expect(await lines.locator('[data-lines="hands-to-go"] path[stroke-dasharray]').count()).toBe(2);

  await openMore(group);
  await group.getByRole('button', { name: 'Mirror your swing' }).click();
  await expect
    .poll(async () => (await shareOf(lines.locator('[data-lines="wrists"]'), picture)).right)
    .toBeCloseTo(1 - wrists.left, 2);
  const turned = await shareOf(lines.locator('[data-lines="skeleton"]'), picture);
  expect(turned.left).toBeCloseTo(1 - skeleton.right, 2);
  expect(turned.top).toBeCloseTo(skeleton.top, 2);

  const card = page.getByRole('region', { name: 'Body at each position' });
  // Without a second golfer nothing is compared, so every row is folded.
  await card.getByText(/^What each video shows/).click();
  await expect.poll(() => card.getByRole('row', { name: /^Setup \d+° ±\d+/ }).count()).toBeGreaterThan(0);
  await expect.poll(() => card.getByTitle('Not visible from this view').count()).toBe(0);
  // An angle that neither view shows has no row.
  const rows = await card.getByRole('row').count();
  await chooseOption(group, 'Change how you were filmed', 'Down the line, left-handed');
  await expect.poll(() => card.getByRole('row').count()).toBeLessThan(rows);

  const { violations } = await new AxeBuilder({ page }).include('section:has(fieldset)').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await onOff.press('Space');
  await expect.poll(() => lines.count()).toBe(0);
  await onOff.press('Space');
  await lines.waitFor();
  expect(await group.getByRole('progressbar').count()).toBe(0);

  await golfersLikeTheClipComeFirst(page);
  expect(pageErrors).toEqual([]);
});

async function golfersLikeTheClipComeFirst(page: Page): Promise<void> {
  const picker = page.getByRole('region', { name: 'Select a Professional Golfer' });
  const headings = () => picker.getByRole('heading', { level: 3 }).allTextContents();
  const names = () =>
    picker
      .locator('button[aria-pressed]')
      .evaluateAll((cards) =>
        cards.map((card) => document.getElementById(card.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''),
      );
  await page.getByRole('button', { name: 'Back to Database Pro Selection' }).click();
  await picker.locator('button[aria-pressed]').first().waitFor();
  // The clip was said to be left-handed, and is in a mirror: it shows a right-hander.
  await expect.poll(headings).toEqual(['Best match for your swing', 'Down the line, right-handed like your clip']);
  const like = ['Ada, wedge, down the line', 'Ben, 7 iron, down the line'];
  expect((await names()).slice(0, 2).toSorted()).toEqual(like);
  await picker.getByRole('button', { name: 'Ben, 7 iron, down the line' }).click();
  const group = page.getByRole('group', { name: 'Synced preview' });
  await group.getByRole('img', { name: 'Body lines of Ben, 7 iron, down the line' }).waitFor();
  await openMore(group);
  const mirror = group.getByRole('button', { name: 'Mirror the pro', exact: true });
  expect(await mirror.getAttribute('aria-pressed')).toBe('false');
  await group.getByRole('button', { name: 'Mirror your swing' }).click();
  await chooseOption(group, 'Change how you were filmed', 'Face-on, left-handed');
  await expect.poll(headings).toEqual(['Face-on, left-handed like your clip']);
  await picker.getByRole('combobox', { name: 'Show golfers by view' }).selectOption('Any view');
  await expect.poll(headings).toEqual(['Face-on, left-handed like your clip', 'Other golfers']);
  const [first, ...others] = await names();
  expect(first).toBe('Noah, 7 iron, face-on');
  expect(others).toHaveLength(SMALL_LIBRARY_GOLFERS.length - 1);
  const [card] = await picker.getByRole('button', { name: first ?? '' }).allInnerTexts();
  expect(card).toMatch(/Face-on[\s\S]*Left-handed/);
}

test('the stored body of a library golfer is downloaded, and tracked only if that fails [S7.16]', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...DESKTOP, isUnmetered: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const askedFor = (path: string) => asked.filter((address) => address.startsWith(path)).length;
  // Tracking is impossible without the model.
  await page.route('**/assets/later/pose_landmark*', (route) => route.abort());
  await page.route('**/uploads/bodies/**', (route) => route.abort());
  const golfer = await openSeeded(page, site.server.origin, { user: NOBODY, pro: 'golfer' });
  const group = page.getByRole('group', { name: 'Synced preview' });
  await group.getByRole('button', { name: 'Top: both golfers' }).click();
  await settled(page);
  await openTab(group, 'View');
  await group.getByRole('switch', { name: 'Body lines' }).press('Space');
  await group.getByText(/^Body tracking could not be loaded/).waitFor();
  const lines = group.getByRole('img', { name: `Body lines of ${golfer}` });
  expect([askedFor('/uploads/bodies/'), await lines.count()]).toEqual([1, 0]);

  await page.unroute('**/uploads/bodies/**');
  await group.getByRole('button', { name: 'Try again' }).click();
  await lines.locator('[data-lines="skeleton"]').waitFor();
  const picture = group.locator(`video[aria-label="Right: ${golfer}"]`);
  const { top, bottom } = await shareOf(lines.locator('[data-lines="skeleton"]'), picture);
  expect(bottom - top).toBeGreaterThan(0.3);
  expect(askedFor('/uploads/bodies/')).toBeGreaterThan(1);
  expect(await group.getByText(`${golfer}: `).count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

campaignTest('a ghost is cut out of its picture, in the live view and in the merged video [S7.17]', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, isUnmetered: true });
  await openSeeded(page, site.server.origin, { user: NOBODY, pro: 'golfer' });
  const group = page.getByRole('group', { name: 'Synced preview' });
  await chooseLayout(group, 'Cut-out');
  const cutOut = group.locator('canvas[data-ghost="cut-out"]');
  await cutOut.waitFor();
  await group.getByRole('button', { name: 'Impact: both golfers' }).click();
  await settled(page);
  // A golfer covers a small part of the picture, of which nothing else is left.
  await expect.poll(() => coveredShare(cutOut)).toBeGreaterThan(0.015);
  expect(await coveredShare(cutOut)).toBeLessThan(0.25);

  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  const merging = page.waitForRequest((request) => request.url().endsWith('/api/merge-videos-chunked'));
  const { choices, bodies } = (await merging).postDataJSON();
  expect(choices).toMatchObject({ layout: 'ghost', ghost: { look: 'cut-out' } });
  expect(bodies.pro.outlines.outlines.length).toBeGreaterThan(40);
  await page.locator('video[aria-label="Merged comparison"]').waitFor({ state: 'attached' });
  expect(await page.getByText('Choices that need a golfer’s body are left out').count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

/** Which share of a canvas is not transparent. */
function coveredShare(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d');
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    let covered = 0;
    for (let at = 3; at < data.length; at += 4) covered += (data[at] ?? 0) / 255;
    return covered / (width * height);
  });
}

async function settled(page: Page): Promise<void> {
  await page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
}

/** Where a part is, in shares of the picture's width and height. */
function shareOf(part: Locator, picture: Locator) {
  return Promise.all([part, picture].map((each) => each.evaluate((element) => element.getBoundingClientRect()))).then(
    ([inner, outer]) => {
      if (!inner || !outer) throw new Error('Not on the page');
      return {
        left: (inner.left - outer.left) / outer.width,
        right: (inner.right - outer.left) / outer.width,
        top: (inner.top - outer.top) / outer.height,
        bottom: (inner.bottom - outer.top) / outer.height,
      };
    },
  );
}
