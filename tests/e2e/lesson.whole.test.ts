// Lessons in a real browser with a microphone that beeps: recorded on the stage, played, edited, saved and opened again.
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { lessonsForTests, numbersOf, record, recordedFor, seekBar, settled } from './lesson-steps.ts';
import { PRO_SWING, USER_SWING } from './seed.ts';

const { atTheStage } = lessonsForTests();

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
    // In whatever tab the recording ended.
    await stage.getByRole('button', { name: 'Your lesson is ready' }).click();

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

    const make = page.getByRole('button', { name: /^Make a video/ });
    const likely = megabytesIn(await make.innerText());
    await make.click();
    const video = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download the video/ }).click();
    const path = await (await video).path();
    await checkVideo(path);
    const megabytes = (await stat(path)).size / 1e6;
    // The label is rounded to a tenth of a megabyte, and this video is not much larger.
    expect(Math.abs(likely - megabytes)).toBeLessThan(0.5 * megabytes + 0.1);
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

function megabytesIn(label: string): number {
  return Number(/([\d.]+) MB/.exec(label)?.[1]);
}

/** The video has picture and voice, which end together. */
async function checkVideo(path: string): Promise<void> {
  const { stdout } = await execa('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path]);
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; duration: string }[] };
  const [picture, voice] = ['h264', 'aac'].map((name) => streams.find(({ codec_name }) => codec_name === name));
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
