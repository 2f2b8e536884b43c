// A range session in a real browser: a golfer swings in front of the camera, and each strike clicks in the microphone.
import { execa } from 'execa';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endSwinging, type RangeCameraOptions, rangeCamera } from '#tests/fixtures/range-camera.ts';
import { axeViolations } from './axe-violations.ts';
import { PHONE } from './browser.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();

async function atTheRange(options: Partial<RangeCameraOptions> = {}) {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await page.addInitScript(rangeCamera(options));
  await page.goto(site.server.origin);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Range' }).click();
  await page.getByRole('heading', { name: 'Range', level: 1 }).waitFor();
  const session = page.getByRole('region', { name: 'Range session' });
  const start = async () => page.getByRole('button', { name: 'Start the session' }).click();
  return { page, pageErrors, session, start };
}

const phase = (page: Page) => page.locator('[data-phase]');
/** How many videos of the comparison are playing. */
const playing = (page: Page) =>
  page
    .locator('video:not([aria-label="Live camera picture"])')
    .evaluateAll(
      (videos: HTMLVideoElement[]) => videos.filter(({ paused, currentTime }) => !paused && currentTime > 0).length,
    );

/** Waits for a number of shots, and returns their numbers, oldest first. Practice swings in between do not count. */
async function shotsOf(session: Locator, count: number): Promise<readonly number[]> {
  const shots = session.getByRole('button', { name: /^Swing \d+, tempo / });
  await shots.nth(count - 1).waitFor({ timeout: 120_000 });
  const names = await shots.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  return names.map((name) => Number(/\d+/.exec(name)?.[0])).toSorted((a, b) => a - b);
}

/** The mean brightness of a picture, 0 to 255. */
async function brightnessOf(picture: Buffer): Promise<number> {
  const args = [
    '-v',
    'error',
    '-i',
    'pipe:0',
    '-vf',
    'scale=1:1:flags=area',
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
    'pipe:1',
  ];
  const { stdout } = await execa('ffmpeg', args, { input: picture, encoding: 'buffer' });
  return stdout[0] ?? 0;
}

/** The brightness of the mirror; null while it is hidden. */
async function mirrorBrightness(session: Locator, name: string): Promise<number | null> {
  const mirror = session.getByRole('img', { name });
  return (await mirror.isVisible()) ? brightnessOf(await mirror.screenshot()) : null;
}

test('each shot plays beside the pro without a tap, starred swings stay on the device, and nothing is sent', async () => {
  const { page, pageErrors, session, start } = await atTheRange();
  const sent: string[] = [];
  page.on('request', (request) => {
    const isOwn = new URL(request.url()).origin === new URL(site.server.origin).origin;
    if (request.url().startsWith('blob:')) return;
    if (!isOwn || request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  await start();
  await expect.poll(() => phase(page).innerText()).toBe('Ready');
  await session.getByText('Go ahead, hit.').waitFor();
  await expect.poll(() => phase(page).innerText(), { timeout: 60_000 }).toBe('Got it');
  await expect.poll(() => playing(page), { timeout: 30_000 }).toBe(2);
  await shotsOf(session, 2);
  await expect.poll(() => playing(page), { timeout: 30_000 }).toBe(2);
  expect(await axeViolations(page)).toEqual([]);

  await session.getByRole('button', { name: 'Star', exact: true }).click();
  await session.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByRole('heading', { name: 'This session' }).waitFor();
  await chooseLaunchTable(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep starred swings' }).click();
  await page.getByText('1 swing is kept in My swings.').waitFor();
  expect(sent).toEqual([]);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`${site.server.origin}/my-swings`);
  await page.getByRole('listitem').filter({ hasText: 'Carry 150 yd · ball 115 mph · 2° right' }).waitFor();
  expect(pageErrors).toEqual([]);
}, 300_000);

/** Chooses a table without times that has a row for each shot. */
async function chooseLaunchTable(page: Page): Promise<void> {
  const shots = page.getByRole('list', { name: 'Swings of this session' }).getByRole('button', { name: /tempo/ });
  const count = await shots.count();
  const lines = ['Carry (yd),Ball Speed (mph),Launch Direction', ...Array.from({ length: count }, () => '150,115,2')];
  const buffer = Buffer.from(lines.join('\n'));
  await page
    .getByLabel('Add launch monitor numbers')
    .and(page.locator('input'))
    .setInputFiles({ name: 'session.csv', mimeType: 'text/csv', buffer });
  await page.getByText(`${count} of ${count} shots have their numbers.`).waitFor();
  await shots.filter({ hasText: '150 yd' }).first().waitFor();
}

test('between shots a swing is compared with an own one, cut again, deleted, or the picture is shown late', async () => {
  const { page, pageErrors, session, start } = await atTheRange();
  await start();
  await shotsOf(session, 2);
  const hasBegun = await page.evaluate(endSwinging);
  const [first] = await shotsOf(session, hasBegun ? 3 : 2);
  await session.getByRole('combobox', { name: 'Compare with' }).selectOption(`Swing ${first}`);
  await page.locator(`video[aria-label="Right: Swing ${first}"]`).waitFor();
  await expect.poll(() => playing(page), { timeout: 30_000 }).toBe(2);

  const shown = page.locator('video[aria-label^="Left"]');
  const lengthOf = () => shown.evaluate((video: HTMLVideoElement) => video.duration);
  const before = await lengthOf();
  await session.getByRole('button', { name: '1 s earlier' }).click();
  await expect.poll(async () => (await lengthOf()) - before).toBeGreaterThan(0.4);

  const number = /\d+$/.exec((await shown.getAttribute('aria-label')) ?? '')?.[0];
  await session.getByRole('button', { name: 'Delete' }).click();
  await session.getByRole('button', { name: `Swing ${number}, ` }).waitFor({ state: 'detached' });
  expect(await phase(page).innerText()).toBe('Ready');

  await session.getByRole('button', { name: 'Mirror', exact: true }).click();
  const options = { timeout: 60_000 };
  await expect.poll(() => mirrorBrightness(session, 'Live picture, 4 s late'), options).not.toBeNull();
  await session.getByRole('slider', { name: 'Delay of the mirror' }).press('ArrowRight');
  await expect.poll(() => mirrorBrightness(session, 'Live picture, 5 s late'), options).toBeGreaterThan(40);
  expect(pageErrors).toEqual([]);
}, 300_000);

test('a swing without a click is a practice swing: it is listed, and not compared', async () => {
  const { page, pageErrors, session, start } = await atTheRange({ isLoud: false });
  await start();
  await session.getByRole('button', { name: /^Swing 1, practice, / }).waitFor({ timeout: 90_000 });
  expect(await phase(page).innerText()).toBe('Ready');
  expect(pageErrors).toEqual([]);
}, 180_000);

describe('a camera that does not open is explained beside the button', () => {
  test.each([
    ['NotAllowedError', 'The camera was not allowed.'],
    ['NotFoundError', 'No camera was found.'],
    ['NotReadableError', 'Another app is using the camera.'],
  ])('%s', async (refusal, sentence) => {
    const { page, pageErrors, start } = await atTheRange({ refusal });
    await start();
    await expect.poll(() => page.getByRole('alert').innerText()).toContain(sentence);
    await page.getByRole('button', { name: 'Open the camera again' }).waitFor();
    expect(pageErrors).toEqual([]);
  });
});
