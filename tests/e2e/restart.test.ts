// The server goes away and comes back while a visitor waits for it, in a real browser.
import { test } from 'vitest';
import { openSeeded } from './seed.ts';
import { ownSiteForTests } from './site.ts';
import { waitForMergedVideo } from './steps.ts';

const site = ownSiteForTests();

test('a server that is restarted in the middle of a comparison costs nothing but time', async () => {
  const { page } = await site.newVisitor();
  // Large enough that there is a middle.
  const clip = { fps: [60, 1], frames: 360, widthPx: 1280, heightPx: 720 } as const;
  await openSeeded(page, site.server.origin, { user: { clip, frames: [60, 150, 180] } });
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await page.getByRole('progressbar', { name: 'Merging' }).waitFor();
  await site.server.restart();
  await waitForMergedVideo(page);
});
