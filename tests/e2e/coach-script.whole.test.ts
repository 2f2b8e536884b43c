// What a coach does between lessons, with one thumb on a phone: a pupil's clip becomes a video with the coach's voice in it.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stageOf } from '#tests/fixtures/open-tab.ts';
import { PHONE } from './browser.ts';
import { lessonsForTests, recordedFor } from './lesson-steps.ts';
import { REFERENCE_SWING } from './steps.ts';

const { atTheFirstPage } = lessonsForTests();

/** As measured; more would be a step back. */
const MOST_TAPS = 21;

test('twelve steps from a clip to the video of a lesson take few taps', async () => {
  const { page, pageErrors, sent } = await atTheFirstPage(PHONE);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  const stage = stageOf(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const tab = (name: string) => stage.getByRole('tab', { name, exact: true });

  // 1. The clip: one tap for the picker, one for the file in it.
  const picker = page.waitForEvent('filechooser');
  await tap(button('Choose Your Swing Video'));
  taps += 1;
  await (await picker).setFiles(REFERENCE_SWING);
  // 2. Its positions, beside the proposed golfer.
  await tap(button(/^Looks right/));
  // 3. The recording.
  await tap(tab('Save'));
  await tap(stage.getByRole('button', { name: 'Record a lesson' }));
  await page.getByRole('group', { name: 'Lesson recording' }).waitFor();
  // 4. The top of both swings.
  await tap(stage.getByRole('button', { name: 'Top: both golfers' }));
  await recordedFor(page, 2);
  // 5. Closer to the pupil.
  await tap(tab('Play'));
  await tap(stage.getByRole('button', { name: 'Zoom' }));
  // 6. The spine, with one stroke of the thumb.
  await tap(tab('Draw'));
  taps += 1;
  await drawSpine(page);
  await page.getByRole('img', { name: /^Drawings on the picture of You:.*1/ }).waitFor();
  await recordedFor(page, 4);
  // 7. Slow motion from here to the impact.
  await tap(tab('Play'));
  await tap(stage.getByText('0.25x', { exact: true }));
  await tap(stage.getByRole('button', { name: 'Play', exact: true }));
  await recordedFor(page, 7);
  // 8. The impact of both swings.
  await tap(stage.getByRole('button', { name: 'Impact: both golfers' }));
  await recordedFor(page, 9);
  // 9. The end of the recording.
  await tap(button('Stop and keep the lesson'));
  // 10. The lesson, heard once.
  await tap(stage.getByRole('button', { name: 'Your lesson is ready' }));
  await tap(button('Play the lesson'));
  // 11. Chapters.
  await tap(page.getByText('Edit the lesson', { exact: true }));
  await tap(button('Propose chapters'));
  await page.getByRole('list', { name: 'Chapters' }).getByRole('button').first().waitFor();
  // 12. The video.
  await tap(button(/^Make a video/));
  const video = page.waitForEvent('download');
  await tap(button(/^Download the video/));
  expect((await video).suggestedFilename()).toMatch(/\.mp4$/);
  expect(sent).toEqual([]);
  expect(pageErrors).toEqual([]);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
});

/** From the pupil's hips to the head. */
async function drawSpine(page: Page): Promise<void> {
  const box = await stageOf(page).locator('figure').first().boundingBox();
  if (!box) throw new Error('There is no picture');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y + 40);
  await page.mouse.down();
  await page.mouse.move(x - 10, y - 40, { steps: 8 });
  await page.mouse.up();
}
