// Recordings that begin elsewhere: after a page that was killed, on the stage of their swings, in place of a passage, and at the
// merged video.
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { openTab, stageOf } from '#tests/fixtures/open-tab.ts';
import { seeded } from '#tests/fixtures/seeded.ts';
import { readArchive } from '#web/kept/archive.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { lessonsForTests, numbersOf, record, recordedFor, seekBar, settled } from './lesson-steps.ts';
import { PRO_SWING, type SeedSwing, USER_SWING } from './seed.ts';

const { site, atTheStage } = lessonsForTests();

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
  // A page that is left may lose up to two seconds.
  await recordedFor(page, 4);
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

test('a passage is recorded again in place of the old one', async () => {
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

test('one swing alone is recorded from its merged video, and made into a video of its size', async () => {
  const { page, pageErrors, stage } = await atTheStage(PHONE);
  await openTab(stage, 'View');
  await stage.getByRole('radio', { name: 'One swing alone' }).check();
  await stage.getByRole('radio', { name: 'Your pro' }).check();
  await stage.getByRole('button', { name: 'Top: both golfers' }).click();
  await expect.poll(async () => (await numbersOf(page))[1]).toBe(PRO_SWING.frames[1]);
  await stage.getByRole('radio', { name: 'You', exact: true }).check();
  await openTab(stage, 'Save');
  await stage.getByRole('button', { name: /^Compare/ }).click();
  await stageOf(page).getByRole('button', { name: 'Your video is ready' }).click();
  await page.getByRole('button', { name: 'Record a lesson' }).click();
  await page.getByRole('group', { name: 'Lesson recording' }).waitFor();
  const [own, other] = ['You', 'Your pro'].map((name) => stageOf(page).getByLabel(name, { exact: true }).first());
  await expect.poll(() => own?.evaluate((video) => getComputedStyle(video).opacity)).toBe('1');
  await expect
    .poll(() => other?.evaluate((video) => getComputedStyle(video.closest('figure') ?? video).opacity))
    .toBe('0');
  await stageOf(page).getByRole('button', { name: 'Impact: both golfers' }).click();
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await stageOf(page).getByRole('button', { name: 'Your lesson is ready' }).click();
  await settled(page);
  await seekBar(page).press('End');
  await expect.poll(async () => (await numbersOf(page))[0]).toBe(USER_SWING.frames[2]);
  await page.getByText('Edit the lesson', { exact: true }).click();
  await page.getByRole('button', { name: /^Make a video/ }).click();

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the video/ }).click();
  const path = await (await coming).path();
  // The seeded clips have 160 by 120 pixels; beside each other they would take twice the width. The strip is below.
  const size = await execa('ffprobe', ['-v', 'error', '-show_entries', 'stream=width', '-of', 'csv=p=0', path]);
  expect(size.stdout.trim().split('\n')[0]).toBe('160');
  expect(pageErrors).toEqual([]);
});

test('a lesson about a swing in a long clip is sent without the rest of the clip, and shows the same frames', async () => {
  const user: SeedSwing = { clip: { fps: [30, 1], frames: 900, gop: 30 }, frames: [610, 630, 640] };
  const { page, pageErrors, stage } = await atTheStage(DESKTOP, '', { user });
  await record(page);
  await stage.getByRole('button', { name: 'Top: both golfers' }).click();
  await recordedFor(page, 2);
  await page.getByRole('button', { name: 'Stop and keep the lesson' }).click();
  await stage.getByRole('link', { name: 'Play the lesson' }).waitFor();
  await page.goto(`${site.server.origin}/my-swings`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save as a file: / }).click();
  const file = await buffer(await (await coming).createReadStream());
  const { size } = await stat((await numberedClip(user.clip)).path);
  const parts = await readArchive(new Blob([file]));
  const clipSizes = parts.filter(({ name }) => name.startsWith('clips/')).map(({ content }) => content.size);
  expect(clipSizes).toHaveLength(2);
  expect(Math.max(...clipSizes)).toBeLessThan(0.5 * size);
  await page.getByRole('button', { name: /^Delete: Lesson/ }).click();
  await page.getByRole('button', { name: /^Delete for good: / }).click();
  await page
    .getByLabel('File of exported swings or of a lesson')
    .setInputFiles({ name: 'lesson.swingmark', mimeType: 'application/octet-stream', buffer: file });
  await settled(page);
  await seekBar(page).press('End');
  const { firstNumber } = await numberedClip(user.clip);
  await expect.poll(() => numbersOf(page)).toEqual([firstNumber + 630, PRO_SWING.frames[1]]);
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
