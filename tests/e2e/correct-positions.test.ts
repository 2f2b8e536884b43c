// Correcting a position on a phone: the card of the found positions fits the screen, and its scrubber shows every frame.
import { expect, test } from 'vitest';
import { readFrameNumber } from '#domain/video/frame-number.ts';
import { PHONE } from './browser.ts';
import { MAX_SHIFT, noteActs, unexplainedShift } from './layout-shifts.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { chooseVideo } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

test('on a phone the found positions fit one screen, and a correction by the scrubber survives a reload [S2.38]', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, isMobile: true, isUnmetered: true });
  await noteActs(page);
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await chooseVideo(page, 'user', 'content/swings/demo-amateur.mp4');
  const accept = page.getByRole('button', { name: 'Looks right, compare' });
  await accept.waitFor();
  const scrubber = page.getByRole('slider', { name: 'Frames around' });
  const steps = await page.getByRole('navigation', { name: 'Steps' }).boundingBox();
  const card = page.locator('section').filter({ has: scrubber }).last();
  for (const part of [card, card.getByRole('status'), card.getByRole('radio').first(), scrubber, accept]) {
    await expect.poll(async () => (await part.boundingBox())?.y).toBeGreaterThanOrEqual((steps?.height ?? 0) - 1);
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
  }
  expect(await page.getByRole('slider', { name: 'Seek' }).isVisible()).toBe(false);
  expect(await page.getByText('Mark Key Positions', { exact: true }).isVisible()).toBe(false);
  const { score, what } = await unexplainedShift(page);
  expect(score, what).toBeLessThan(MAX_SHIFT);

  await card.getByRole('radio', { name: /^Top/ }).check({ force: true });
  const before = Number(await scrubber.getAttribute('aria-valuenow'));
  await scrubber.press('ArrowRight');
  await scrubber.press('ArrowRight');
  const shown = async () => Number(await scrubber.getAttribute('aria-valuenow'));
  await expect.poll(shown).toBe(before + 2);
  await card.getByRole('button', { name: 'Back to the one we found' }).waitFor();
  await page.reload();
  await untilHydrated(page);
  await accept.waitFor();
  await page.getByRole('radio', { name: /^Top\s*Your choice$/ }).check({ force: true });
  await expect.poll(shown).toBe(before + 2);

  await page.getByRole('button', { name: 'Mark by hand' }).click();
  await page.getByRole('slider', { name: 'Seek' }).waitFor();
  expect(pageErrors).toEqual([]);
});

test('dragging on the scrubber shows each frame in large, and letting go picks the frame shown', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...PHONE, isMobile: true });
  await openSeeded(page, site.server.origin, { pro: null });
  await untilHydrated(page);
  const scrubber = page.getByRole('slider', { name: 'Frames around setup' });
  await scrubber.scrollIntoViewIfNeeded();
  const large = page.locator('section').filter({ has: scrubber }).last().locator('img.object-contain');
  const readLarge = () =>
    large
      .evaluate((image: HTMLImageElement) => {
        const [width, height] = [image.naturalWidth, image.naturalHeight];
        const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
        context?.drawImage(image, 0, 0);
        const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
        return { width, height, gray: Array.from(pixels.filter((_, index) => index % 4 === 1)) };
      })
      .then(({ gray, width, height }) => readFrameNumber(gray, width, height));
  await expect.poll(readLarge).toBe(10);

  const box = await scrubber.boundingBox();
  if (!box) throw new Error('No scrubber');
  // Frames 0 to 24 are around the setup in frame 10.
  const at = (frame: number) => box.x + ((frame + 0.5) / 25) * box.width;
  await page.mouse.move(at(10), box.y + box.height / 2);
  await page.mouse.down();
  for (const frame of [11, 12, 13, 14, 13, 7]) {
    await page.mouse.move(at(frame), box.y + box.height / 2);
    await expect.poll(readLarge).toBe(frame);
    expect(await scrubber.getAttribute('aria-valuetext')).toMatch(new RegExp(`^frame ${frame + 1},`));
  }
  await page.mouse.up();
  await page.getByText('frame 8, 0.23 s', { exact: true }).waitFor();
  await page.reload();
  await untilHydrated(page);
  await expect.poll(() => scrubber.getAttribute('aria-valuenow')).toBe('8');
  expect(pageErrors).toEqual([]);
});
