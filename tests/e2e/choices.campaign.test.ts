// The merged video and the still strip follow the choices made in the live preview: their frame numbers are read from
// pixels, in a real browser against the real server, with numbered clips.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignTest } from '#tests/campaign-test.ts';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { readPaneNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { layOutStrip } from '#web/compare/stills/strip-picture.tsx';
import { openSeeded, type SeedSwing } from './seed.ts';
import { siteForTests } from './site.ts';
import { waitForMergedVideo } from './steps.ts';

const USER: SeedSwing = { clip: { fps: [30, 1], frames: 120 }, frames: [20, 50, 60] };
const PRO: SeedSwing = { clip: { fps: [60, 1], frames: 200 }, frames: [40, 100, 120] };
const PANE = { widthPx: 160, heightPx: 120 };
// With the strip below both panes.
const CANVAS = { widthPx: 320, heightPx: 152 };

const site = siteForTests();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-chosen-'));
});

afterAll(() => rm(folder, { recursive: true }));

const preview = (page: Page) => page.getByRole('group', { name: 'Synced preview' });

/** The numbers in each frame of the merged video on the page, left pane first. */
async function mergedNumbers(page: Page, isMirrored: readonly [boolean, boolean]): Promise<(number | null)[][]> {
  const address = await page.locator('video[aria-label="Merged comparison"]').getAttribute('src');
  const file = await page.request.get(new URL(address ?? '', site.server.origin).href);
  const path = join(folder, 'merged.mp4');
  await writeFile(path, await file.body());
  const panes = isMirrored.map((mirrored, index) => ({ ...PANE, xPx: index * 160, yPx: 0, isMirrored: mirrored }));
  return readPaneNumbers(path, CANVAS, panes);
}

test('swap, mirror and nudge in the preview also apply to the file and the still strip', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await openSeeded(page, site.server.origin, { user: USER, pro: PRO });
  await openTab(preview(page), 'View');
  await preview(page).getByRole('button', { name: 'Mirror your swing' }).click();
  await preview(page).getByRole('button', { name: 'Swap sides' }).click();
  for (const _ of [1, 2]) {
    await preview(page).getByRole('button', { name: 'Nudge your swing one frame forward' }).click();
  }
  const nudge = preview(page).getByRole('status', { name: 'Nudge of your swing' });
  await nudge.getByText('+2').waitFor();
  await page.reload();
  await openTab(preview(page), 'View');
  await nudge.getByText('+2').waitFor();

  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
  expect(await mergedNumbers(page, [false, true])).toContainEqual([120, 62]);

  await page.getByRole('button', { name: /^Still pictures/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture' }).click();
  expect((await download).suggestedFilename()).toMatch(/^golf_swing_comparison_stills_\d{4}-\d\d-\d\d\.png$/);
  const path = join(folder, 'strip.png');
  await (await download).saveAs(path);
  const { size, stills } = layOutStrip(['pro', 'user'], { user: PANE, pro: PANE });
  const panes = stills.map(({ side, rect }) => ({ ...rect, isMirrored: side === 'user' }));
  expect(await readPaneNumbers(path, size, panes)).toEqual([[40, 100, 120, 20, 50, 60]]);
  expect(pageErrors).toEqual([]);
});

campaignTest('changed choices on the compare page render the video again on request', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await openSeeded(page, site.server.origin, { user: USER, pro: PRO });
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
  expect(await mergedNumbers(page, [false, false])).toContainEqual([60, 120]);

  await openTab(preview(page), 'View');
  const again = page.getByRole('button', { name: 'Update video' });
  expect(await again.count()).toBe(0);
  await preview(page).getByRole('button', { name: 'Nudge the pro one frame back' }).click();
  await preview(page).getByRole('radio', { name: 'Every position' }).check();
  await again.click();
  await page.getByText(/^Videos successfully merged with every position matched!/).waitFor({ timeout: 90_000 });
  await expect.poll(() => again.count()).toBe(0);
  await waitForMergedVideo(page);
  const numbers = await mergedNumbers(page, [false, false]);
  // The nudge moves all three of the pro's marks.
  for (const together of [
    [20, 39],
    [50, 99],
    [60, 119],
  ]) {
    expect(numbers).toContainEqual(together);
  }
  expect(pageErrors).toEqual([]);
});
