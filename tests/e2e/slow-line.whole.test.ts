// A first visit with one bar: 0.3 Mbit/s, of which every twentieth packet is lost.
import { expect, test } from 'vitest';
import { openSlowLine } from '#tests/browser/slow-line.ts';
import { PHONE } from './browser.ts';
import { siteForTests } from './site.ts';
import { AMATEUR_SWING, chooseVideo, markPositions } from './steps.ts';

const site = siteForTests();

test('with one bar, a swing is marked by hand and moves beside a golfer while the body model still loads', async () => {
  const line = await openSlowLine(site.server.origin, { megabits: 0.3, latencyMs: 100, lostEvery: 20 });
  try {
    // An iPhone does not say how slow its line is, so the model loads without a question.
    const { page, pageErrors } = await site.newVisitor({ ...PHONE, isUnmetered: true, reducedMotion: 'no-preference' });
    page.setDefaultTimeout(120_000);
    await page.goto(line.origin);
    await chooseVideo(page, 'user', AMATEUR_SWING);
    await page.getByText(/ of 10\.7 MB/).waitFor();
    await markPositions(page, 'user', [0, 1.2, 1.6]);
    await page.locator('#step-3 button[aria-pressed]').first().click();
    await page.waitForFunction(() => {
      const videos = [...document.querySelectorAll<HTMLVideoElement>('[aria-label="Synced preview"] video')];
      return videos.length === 2 && videos.every(({ paused, currentTime }) => !paused && currentTime > 0);
    });
    const model = line.fetches.filter(({ path }) => path.endsWith('.tflite'));
    expect(model.every(({ ended }) => ended > line.seconds())).toBe(true);
    expect(pageErrors).toEqual([]);
  } finally {
    line.close();
  }
});
