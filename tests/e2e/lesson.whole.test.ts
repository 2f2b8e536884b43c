// Lessons in a real browser with a microphone that beeps: recorded on the stage, played, edited, saved, opened again, and
// kept when the page is closed while recording.
import { buffer } from 'node:stream/consumers';
import { execa } from 'execa';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { readFrameNumber } from '#tests/fixtures/frame-number.ts';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { seeded } from '#tests/fixtures/seeded.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, LAUNCH_OPTIONS, newVisitor, PHONE } from './browser.ts';
import { openSeeded, PRO_SWING, USER_SWING } from './seed.ts';
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
afterAll(() => browser?.close());

const stageOf = (page: Page) => page.getByRole('group', { name: 'Synced preview' });
const settled = (page: Page) => page.locator('fieldset[aria-label="Synced preview"][aria-busy="false"]').waitFor();
const seekBar = (page: Page) => page.getByRole('slider', { name: 'Seek in the lesson' });

async function atTheStage(options: BrowserContextOptions, script = '') {
  const { page, pageErrors } = await newVisitor(browser, { ...options, reducedMotion: 'reduce', bypassCSP: true });
  if (script) await page.addInitScript(script);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:') && request.method() !== 'GET') sent.push(request.url());
  });
  await openSeeded(page, site.server.origin);
  const stage = stageOf(page);
  await settled(page);
  await untilHydrated(page);
  await openTab(stage, 'Save');
  return { page, pageErrors, stage, sent };
}

async function record(page: Page, name = 'Record a lesson'): Promise<void> {
  await stageOf(page).getByRole('button', { name }).click();
  await page.getByRole('group', { name: 'Lesson recording' }).waitFor();
}

/** Waits until the given number of whole seconds is recorded. */
async function recordedFor(page: Page, seconds: number): Promise<void> {
  const time = page.getByRole('timer');
  await expect
    .poll(async () => {
      const [minutes = 0, rest = 0] = (await time.innerText()).split(':').map(Number);
      return 60 * minutes + rest;
    })
    .toBeGreaterThanOrEqual(seconds);
}

/** The numbers of the frames that both videos show. */
async function numbersOf(page: Page): Promise<readonly (number | null)[]> {
  await settled(page);
  const pictures = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLVideoElement>('fieldset video')].map((video) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(video, 0, 0, 160, 120);
      return [...(context?.getImageData(0, 0, 160, 120).data ?? [])].filter((_, index) => index % 4 === 1);
    }),
  );
  return pictures.map((grey) => readFrameNumber(grey, 160, 120));
}

/** Draws a line by mouse on the visitor's picture. */
async function drawLine(page: Page): Promise<void> {
  await stageOf(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  const box = await stageOf(page).locator('figure').first().boundingBox();
  if (!box) throw new Error('There is no picture');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 50, y);
  await page.mouse.down();
  await page.mouse.move(x + 50, y + 40, { steps: 8 });
  await page.mouse.up();
}

const drawingsOn = (page: Page) => page.getByRole('img', { name: /^Drawings on the picture of You:/ });

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])(
  'on %s a lesson is recorded, played, edited, saved as a file and opened again, and nothing is sent',
  async (_, options) => {
    const { page, pageErrors, stage, sent } = await atTheStage(options);
    await record(page);
    await stage.getByRole('button', { name: 'Top: both golfers' }).click();
    await openTab(stage, 'Draw');
    await drawLine(page);
    await recordedFor(page, 4);
    await stage.getByRole('button', { name: 'Impact: both golfers' }).click();
    await recordedFor(page, 8);
    await page.getByRole('button', { name: 'Pause the recording' }).click();
    await page.getByRole('button', { name: 'Resume the recording' }).click();
    await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
    await openTab(stage, 'Save');
    await stage.getByRole('link', { name: 'Play the lesson' }).click();

    await page.getByRole('button', { name: 'Play the lesson' }).click();
    await expect.poll(async () => Number(await seekBar(page).getAttribute('aria-valuenow'))).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Pause the lesson' }).click();
    await showsAllOf(page);
    await page.getByText('Edit the lesson', { exact: true }).click();
    await page.getByRole('button', { name: 'Propose chapters' }).click();
    await page.getByRole('list', { name: 'Chapters' }).getByRole('button').first().waitFor();
    await page.getByRole('textbox', { name: 'New caption here' }).fill('Look at the elbow');
    await page.getByRole('region', { name: 'Captions' }).getByRole('button', { name: 'Add' }).click();
    await page.getByText('Look at the elbow').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: /^Make a video/ }).click();
    const video = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download the video/ }).click();
    await checkVideo(await (await video).path());
    await page.getByRole('button', { name: 'My swings', exact: true }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Save as a file: / }).click();
    const file = await buffer(await (await coming).createReadStream());
    await page.getByRole('button', { name: /^Delete: Lesson/ }).click();
    await page.getByRole('button', { name: /^Delete for good: / }).click();
    await page.getByRole('list', { name: 'Lessons' }).waitFor({ state: 'detached' });
    await page
      .getByLabel('File of exported swings or of a lesson')
      .setInputFiles({ name: 'lesson.swingmark', mimeType: 'application/octet-stream', buffer: file });
    await page.locator('input[value="Look at the elbow"]').waitFor({ state: 'attached' });
    await showsAllOf(page);
    expect(sent).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);

