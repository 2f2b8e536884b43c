// What the search found in a clip survives a reload: the proposals, a corrected position, and afterwards the tracked body.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { words } from '#web/words/words.ts';
import { DESKTOP } from './browser.ts';
import { siteForTests } from './site.ts';
import { chooseVideo } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

const takeAll = (page: Page) => page.getByRole('button', { name: words.annotate.take.andCompare });

test('shows the found positions and a correction again after a reload, without another search', async () => {
  const { page } = await site.newVisitor({ ...DESKTOP, isUnmetered: true });
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await chooseVideo(page, 'user', 'content/swings/driver-face-on-24-8.mp4');
  await takeAll(page).waitFor({ timeout: 120_000 });
  const region = page.getByRole('region', { name: 'Your swing video and its positions' });
  // The panel is closed while the proposals wait.
  await region.getByText('0 of 3 positions marked').click();
  await region.getByRole('button', { name: 'Mark Setup' }).click();
  await page.getByText('Position marked', { exact: true }).waitFor();
  const marked = await region.getByText(words.annotate.tickStates.hand).count();
  expect(marked).toBeGreaterThan(0);

  await page.reload();
  await untilHydrated(page);
  await takeAll(page).waitFor();
  expect(await region.getByText(words.annotate.tickStates.hand).count()).toBe(marked);
  expect(await page.getByText(words.annotate.looking).count()).toBe(0);
});
