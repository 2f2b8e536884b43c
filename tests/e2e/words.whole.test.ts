// Texts of the specification that the other end-to-end tests do not cover, in a real browser against the real server.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { holdRequests } from './hold-requests.ts';
import { openSeeded, type Seed } from './seed.ts';
import { siteForTests } from './site.ts';
import {
  AMATEUR_SWING,
  chooseVideo,
  markPositions,
  REFERENCE_SWING,
  waitForMergedVideo,
  waitForToast,
} from './steps.ts';

const site = siteForTests();

async function visit(path = '/', options: BrowserContextOptions = DESKTOP): Promise<Page> {
  const { page } = await site.newVisitor(options);
  await page.goto(site.server.origin + path);
  return page;
}

/** A visitor who has marked and chosen everything. */
async function visitReady(seed: Seed = {}): Promise<Page> {
  const { page } = await site.newVisitor();
  await openSeeded(page, site.server.origin, seed);
  return page;
}

/** The session value of a name. */
const kept = (page: Page, name: string) => page.evaluate((key) => sessionStorage.getItem(key), name);

const compare = (page: Page) => page.getByRole('button', { name: 'Compare My Swing' }).click();

test('the analysis page has the texts of its divider, its steps and the golfers’ cards [S2.6 S2.9 S2.10 S2.11 S2.13]', async () => {
  const page = await visit();
  await page.getByText('Have your footage ready?', { exact: true }).waitFor();
  const card = page.locator('button[aria-pressed]').filter({ hasText: 'Major Championships: 0' }).first();
  await card.waitFor();
  await card.getByText('Professional Swing', { exact: true }).waitFor();
  expect(await page.getByText('Mark Key Positions', { exact: true }).count()).toBe(0);
  await chooseVideo(page, 'user', AMATEUR_SWING);
  await page.getByText('Mark Key Positions', { exact: true }).waitFor();
  await page.getByText('Annotation Progress', { exact: true }).waitFor();
  await page.getByText('OR', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Upload Your Own Pro Swing' }).click();
  await page.getByText('Choose Pro Video', { exact: true }).waitFor();
  await page.getByText('Back to Database Pro Selection', { exact: true }).waitFor();
});

campaignTest('the picker has one column on a phone and up to four on a desktop [S2.10]', async () => {
  const page = await visit();
  const cards = page.locator('button[aria-pressed]').filter({ hasText: 'Major Championships' });
  await cards.first().waitFor();
  const lefts = () => cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)));
  for (const [viewport, columns] of [
    [{ width: 360, height: 640 }, 1],
    [PHONE.viewport, 1],
    [DESKTOP.viewport, 4],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => new Set(await lefts()).size).toBe(columns);
  }
});

test('an empty library and one that does not load show messages to visitors [S2.12]', async () => {
  const { page } = await site.newVisitor();
  await page.route('**/api/pro/list', (route) => route.fulfill({ json: [] }));
  await page.goto(site.server.origin);
  const empty = 'No professional golfers available. Please add some in the admin panel.';
  await page.getByText(empty, { exact: true }).first().waitFor();
  await page.unroute('**/api/pro/list');
  await page.route('**/api/pro/list', (route) => route.abort());
  await page.reload();
  await page.getByText('Failed to load professional golfers. Please try again.', { exact: true }).first().waitFor();
});

test('the player has the specified slider, clock and speeds, and its tooltips appear after 700 ms [S2.16 S2.17 S9.2]', async () => {
  const page = await visit();
  await chooseVideo(page, 'user', AMATEUR_SWING);
  const player = page.getByRole('region', { name: 'Your swing video and its positions' });
  const seek = player.getByRole('slider', { name: 'Seek' });
  expect(await seek.getAttribute('aria-valuemin')).toBe('0');
  expect(await seek.getAttribute('aria-valuemax')).toBe('100');
  await player
    .getByText(/^\d:\d\d\.\d$/)
    .first()
    .waitFor();
  await player.getByRole('combobox', { name: 'Playback speed' }).click();
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['0.25x', '0.5x', '1x', '1.5x', '2x']);
  await page.keyboard.press('Escape');

  await page.mouse.move(5, 5);
  const step = player.getByRole('button', { name: 'Step forward' });
  await step.evaluate(timeTooltip);
  await step.hover();
  await page.getByRole('tooltip').waitFor();
  expect(await page.evaluate<number>('window.tooltipAfterMs')).toBeGreaterThanOrEqual(600);
});

/** Runs in the page, because the test's clock adds latency: measures the time from the pointer's arrival to the tooltip. */
function timeTooltip(element: Element): void {
  element.addEventListener(
    'pointermove',
    () => {
      const enteredAt = performance.now();
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role="tooltip"]')) return;
        observer.disconnect();
        Object.assign(window, { tooltipAfterMs: performance.now() - enteredAt });
      });
      observer.observe(document.body, { childList: true, subtree: true });
    },
    { once: true },
  );
}

campaignTest('the page shows that the video is being made, and the merged video has the specified speeds', async () => {
  const page = await visitReady();
  const releaseMerge = await holdRequests(page, '**/api/merge-videos-chunked');
  await compare(page);
  await page.getByText('Creating...').first().waitFor();
  await page.getByText('Creating merged video...', { exact: true }).waitFor();
  releaseMerge();
  await waitForMergedVideo(page);
  await page.getByRole('radio', { name: 'Video' }).check();
  await page
    .getByRole('region', { name: 'Merged comparison player' })
    .getByRole('combobox', { name: 'Playback speed' })
    .click();
  const speeds = () => page.getByRole('option').allTextContents();
  await expect.poll(speeds).toEqual(['0.25x', '0.5x', '0.75x', '1x', '1.25x', '1.5x', '2x']);
  await page.keyboard.press('Escape');

  const releaseDownload = await holdRequests(page, '**/api/download-video-speed');
  await chooseOption(page.locator('body'), 'Download speed', '0.5x');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByText('Processing...').waitFor();
  releaseDownload();
  await waitForToast(page, 'Download successful!');
});