/** The video has picture and voice, which end together. */
async function checkVideo(path: string): Promise<void> {
  const { stdout } = await execa('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path]);
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; duration: string }[] };
  const [picture, voice] = ['h264', 'opus'].map((name) => streams.find(({ codec_name }) => codec_name === name));
  expect(Number(picture?.duration)).toBeGreaterThan(7);
  expect(Math.abs(Number(picture?.duration) - Number(voice?.duration))).toBeLessThan(0.1);
}

/** The lesson ends at the strike, after a while at both tops, with one drawing. */
async function showsAllOf(page: Page): Promise<void> {
  await settled(page);
  await seekBar(page).press('End');
  await expect.poll(() => numbersOf(page)).toEqual([USER_SWING.frames[2], PRO_SWING.frames[2]]);
  await seekBar(page).press('Home');
  // The line is drawn in the first four seconds.
  for (let step = 0; step < 3; step += 1) await seekBar(page).press('PageUp');
  await expect.poll(() => numbersOf(page)).toEqual([USER_SWING.frames[1], PRO_SWING.frames[1]]);
  await expect.poll(() => drawingsOn(page).getAttribute('aria-label')).toContain('1');
}

/** The random moments of the kills: the same in every run. */
const KILLS_SEED = 20261125;

test('a page that is killed while recording loses at most two seconds, and the recording goes on after it', async () => {
  const { page } = await atTheStage(DESKTOP);
  const random = seeded(KILLS_SEED);
  await record(page);
  let open = page;
  let recorded = 0;
  for (let kill = 0; kill < scaled(8, 50); kill += 1) {
    const begunAt = Date.now();
    await open.waitForTimeout(500 + 5000 * random());
    const ran = (Date.now() - begunAt) / 1000;
    const next = await open.context().newPage();
    await killed(open);
    open = next;
    open.setDefaultTimeout(60_000);
    await open.goto(`${site.server.origin}/my-swings`);
    const row = open.getByRole('list', { name: 'Lessons' }).getByRole('listitem');
    await row.getByText(/^An unfinished recording, \d:\d\d/).waitFor();
    const now = await recordedSeconds(open);
    expect(ran - (now - recorded)).toBeLessThan(2);
    recorded = now;
    await row.getByRole('button', { name: /^Continue: / }).click();
    await settled(open);
    await stageOf(open)
      .getByRole('region', { name: 'Record more of a lesson' })
      .getByRole('button', { name: 'Record' })
      .click();
    await open.getByRole('group', { name: 'Lesson recording' }).waitFor();
  }
  await recordedFor(open, Math.ceil(recorded) + 1);
  await open.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await openTab(stageOf(open), 'Save');
  await stageOf(open).getByRole('link', { name: 'Play the lesson' }).click();
  // The joined sound is as long as the lesson: it plays to its end.
  await expect.poll(async () => Number(await seekBar(open).getAttribute('aria-valuemax'))).toBeGreaterThan(recorded);
  await seekBar(open).press('End');
  for (let step = 0; step < 10; step += 1) await seekBar(open).press('ArrowLeft');
  await open.getByRole('button', { name: 'Play the lesson' }).click();
  await open.getByRole('button', { name: 'Pause the lesson' }).waitFor();
  await open.getByRole('button', { name: 'Play the lesson' }).waitFor();
}, 600_000);

