// What differs most, with the real model in a real browser: from the offer to the lines on both golfers.
import { expect } from 'vitest';
import { campaignTest } from '#tests/campaign-test.ts';
import { SMALL_LIBRARY_GOLFERS, smallSwing } from '#tests/fixtures/small-library.ts';
import { PHONE } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();
/** A swing of the library as a video of the visitor's own. */
async function ownSwing(slug: string) {
  const swing = SMALL_LIBRARY_GOLFERS.find((golfer) => golfer.slug === slug);
  if (!swing) throw new Error(`The library has no ${slug}`);
  const { restTime, topTime, strikeTime } = swing;
  return { path: await smallSwing(slug), marks: { restTime, topTime, strikeTime } };
}

campaignTest('the bodies are compared on request, and a sentence shows its lines on both golfers', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, isUnmetered: true });
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await openSeeded(page, site.server.origin, {
    user: await ownSwing('iron-face-on-left-21-7'),
    pro: await ownSwing('driver-face-on-woman-27-9'),
  });
  const group = page.getByRole('group', { name: 'Synced preview' });
  const list = group.getByRole('region', { name: 'What differs most' });
  const picture = group.locator('[data-stage-picture]');
  await picture.evaluate((element) => element.scrollIntoView());
  const boxes = async () => [await picture.boundingBox(), await list.boundingBox()];
  const before = await boxes();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}-0.png` });
  await list.getByRole('button', { name: /^Compare the bodies too/ }).click();
  await list.getByText('Comparing both bodies…').waitFor({ state: 'visible' });
  await list.getByText('Comparing both bodies…').waitFor({ state: 'detached', timeout: 120_000 });
  // Nothing has moved.
  await picture.evaluate((element) => element.scrollIntoView());
  expect(await boxes()).toEqual(before);
  const sentences = list.locator('button[aria-pressed]');
  if (process.env.SHOTS) {
    for (const [name, size] of [
      ['phone', [390, 844]],
      ['low', [844, 390]],
      ['desktop', [1440, 900]],
    ] as const) {
      await page.setViewportSize({ width: size[0], height: size[1] });
      await page.locator('[data-stage-picture]').evaluate((element) => element.scrollIntoView());
      for (let index = 0; index < (await sentences.count()); index += 1) {
        await sentences.nth(index).click();
        await page.waitForTimeout(1500);
        await page.screenshot({ path: `${process.env.SHOTS}-${name}-${index}.png` });
        await page.keyboard.press('Escape');
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
    console.log(await sentences.allInnerTexts());
  }
  const ofBody = sentences.filter({ hasText: /spine|head|hips|hands|feet|shoulder/ }).first();
  await ofBody.click();
  await group.getByRole('img', { name: 'Lines on you for this difference' }).waitFor();
  expect(await group.getByRole('img', { name: / for this difference$/ }).count()).toBe(2);
  await page.keyboard.press('Escape');
  await expect.poll(() => group.getByRole('img', { name: / for this difference$/ }).count()).toBe(0);
  expect([sent, pageErrors]).toEqual([[], []]);
});
