// The server restarts while a visitor waits for a merge, in a real browser.
import { expect, test } from 'vitest';
import type { JobStatus } from '#contract/merges.ts';
import { openSeeded } from './seed.ts';
import { ownSiteForTests } from './site.ts';
import { waitForMergedVideo } from './steps.ts';

const site = ownSiteForTests();

test('a comparison completes, and is made once, although the server restarts in the middle of it', async () => {
  const { page } = await site.newVisitor();
  // Large enough that the restart happens during the merge.
  const clip = { fps: [60, 1], frames: 360, widthPx: 1280, heightPx: 720 } as const;
  await openSeeded(page, site.server.origin, { user: { clip, frames: [60, 150, 180] } });
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await page.getByRole('progressbar', { name: 'Merging' }).waitFor();
  await site.server.restart();
  await waitForMergedVideo(page);
  const merges = await page.evaluate(async () => {
    const { jobs } = (await (await fetch('/api/jobs')).json()) as { jobs: JobStatus[] };
    return jobs.filter(({ kind }) => kind === 'merge').map(({ state }) => state);
  });
  expect(merges).toEqual(['done']);
});