test('an unfinished recording is offered on the stage of its swings, and kept as it is', async () => {
  const { page, pageErrors } = await atTheStage(PHONE);
  await record(page);
  await recordedFor(page, 2);
  await page.goto(`${site.server.origin}/how-to-use`);
  await page.goto(site.server.origin);
  await settled(page);
  const offer = stageOf(page).getByRole('region', { name: 'Record more of a lesson' });
  await offer.getByText(/^An unfinished recording, 0:0[2-9]$/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await offer.getByRole('button', { name: 'Keep as it is' }).click();
  await page.getByRole('button', { name: 'Play the lesson' }).click();
  await expect.poll(() => seekBar(page).getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(1);
  expect(pageErrors).toEqual([]);
});

test('a passage is recorded again in the place of the old one', async () => {
  const { page, pageErrors, stage } = await atTheStage(DESKTOP);
  await record(page);
  await recordedFor(page, 4);
  await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await stage.getByRole('link', { name: 'Play the lesson' }).click();
  await settled(page);
  const before = Number(await seekBar(page).getAttribute('aria-valuemax'));
  await page.getByText('Edit the lesson', { exact: true }).click();
  await seekBar(page).press('Home');
  await page.getByRole('button', { name: 'Select from here' }).click();
  await seekBar(page).press('PageUp');
  const passage = Number(await seekBar(page).getAttribute('aria-valuenow'));
  await page.getByRole('button', { name: /^Record 0:00.0 to 0:0\d.\d again$/ }).click();
  await settled(page);
  const offer = stageOf(page).getByRole('region', { name: 'Record more of a lesson' });
  await offer.getByRole('button', { name: 'Record' }).click();
  await page.getByRole('group', { name: 'Lesson recording' }).waitFor();
  await stageOf(page).getByRole('button', { name: 'Impact: both golfers' }).click();
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await seekBar(page).waitFor();
  await expect
    .poll(async () => Number(await seekBar(page).getAttribute('aria-valuemax')))
    .toBeGreaterThan(before - passage + 2.9);
  await seekBar(page).press('Home');
  for (let step = 0; step < 25; step += 1) await seekBar(page).press('ArrowRight');
  await expect.poll(() => numbersOf(page)).toEqual([USER_SWING.frames[2], PRO_SWING.frames[2]]);
  await seekBar(page).press('End');
  await expect.poll(() => numbersOf(page)).not.toEqual([USER_SWING.frames[2], PRO_SWING.frames[2]]);
  expect(pageErrors).toEqual([]);
});

/** Kills the process of a page. */
async function killed(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The page does not answer any more.
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** The recorded time of the only lesson, as stored up to the kill. */
function recordedSeconds(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('swingmark-my-swings');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('lessonParts').objectStore('lessonParts').getAll();
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result.at(-1).recorded);
          };
        };
      }),
  );
}

const REFUSE = (name: string) =>
  `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', '${name}'); };`;

test.each([
  ['NotAllowedError', 'The microphone was not allowed.'],
  ['NotFoundError', 'No microphone was found.'],
  ['NotReadableError', 'Another app is using the microphone.'],
])(
  'a microphone that does not open (%s) is explained, and a lesson without voice is offered',
  async (refusal, sentence) => {
    const { page, pageErrors, stage } = await atTheStage(DESKTOP, REFUSE(refusal));
    await stage.getByRole('button', { name: 'Record a lesson' }).click();
    await expect.poll(() => stage.getByRole('alert').innerText()).toContain(sentence);
    await record(page, 'Record without voice');
    await recordedFor(page, 2);
    await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
    await stage.getByRole('link', { name: 'Play the lesson' }).click();
    await page.getByRole('button', { name: 'Play the lesson' }).click();
    await expect.poll(() => seekBar(page).getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(1);
    expect(pageErrors).toEqual([]);
  },
);
