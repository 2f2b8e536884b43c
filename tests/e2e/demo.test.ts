// 'Try This' in a real browser against the real server: three clicks to a finished comparison, messages about missing
// input and failures, canceling, saving at another speed, by keyboard and on a small phone.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP } from './browser.ts';
import { holdRequests } from './hold-requests.ts';
import { MAX_SHIFT, unexplainedShift } from './layout-shifts.ts';
import { siteForTests } from './site.ts';
import { closeToast, waitForToast } from './steps.ts';
import { untilRestHydrated } from './until-hydrated.ts';

const site = siteForTests();

/** A merge takes 5 s on an idle machine; other tests may run in parallel. */
const MERGE_TIMEOUT_MS = 90_000;
const SMALL_PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true } as const;

async function visit(options: BrowserContextOptions = DESKTOP) {
  const { page, pageErrors } = await site.newVisitor(options);
  await page.goto(site.server.origin);
  return { page, pageErrors, demo: page.locator('#try-this') };
}

type Demo = Awaited<ReturnType<typeof visit>>['demo'];

/** The library's golfers by name. */
const MODEL_GOLFER = /, (driver|7 iron|wedge|chip), /;

const selectDemo = (demo: Demo) => demo.getByRole('button', { name: 'Sample amateur swing' }).click();
const chooseGolfer = (demo: Demo) => demo.getByRole('radio', { name: MODEL_GOLFER }).first().click();
const compare = (demo: Demo) => demo.getByRole('button', { name: 'Compare This Swing' }).click();

const violations = (page: Page) => axeViolations(page, '#try-this');

test('a new visitor has a finished comparison after three clicks, saves it and tries another [S1.3 S2.7 S2.18 S2.19 S3.3 S4.8 S4.9 S8.11]', async () => {
  const { page, pageErrors, demo } = await visit();
  await demo.getByRole('heading', { name: 'Select Demo Video' }).waitFor();
  await selectDemo(demo);
  await demo.getByRole('heading', { name: 'Selected Demo Video' }).waitFor();
  for (const text of ['Amateur', 'Driver', 'Amateur swing', '0.0 s', '1.2 s', '1.6 s']) {
    await demo.getByRole('region', { name: 'Your side' }).getByText(text, { exact: true }).waitFor();
  }
  await chooseGolfer(demo);
  const releaseMerge = await holdRequests(page, '**/api/merge-videos-demo');
  await compare(demo);
  await demo.getByRole('button', { name: 'Comparing Swings...' }).waitFor();
  await demo.getByRole('progressbar', { name: 'Merging the videos' }).waitFor();
  releaseMerge();
  const options = { timeout: MERGE_TIMEOUT_MS };
  const description = 'Your demo swing has been compared with the professional golfer';
  // All in one read, because the toast disappears automatically.
  await Promise.all([
    demo.getByRole('heading', { name: 'Comparison Complete!' }).waitFor(options),
    page.getByText('Video comparison complete!', { exact: true }).waitFor(options),
    page.getByText(description, { exact: true }).waitFor(options),
  ]);
  const video = demo.locator('video[aria-label="Merged comparison"]');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0);
  // Neither the live pair nor the result pushed anything that the visitor saw.
  const { score, what } = await unexplainedShift(page);
  expect(score, what).toBeLessThan(MAX_SHIFT);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Comparison Complete!');
  const opened = page.context().waitForEvent('page');
  await demo.getByRole('button', { name: 'Download' }).click();
  const address = await video.evaluate((element: HTMLVideoElement) => element.currentSrc);
  const popup = await opened;
  await expect.poll(() => popup.url()).toBe(address);
  await popup.close();

  await chooseOption(demo, 'Download speed', '0.5x');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('Demo video downloaded at 0.5x speed', { exact: true }).waitFor(),
    demo.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^demo_swing_Sam_driver_face.+_0\.5x_\d{4}-\d\d-\d\d\.mp4$/);

  expect(await demo.getByRole('link', { name: 'Now with your swing' }).getAttribute('href')).toBe('#step-1');
  await demo.getByRole('button', { name: 'Try Another Comparison' }).click();
  await demo.getByRole('heading', { name: 'Select Demo Video' }).waitFor();
  await expect.poll(() => demo.getByRole('radio', { name: MODEL_GOLFER, checked: true }).count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

campaignTest(
  'the live comparison keeps playing when the video is finished, and the player shows one of them',
  async () => {
    const { page, demo } = await visit();
    await selectDemo(demo);
    await chooseGolfer(demo);
    const live = demo.getByRole('group', { name: 'Synced preview' });
    await live.evaluate((element) => element.setAttribute('data-same', ''));
    await compare(demo);
    await demo.getByRole('heading', { name: 'Comparison Complete!' }).waitFor({ timeout: MERGE_TIMEOUT_MS });
    const video = demo.locator('video[aria-label="Merged comparison"]');
    expect(await violations(page)).toEqual([]);
    // Nothing was swapped.
    expect(await live.getAttribute('data-same')).toBe('');
    expect(await demo.getByRole('slider', { name: 'Seek' }).count()).toBe(1);
    await live.getByRole('button', { name: 'Your video is ready' }).click();
    await expect.poll(() => live.count()).toBe(0);
    expect(await demo.getByRole('slider', { name: 'Seek' }).count()).toBe(1);
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0);
    await demo.getByRole('radio', { name: 'Live' }).check();
    await live.waitFor();
  },
);

