// The sequence of a pair whose bodies are known: eight pairs in one picture, a press that shows one on the stage, and a
// correction by single frames.
import { expect, test } from 'vitest';
import { PHONE } from './browser.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();

test('a golfer sees the sample and a pro at eight positions, goes to one, and moves one by a frame', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await page.goto(site.server.origin);
  const demo = page.locator('#try-this');
  await demo.getByRole('button', { name: 'Sample amateur swing' }).click();
  await demo
    .getByRole('radio', { name: /, driver, face-on$/ })
    .first()
    .click();
  const stage = page.getByRole('group', { name: 'Synced preview' });
  const videos = stage.locator('video');
  const times = () => videos.evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).currentTime));
  // The bodies ship with both swings: their differences come with them.
  await stage.getByRole('region', { name: 'Biggest differences' }).getByRole('button').first().waitFor();

  const open = async () => {
    await stage.getByRole('button', { name: 'Swing sequence' }).click();
    const dialog = page.getByRole('dialog', { name: 'Swing sequence' });
    await dialog.getByRole('img', { name: /^You and / }).waitFor();
    return dialog;
  };
  const dialog = await open();
  const pairs = dialog.getByRole('button', { name: ': show both golfers' });
  expect(await pairs.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')?.split(':')[0]))).toEqual([
    'Setup',
    'Club back',
    'Arm back',
    'Top',
    'Arm down',
    'Impact',
    'Club through',
    'Finish',
  ]);
  await pairs.nth(2).click();
  await dialog.waitFor({ state: 'hidden' });
  // The sample swings from 0 s over 1.2 s to 1.6 s: its lead arm is level after two thirds of the backswing.
  await expect.poll(async () => Math.abs(((await times())[0] ?? 0) - 0.8)).toBeLessThan(0.15);
  const [before = 0, pro = 0] = await times();

  await open();
  await dialog.getByRole('combobox', { name: 'Position to correct' }).selectOption('Arm back');
  const picture = dialog.getByRole('img', { name: /^You and / });
  const address = await picture.getAttribute('src');
  await dialog.getByRole('button', { name: /^You: one frame later$/ }).click();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(address);
  await pairs.nth(2).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(async () => (await times()).map((time, side) => time - ([before, pro][side] ?? 0)))
    .toEqual([expect.closeTo(1 / 60, 2), expect.closeTo(0, 3)]);
  expect(pageErrors).toEqual([]);
});