const INCOMPLETE: [string, Record<string, string | null>][] = [
  ['No pro golfer selected', { selectedPro: null }],
  ['No custom pro video data found', { useCustomPro: 'true', customProVideo: null }],
];

test.each(INCOMPLETE.slice(0, scaled(1, 2)))('the compare page says: %s [S8.2]', async (title, session) => {
  const page = await visitReady({ pro: 'golfer' });
  await page.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, value);
    }
  }, session);
  await page.goto(`${site.server.origin}/compare`);
  await waitForToast(page, title);
  await page.waitForURL(`${site.server.origin}/`);
});

const INTERNAL_ERROR = { error: '', message: '', code: 'internal' };

const FAILURES = [
  ['Video merging failed', 'Failed to merge videos', '**/api/merge-videos-chunked', { status: 500, body: '' }],
  [
    'File assembly failed',
    'no file path returned',
    '**/api/upload-chunk',
    { status: 200, json: { receivedChunks: 9, totalChunks: 9 } },
  ],
  ['Failed to upload chunk 1: Bad Request', null, '**/api/upload-chunk', { status: 400, json: INTERNAL_ERROR }],
  [
    'Error processing video',
    'Could not prepare video for merging: This file could not be read as a video',
    '**/api/upload-chunk',
    { status: 422, json: { error: 'This file could not be read as a video', message: '', code: 'not-a-video' } },
  ],
] as const;

test('a failed comparison reports the failed step [S8.3 S8.4]', async () => {
  for (const [title, description, call, answer] of FAILURES) {
    const page = await visitReady();
    await page.route(call, (route) => route.fulfill(answer));
    await compare(page);
    await page.getByText(title, { exact: true }).first().waitFor();
    if (description) await page.getByText(description, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.close();
  }
});

campaignTest('the administrator’s pages show what is in progress [S2.24 S2.25 S2.26 S2.27 S8.8]', async () => {
  const { page } = await site.newVisitor();
  const releaseCheck = await holdRequests(page, '**/api/admin/check');
  await page.goto(`${site.server.origin}/admin`);
  await page.getByText('Checking authentication...', { exact: true }).waitFor();
  releaseCheck();
  await page.waitForURL('**/admin-login');
  const releaseLogin = await holdRequests(page, '**/api/admin/login');
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('Logging in...', { exact: true }).waitFor();
  releaseLogin();
  await page.route('**/api/admin/check', (route) => route.fulfill({ json: { isAdmin: true } }));
  await page.goto(`${site.server.origin}/admin`);
  await page.getByText('Upload New Pro Video', { exact: true }).waitFor();
  await page.getByText('Existing Pro Videos', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: /^Delete Driver, / })
    .first()
    .click();
  await page.route('**/api/pro/*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Delete failed').first().waitFor();
});

test('sign-up that fails without a reason says: Signup failed [S2.28 S8.9]', async () => {
  const page = await visit('/signup');
  await page.getByText('Create an account to access drawing tools').waitFor();
  await page.route('**/api/auth/signup', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByLabel('Email').fill('ann@golf.example');
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password', { exact: true }).fill('a long enough pass');
  await page.getByLabel('Confirm password').fill('a long enough pass');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Signup failed', { exact: true }).first().waitFor();
});

test('another video begins without marks, and leaving the custom pro discards it [S4.2]', async () => {
  const page = await visitReady({ pro: null });
  await page.getByText('All positions marked! Ready for comparison.').waitFor();
  await page.getByLabel('Your swing video file').setInputFiles(REFERENCE_SWING);
  await page.getByText('All positions marked! Ready for comparison.').waitFor({ state: 'detached' });

  await page.locator('button[aria-pressed]').filter({ hasText: 'Major Championships' }).first().click();
  await expect.poll(() => kept(page, 'selectedPro')).not.toBeNull();
  await page.getByRole('button', { name: 'Upload Your Own Pro Swing' }).click();
  await expect.poll(() => kept(page, 'selectedPro')).toBeNull();
  await chooseVideo(page, 'pro', AMATEUR_SWING);
  await markPositions(page, 'pro', [0, 1.2, 1.6]);
  await page.getByLabel('Pro swing video file').setInputFiles(REFERENCE_SWING);
  await page.getByText('All positions marked! Ready for comparison.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back to Database Pro Selection' }).click();
  await expect.poll(() => kept(page, 'customProVideo')).toBeNull();
});

campaignTest(
  'a toast that is dragged 30 px to the right stays, and one that is dragged 70 px is dismissed [S9.4]',
  async () => {
    const page = await visit();
    const refused = { name: 'card.txt', mimeType: 'text/plain', buffer: Buffer.from('72') };
    await page.getByLabel('Your swing video file').setInputFiles(refused);
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
    // Under the pointer it does not time out, so only the drag can dismiss it.
    await toast.hover();
    const drag = async (distancePx: number) => {
      const box = await toast.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distancePx / 2, y);
      await page.mouse.move(x + distancePx, y);
      await page.mouse.up();
    };
    await drag(30);
    await page.locator('li[data-swipe="cancel"]').waitFor();
    expect(await toast.count()).toBe(1);
    await drag(70);
    await toast.waitFor({ state: 'detached' });
  },
);