wholeTest(
  'the first press plays the sample beside a selected professional, live and in view, before anything is merged',
  async () => {
    const { page, pageErrors, demo } = await visit({ ...SMALL_PHONE, reducedMotion: 'no-preference' });
    const merges: string[] = [];
    page.on('request', (request) => request.url().includes('/api/merge') && merges.push(request.url()));
    await selectDemo(demo);
    await expect
      .poll(() =>
        demo.locator('[aria-label="Synced preview"] figure').evaluateAll((sides) =>
          sides.map((side) => {
            const { top, bottom } = side.getBoundingClientRect();
            const video = side.querySelector('video');
            const isMoving = video !== null && !video.paused && video.currentTime > 0;
            return isMoving && top >= 0 && bottom <= window.innerHeight;
          }),
        ),
      )
      .toEqual([true, true]);
    await demo.getByText(/^What to look for: /).waitFor();
    // The golfer on display is selected: one with the sample's camera angle.
    await demo.getByRole('heading', { name: 'Selected Professional' }).waitFor();
    expect(await demo.getByRole('radio', { name: /^Sam, driver, face-on/, checked: true }).count()).toBe(1);
    expect(merges).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);

wholeTest(
  'pressing compare too early names what is missing, and Change Video returns to choosing the video [S2.18 S4.6 S5.4]',
  async () => {
    const { page, demo } = await visit();
    const refused = async () => {
      await compare(demo);
      await waitForToast(page, 'Cannot compare swing');
      await demo.getByText('Please select a demo video and professional golfer', { exact: true }).waitFor();
      await closeToast(page);
    };
    await refused();
    await chooseGolfer(demo);
    await refused();
    await selectDemo(demo);
    await demo.getByRole('button', { name: 'Change Video' }).click();
    await demo.getByRole('heading', { name: 'Select Demo Video' }).waitFor();
    await refused();
  },
);

wholeTest('what a visitor does in the sample before its code has come is done once it has', async () => {
  const { page, pageErrors } = await site.newVisitor(DESKTOP);
  const release = await holdRequests(page, '**/assets/try-this-*.js');
  await page.goto(site.server.origin);
  await untilRestHydrated(page);
  const demo = page.locator('#try-this');
  await demo.getByRole('radio', { name: 'Top' }).check();
  await compare(demo);
  release();
  await waitForToast(page, 'Cannot compare swing');
  expect(await demo.getByRole('radio', { name: 'Top' }).isChecked()).toBe(true);
  const { score, what } = await unexplainedShift(page);
  expect(score, what).toBeLessThan(MAX_SHIFT);
  expect(pageErrors).toEqual([]);
});

wholeTest(
  'a failed comparison keeps the view and shows the reason; a slow one can be stopped [S2.7 S4.7 S8.5]',
  async () => {
    const { page, demo } = await visit();
    const answers = [
      { status: 503, json: { error: 'The server is busy. Please try again in a minute.' } },
      { status: 502, body: '<h1>Bad Gateway</h1>' },
    ];
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    await page.route('**/api/merge-videos-demo', async (route) => {
      const answer = answers.shift();
      if (answer) return route.fulfill(answer);
      // A fast server must not finish before the press on Cancel: its answer waits.
      const response = route.fetch().catch(() => null);
      await stopped;
      await response;
      return route.abort().catch(() => undefined);
    });
    await selectDemo(demo);
    await chooseGolfer(demo);
    for (const reason of ['The server is busy. Please try again in a minute.', 'HTTP 502 Bad Gateway']) {
      await compare(demo);
      await waitForToast(page, 'Comparison failed');
      await demo.getByText(`Failed to compare the videos: ${reason}`, { exact: true }).waitFor();
      await demo.getByRole('heading', { name: 'Selected Demo Video' }).waitFor();
      await closeToast(page);
    }

    await compare(demo);
    await demo.getByRole('button', { name: 'Cancel' }).click();
    await demo.getByText('You stopped this comparison.').waitFor();
    stop();
    const states = () =>
      page.evaluate(async () => {
        const { jobs } = (await (await fetch('/api/jobs')).json()) as { jobs: { state: string }[] };
        return jobs.map((job) => job.state);
      });
    await expect.poll(states).not.toContain('running');
  },
);

wholeTest('a demo list that is slow or fails shows that, and can be retried [S2.18 S7.6]', async () => {
  const { page } = await site.newVisitor();
  let tries = 0;
  await page.route('**/api/demo/list', async (route) => {
    tries += 1;
    return tries > 1 ? route.continue() : route.fulfill({ status: 500, body: '' });
  });
  const releaseList = await holdRequests(page, '**/api/demo/list');
  await page.goto(site.server.origin);
  await page.getByText('Loading demo...').waitFor();
  releaseList();
  await page.getByText('HTTP error! status: 500').waitFor();
  await page.locator('#try-this').getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Select Demo Video' }).waitFor();
  await page.getByRole('button', { name: 'Sample amateur swing' }).waitFor();
});

campaignTest('the whole demo works by keyboard alone on a phone of 360 px, without a sideways scroll', async () => {
  const { page, demo } = await visit(SMALL_PHONE);
  await chooseGolferByKeyboard(page, demo);
  await demo.getByRole('button', { name: 'Sample amateur swing' }).focus();
  await page.keyboard.press('Enter');
  await demo.getByRole('heading', { name: 'Selected Demo Video' }).waitFor();
  await demo.getByRole('radio', { name: /^Impact/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => demo.getByRole('radio', { name: /^Top/ }).isChecked()).toBe(true);
  expect(await violations(page)).toEqual([]);
  const widthPx = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await widthPx()).toBeLessThanOrEqual(360);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await demo.getByRole('heading', { name: 'Comparison Complete!' }).waitFor({ timeout: MERGE_TIMEOUT_MS });
  expect(await widthPx()).toBeLessThanOrEqual(360);
  expect(await violations(page)).toEqual([]);
});

async function chooseGolferByKeyboard(page: Page, demo: Demo): Promise<void> {
  await demo.getByRole('radio', { name: MODEL_GOLFER }).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const chosen = demo.getByRole('radio', { name: MODEL_GOLFER }).nth(2);
  await expect.poll(() => chosen.isChecked()).toBe(true);
  const [tile, line] = await Promise.all([
    chosen.boundingBox(),
    chosen.locator('xpath=ancestor::fieldset').boundingBox(),
  ]);
  const right = (box: typeof tile) => (box ? box.x + box.width : 0);
  await expect.poll(async () => right(await chosen.boundingBox())).toBeLessThanOrEqual(right(line));
  expect(tile).not.toBeNull();
}
