// The chosen file changes on disk while the page is open, as cloud folders and other programs do it.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { siteForTests } from './site.ts';
import { AMATEUR_SWING, chooseVideo, markPositions, waitForMergedVideo } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

test('goes on with the stored copy of a file that changes after it was chosen [F50]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swingmark-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'swing.mp4');
  await copyFile(AMATEUR_SWING, path);
  const { page } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await chooseVideo(page, 'user', path);
  await writeFile(path, 'something else');
  await markPositions(page, 'user', [0, 1.2, 1.6]);
  await page.locator('#step-3 button[aria-pressed]').first().click();
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
});
