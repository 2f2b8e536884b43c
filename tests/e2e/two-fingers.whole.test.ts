// Two fingers in drawing mode: they zoom, as everywhere else, and leave no stroke.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';

const site = siteForTests('device-site');
const PHONE_IN_HAND = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

type Finger = readonly [x: number, y: number];

/** Puts fingers on the screen, one after the other, moves them together, and lifts them. */
async function useFingers(page: Page, from: readonly Finger[], to: readonly Finger[]): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly Finger[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
  for (const [index] of from.entries()) await send('touchStart', from.slice(0, index + 1));
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await send(
      'touchMove',
      from.map(([x, y], index) => {
        const [toX, toY] = to[index] ?? [x, y];
        return [x + (toX - x) * share, y + (toY - y) * share];
      }),
    );
  }
  await send('touchEnd', []);
}

test('a second finger takes the stroke back and zooms, and the next finger alone draws [F52]', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE_IN_HAND);
  await openSeeded(page, site.server.origin);
  const stage = page.getByRole('group', { name: 'Synced preview' });
  await page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
  await openTab(stage, 'Draw');
  const surface = page.getByRole('application', { name: /^Draw on the picture/ }).first();
  await surface.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = await surface.boundingBox();
  if (!box) throw new Error('There is no picture');
  const at = (x: number, y: number): Finger => [box.x + box.width * x, box.y + box.height * y];
  /** How wide the surface is on screen, which grows with the zoom. */
  const widthPx = async () => (await surface.boundingBox())?.width ?? 0;
  const drawn = () => page.evaluate(() => sessionStorage.getItem('drawings') ?? '');
  await useFingers(page, [at(0.45, 0.5), at(0.55, 0.5)], [at(0.2, 0.5), at(0.8, 0.5)]);
  await expect.poll(widthPx).toBeGreaterThan(2 * box.width);
  expect(await drawn()).toBe('');

  const zoomedPx = await widthPx();
  await useFingers(page, [at(0.3, 0.3)], [at(0.6, 0.6)]);
  await expect.poll(drawn).toContain('"points"');
  expect(await widthPx()).toBe(zoomedPx);
  expect(pageErrors).toEqual([]);
});
