// Regression tests of misleading messages that a walkthrough of the screens found, in a real browser.

import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { campaignTest, wholeTest } from '#tests/campaign-test.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { PHONE } from './browser.ts';
import { MAX_SHIFT, noteActs, unexplainedShift } from './layout-shifts.ts';
import { openSeeded, USER_SWING } from './seed.ts';
import { siteForTests } from './site.ts';
import { AMATEUR_SWING, chooseVideo, prepareComparison, waitForToast } from './steps.ts';
import { untilHydrated } from './until-hydrated.ts';

const site = siteForTests();

const TOUCH_PHONE = { ...PHONE, isMobile: true };
const NOT_A_VIDEO = { name: 'swing.mp4', mimeType: 'video/mp4', buffer: Buffer.from('This is no video. '.repeat(500)) };

test('a bad file does not replace a marked clip: clip and marks are kept, and no success is announced', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await openSeeded(page, site.server.origin, { pro: null });
  await untilHydrated(page);
  const fileName = basename((await numberedClip(USER_SWING.clip)).path);
  await page.getByText(fileName).waitFor();

  await page.getByLabel('Your swing video file').setInputFiles(NOT_A_VIDEO);
  await waitForToast(page, 'Cannot read this file');
  expect(await page.getByText('Video uploaded successfully').count()).toBe(0);
  await page.getByText('Your video and its marks are unchanged.').waitFor();
  await page.getByText(fileName).waitFor();
  await page.getByText('All positions marked! Ready for comparison.').waitFor();

  // Refusals of the specification take precedence.
  await page
    .getByLabel('Your swing video file')
    .setInputFiles({ ...NOT_A_VIDEO, name: 'swing.txt', mimeType: 'text/plain' });
  await waitForToast(page, 'Invalid file type');
  await page.getByText('All positions marked! Ready for comparison.').waitFor();
  expect(pageErrors).toEqual([]);
});

