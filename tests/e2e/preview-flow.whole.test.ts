// A visitor with a file that Chromium cannot show: a message before anything is uploaded, a preview, marks on it, a reload,
// a comparison without a second upload, and a new offer after the preview has expired.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeViolations } from '#tests/e2e/axe-violations.ts';
import { SITE_ADMIN_PASSWORD } from '#tests/e2e/running-server.ts';
import { siteForTests } from '#tests/e2e/site.ts';
import { markPositions, waitForMergedVideo } from '#tests/e2e/steps.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';

const OFFER = 'Upload and make a preview';
const NOTE = "You're viewing a preview from our server;";

const site = siteForTests();
let avi: string;

beforeAll(async () => {
  avi = (await numberedClip({ container: 'avi', codec: 'mpeg4', frames: 90 })).path;
});

/** A new visitor's page with a file chosen, and the calls that it makes. */
async function chosen(path: string) {
  const visitor = await site.newVisitor();
  const calls: string[] = [];
  visitor.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) calls.push(pathname);
  });
  await visitor.page.goto(site.server.origin);
  await visitor.page.getByLabel('Your swing video file').setInputFiles(path);
  return { ...visitor, calls };
}

const isPlayable = (page: Page) =>
  page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('video[aria-label="Your swing video"]')?.videoWidth ?? 0) > 0,
  );

test('an AVI is marked on its preview, also after a reload, and compared without a second upload', async () => {
  const { page, calls, pageErrors } = await chosen(avi);
  await page.getByText(/^This browser can't play this format\. .* uploads the file \(\d+\.\d MB\)\.$/).waitFor();
  expect(calls).toEqual([]);
  expect(await page.getByRole('button', { name: 'Mark Setup' }).count()).toBe(0);
  // The page has scrolled to the next step, where the bar of the steps covers half of a button of the one before.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: OFFER }).click();
  await page.getByText(NOTE).waitFor();
  await isPlayable(page);
  expect(calls).toEqual(['/api/upload-chunk', '/api/previews']);
  await markPositions(page, 'user', [0.5, 1.2, 1.6]);
  const marks = await page.evaluate(() => JSON.parse(sessionStorage.getItem('userVideo') ?? '{}').annotations);
  expect(marks).toEqual({ restTime: 0.5, topTime: 1.2, strikeTime: 1.6 });

  await page.reload();
  await page.getByText(NOTE).waitFor();
  await isPlayable(page);
  await page.getByText('All positions marked! Ready for comparison.').waitFor();
  await page.locator('button[aria-pressed]').first().click();
  const live = page.getByLabel('Synced preview').getByLabel('Left: you');
  await live.waitFor();
  expect(await live.getAttribute('src')).toMatch(/^\/media\/[0-9a-f]{48}\.mp4$/);
  await page.getByRole('button', { name: 'Compare My Swing' }).click();
  await waitForMergedVideo(page);
  expect(calls.slice(2)).toEqual(['/api/previews', '/api/merge-videos-chunked']);
  expect(pageErrors).toEqual([]);
});

test('an upload for a preview can be cancelled, and a preview that failed can be tried again', async () => {
  const { page, calls } = await chosen(avi);
  let release = () => {};
  await page.route('**/api/upload-chunk', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: OFFER }).click();
  await page.getByText(/0% · 0 of 1 chunks/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: OFFER }).waitFor();
  release();
  await page.unroute('**/api/upload-chunk');
  expect(calls).not.toContain('/api/previews');

  const sentence = 'Failed to make a preview of this video';
  const body = JSON.stringify({ error: sentence, message: sentence, code: 'preview-failed' });
  await page.route(
    '**/api/previews',
    (route) => route.fulfill({ status: 500, contentType: 'application/json', body }),
    {
      times: 1,
    },
  );
  await page.getByRole('button', { name: OFFER }).click();
  await page.getByText(sentence).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(NOTE).waitFor();
  await isPlayable(page);
});

test('an expired preview is offered again, and nothing is uploaded before a click', async () => {
  const { page, calls } = await chosen(avi);
  await page.getByRole('button', { name: OFFER }).click();
  await page.getByText(NOTE).waitFor();
  await page.evaluate(() => fetch('/api/my-videos', { method: 'DELETE' }));
  calls.length = 0;
  await page.reload();
  await page.getByRole('button', { name: OFFER }).waitFor();
  expect(calls).toEqual(['/api/previews']);
  await page.getByRole('button', { name: OFFER }).click();
  await page.getByText(NOTE).waitFor();
  await isPlayable(page);
});

test('a large video with one key frame in five seconds is shown as it is', async () => {
  const { path } = await numberedClip({ widthPx: 1920, heightPx: 1080, frames: 160, gop: 999 });
  const { page, calls } = await chosen(path);
  await isPlayable(page);
  await expect.poll(() => page.getByRole('button', { name: 'Mark Setup' }).isEnabled()).toBe(true);
  expect(await page.getByRole('button', { name: OFFER }).count()).toBe(0);
  expect(calls).toEqual([]);
});

test('the administrator marks a file of the library on its preview', async () => {
  const { page } = await site.newVisitor();
  await page.request.post(`${site.server.origin}/api/admin/login`, { data: { password: SITE_ADMIN_PASSWORD } });
  await page.goto(`${site.server.origin}/admin`);
  await page.getByLabel('Library video file').setInputFiles(avi);
  await page.getByRole('button', { name: OFFER }).click();
  await page.getByText(NOTE).waitFor();
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('video[aria-label="Pro swing video"]')?.videoWidth ?? 0) > 0,
  );
  await markPositions(page, 'pro', [0.5, 1.2, 1.6]);
  expect(await page.getByLabel('Impact time').inputValue()).toBe('1.6');
});

test('a file that is not a video is offered no preview', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formats-'));
  const path = join(folder, 'swing.mp4');
  await writeFile(path, 'not a video at all '.repeat(50));
  const { page, calls } = await chosen(path);
  await page.getByText('It is not a video, or it is damaged. Please choose another file.').first().waitFor();
  expect(await page.getByRole('button', { name: OFFER }).count()).toBe(0);
  expect(calls).toEqual([]);
  await rm(folder, { recursive: true });
});
