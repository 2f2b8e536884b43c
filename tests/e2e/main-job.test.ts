// The main job of the product in a real browser against the real server: from a file to a merged video.

import { expect, test } from 'vitest';
import { wholeTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';

import { PHONE } from './browser.ts';
import { holdRequests } from './hold-requests.ts';
import { siteForTests } from './site.ts';
import {
  AMATEUR_SWING,
  chooseVideo,
  markPositions,
  prepareComparison,
  REFERENCE_SWING,
  waitForMergedVideo,
  waitForToast,
} from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

test('a visitor uploads a swing, marks it, picks a golfer and gets the merged video with its timing [S1.1 S2.1 S2.6 S2.9 S2.14 S2.15 S2.20 S2.21 S6.1 S7.12 S8.10]', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  expect(await page.title()).toContain('Swingmark');
  await page.getByRole('heading', { name: 'Analyze Your Golf Swing' }).waitFor();
  const compare = page.getByRole('button', { name: 'Compare My Swing' });
  expect(await compare.isDisabled()).toBe(true);
  await page.getByText('Complete all steps above to compare your swing').waitFor();
  expect(await page.getByRole('radio', { name: 'Align at Strike Position' }).isDisabled()).toBe(true);

  const golferName = await prepareComparison(page);
  await page.getByRole('button', { name: golferName, pressed: true }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Align at Strike Position' }).isChecked()).toBe(true);
  // Held, because with a clip this small the upload progress disappears at once.
  const releaseMerge = await holdRequests(page, '**/api/merge-videos-chunked');
  await compare.click();

  await page.getByText('Creating...').waitFor();
  await page.getByText('Creating merged video...', { exact: true }).waitFor();
  await page.getByText(/\d+% · \d+ of \d+ chunks/).waitFor();
  // Meanwhile the chip over the pictures leads to its place.
  await stageOf(page)
    .getByRole('button', { name: /^Making your video/ })
    .click();
  await stageOf(page).getByRole('tab', { name: 'Save', exact: true, selected: true }).waitFor();
  await openTab(stageOf(page), 'Play');
  releaseMerge();
  await Promise.all([waitForToast(page, 'Videos merged successfully!'), waitForMergedVideo(page)]);
  await page.getByText('Videos successfully merged with strike alignment!').waitFor();
  await page.getByText(/right-click the video and choose Loop/).waitFor();
  const timing = page.getByRole('region', { name: 'Swing Timing Analysis' });
  await expect.poll(() => timing.getByRole('row').count()).toBe(4);
  await expect.poll(() => timing.textContent()).toMatch(/1\.20 s/);
  await expect.poll(() => timing.textContent()).toMatch(/[+-]\d\.\d\d s (Slower|Faster)/);

  // The merged video is announced on the stage, which plays on: one player, one download.
  const stage = page.getByRole('group', { name: 'Synced preview' });
  await stage.getByRole('button', { name: 'Your video is ready' }).waitFor();
  const one = (role: 'slider' | 'combobox' | 'button', name: string) =>
    expect.poll(() => page.getByRole(role, { name, exact: true }).count()).toBe(1);
  for (const [role, name] of [
    ['slider', 'Seek'],
    ['combobox', 'Playback speed'],
    ['button', 'Download'],
  ] as const) {
    await one(role, name);
  }
  const merged = page.getByRole('region', { name: 'Merged comparison player' });
  await merged.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('video[aria-label="Merged comparison"]')?.currentTime ?? 0) > 0.3,
  );
  expect(await stage.count()).toBe(0);
  await one('slider', 'Seek');
  await one('button', 'Download');
  const seek = merged.getByRole('slider', { name: 'Seek' });
  const toTop = merged.getByRole('button', { name: 'Go to your top' });
  expect(await toTop.textContent()).toBe('Top');
  await toTop.click();
  await expect.poll(() => seek.getAttribute('aria-valuetext')).toMatch(/, You at top/);
  // The live pair continues where the video was, and the video where the live pair is.
  await page.getByRole('radio', { name: 'Live' }).check();
  const liveSeek = stage.getByRole('slider', { name: 'Seek' });
  await expect.poll(() => liveSeek.getAttribute('aria-valuetext')).toMatch(/, You at top/);
  await stage.getByRole('button', { name: 'Impact: both golfers' }).click();
  await page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
  await expect.poll(() => liveSeek.getAttribute('aria-valuetext')).toMatch(/, You at impact/);
  await stage.getByRole('button', { name: 'Your video is ready' }).click();
  await expect.poll(() => seek.getAttribute('aria-valuetext')).toMatch(/, You at impact/);
  await merged.getByRole('button', { name: 'Full screen' }).click();
  await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
  await chooseOption(merged, 'Loop', 'Loop around impact');
  await page.getByRole('button', { name: 'Leave full screen' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^golf_swing_.+_\d{4}-\d\d-\d\d\.mp4$/);
  expect(pageErrors).toEqual([]);
});

wholeTest(
  'a visitor on a phone brings their own pro video and aligns at the top [S2.13 S2.14 S2.20 S2.21 S4.2 S8.10]',
  async () => {
    const { page, pageErrors } = await site.newVisitor(PHONE);
    await page.goto(site.server.origin);
    await Promise.all([waitForToast(page, 'Video uploaded successfully'), chooseVideo(page, 'user', AMATEUR_SWING)]);
    await markPositions(page, 'user', [0, 1.2, 1.6]);
    await page.getByRole('button', { name: 'Upload Your Own Pro Swing' }).click();
    await Promise.all([
      waitForToast(page, 'Pro video uploaded successfully'),
      chooseVideo(page, 'pro', REFERENCE_SWING),
    ]);
    await markPositions(page, 'pro', [0.5, 1.3, 1.6]);
    await page.getByRole('radio', { name: 'Align at Top Position' }).check();
    await page.getByRole('button', { name: 'Compare My Swing' }).click();
    await waitForMergedVideo(page);
    await openTab(stageOf(page), 'Save');
    await page.getByText('Videos successfully merged with top alignment!').waitFor();
    const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widthPx).toBeLessThanOrEqual(PHONE.viewport.width);
    // Two screens, and every number one tap away.
    const heightPx = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(heightPx).toBeLessThanOrEqual(2 * PHONE.viewport.height);
    const timing = page.getByRole('region', { name: 'Swing Timing Analysis' });
    expect(await timing.isVisible()).toBe(false);
    await page.getByText('All numbers').click();
    await timing.waitFor();

    await page.getByRole('button', { name: 'Back to Analysis' }).click();
    await page.getByText('All positions marked! Ready for comparison.').first().waitFor();
    await page.waitForFunction(() => window.scrollY > 300);
    await expect.poll(() => page.getByRole('radio', { name: 'Align at Top Position' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Back to Database Pro Selection' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Compare My Swing' }).isDisabled()).toBe(true);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('customProVideo'))).toBeNull();
    expect(pageErrors).toEqual([]);
  },
);