wholeTest('a bad file as the first one loads nothing', async () => {
  const { page, pageErrors } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await page.getByLabel('Your swing video file').setInputFiles(NOT_A_VIDEO);
  await waitForToast(page, 'Cannot read this file');
  expect(await page.getByRole('heading', { name: 'Annotate Key Positions' }).count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

campaignTest('a mark’s time is the same in list, slider and toast', async () => {
  const { page } = await site.newVisitor();
  await page.goto(site.server.origin);
  await untilHydrated(page);
  await chooseVideo(page, 'user', AMATEUR_SWING);
  const region = page.getByRole('region', { name: 'Your swing video and its positions' });
  await region.getByRole('button', { name: 'Step forward' }).click();
  await region.getByRole('button', { name: 'Mark Setup' }).click();
  const toast = await page
    .getByText(/^Setup at \d\.\ds \(\d\.\d\d s\)$/)
    .first()
    .textContent();
  const reading = /\((.*)\)/.exec(toast ?? '')?.[1] ?? '';
  await expect.poll(() => region.getByRole('button', { name: `Go to setup, ${reading}` }).count()).toBe(2);
});

campaignTest(
  'on a phone a chosen golfer scrolls to the live comparison, and no text mentions dragging or keys',
  async () => {
    const { page, pageErrors } = await site.newVisitor(TOUCH_PHONE);
    await page.goto(site.server.origin);
    await untilHydrated(page);
    expect(await page.getByText('Drop your swing video here').isVisible()).toBe(false);
    expect(await page.getByText('Choose or film your swing video').isVisible()).toBe(true);
    await prepareComparison(page);
    const live = page.getByRole('heading', { name: 'Side by side' });
    const isInView = () =>
      live.evaluate((heading) => {
        const { top, bottom } = heading.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    expect(pageErrors).toEqual([]);
  },
);

test('offline, the notice covers no control and states that live comparison still works', async () => {
  const { page } = await site.newVisitor();
  await openSeeded(page, site.server.origin, { pro: null });
  await untilHydrated(page);
  const play = page
    .getByRole('region', { name: 'Your swing video and its positions' })
    .getByRole('button', { name: 'Play', exact: true });
  await page.context().setOffline(true);
  await page.getByText(/^You are offline\. Your own videos still open, play and compare live/).waitFor();
  // At the bottom of the window, where the notice used to be.
  await play.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  const isReachable = await play.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isReachable).toBe(true);
});

campaignTest(
  'signing up ends with a note about the inbox, and without Google a note beside its button says so',
  async () => {
    const { page, pageErrors } = await site.newVisitor();
    await page.goto(`${site.server.origin}/signup`);
    await untilHydrated(page);
    await page.getByText('Google sign-up is not set up on this server.').waitFor();
    await page.getByLabel('Email').fill('walk@golf.example');
    await page.getByLabel('Username').fill('walker');
    await page.getByLabel('Password', { exact: true }).fill('a long walk over eighteen holes');
    await page.getByLabel('Confirm password').fill('a long walk over eighteen holes');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('**/login');
    await page
      .getByText(
        'The link to verify your account goes to your email. If it doesn’t arrive, ask whoever runs this server.',
      )
      .waitFor();
    await page.getByRole('heading', { name: /Page Not Found/ }).waitFor();
    expect(pageErrors).toEqual([]);
  },
);

wholeTest(
  'on a phone, two taps and the file picker lead from the hero to both swings playing in view, and nothing shifts [S2.38]',
  async () => {
    const { page, pageErrors } = await site.newVisitor({
      ...TOUCH_PHONE,
      reducedMotion: 'no-preference',
      isUnmetered: true,
    });
    await noteActs(page);
    // The first read of the file takes as long as on a busy phone.
    await page.addInitScript(() => {
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async function (this: Blob) {
        Blob.prototype.arrayBuffer = arrayBuffer;
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        return arrayBuffer.call(this);
      };
    });
    await page.goto(site.server.origin);
    await untilHydrated(page);
    const picker = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Your Swing Video' }).tap();
    // As large as a phone's: of a small picture the search is not sure.
    await (await picker).setFiles('content/swings/demo-amateur.mp4');
    const accept = page.getByRole('button', { name: 'Looks right, compare' });
    await accept.waitFor();
    const isInSight = (part: typeof accept) =>
      part.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(() => isInSight(accept)).toBe(true);
    expect(await page.getByText('All positions marked! Ready for comparison.').count()).toBe(0);
    // The rest is moved by 20 frames with at most three taps.
    const scrubber = page.getByRole('slider', { name: 'Frames around setup' });
    const numberIn = async (name: string) => Number(await scrubber.getAttribute(name));
    const wanted = (await numberIn('aria-valuenow')) + 20;
    for (let taps = 0; taps < 3 && (await numberIn('aria-valuenow')) !== wanted; taps++) {
      const [first, last] = [await numberIn('aria-valuemin'), await numberIn('aria-valuemax')];
      const { width = 0, height = 0 } = (await scrubber.boundingBox()) ?? {};
      const x = ((Math.min(wanted, last) - first + 0.5) / (last - first + 1)) * width;
      await scrubber.tap({ position: { x, y: height / 2 } });
    }
    expect(await numberIn('aria-valuenow')).toBe(wanted);
    await page.getByRole('radio', { name: /^Setup\s*Your choice$/ }).waitFor({ state: 'attached' });
    const box = await accept.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    const sides = page.getByRole('group', { name: 'Synced preview' }).locator('figure');
    await expect
      .poll(async () => {
        const both = await sides.all();
        const play = (side: Element) => {
          const video = side.querySelector('video');
          return video !== null && !video.paused && video.currentTime > 0;
        };
        return Promise.all(both.map(async (side) => (await isInSight(side)) && side.evaluate(play)));
      })
      .toEqual([true, true]);
    await page.getByText('All positions marked! Ready for comparison.').waitFor({ state: 'attached' });
    expect(await page.locator('button[aria-pressed="true"]', { hasText: 'Major Championships' }).count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Side by side');
    // The search has detected enough of the golfer to show both at one size.
    await openTab(page.getByRole('group', { name: 'Synced preview' }), 'View');
    await page.locator('button[aria-pressed="true"]', { hasText: 'Same size' }).waitFor();
    const { score, what } = await unexplainedShift(page);
    expect(score, what).toBeLessThan(MAX_SHIFT);
    expect(pageErrors).toEqual([]);
  },
);
