// Biggest differences: the picture of all differences, made on the device from differences in timing alone, and the switch that
// draws the lines of the bodies' differences.
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { wholeTest } from '#tests/campaign-test.ts';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { pngSize } from '#tests/fixtures/png-size.ts';
import { PHONE } from './browser.ts';
import { openSeeded, PRO_SWING, USER_SWING } from './seed.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();

test('all differences go into one picture with both golfers, which is saved without sending anything and the same on a dark device', async () => {
  const { page, pageErrors } = await site.newVisitor(PHONE);
  await openSeeded(page, site.server.origin, { user: { ...USER_SWING, frames: [2, 26, 46] }, pro: PRO_SWING });
  const stage = page.getByRole('group', { name: 'Synced preview' });
  const list = stage.getByRole('region', { name: 'Biggest differences' });
  await list.getByRole('button', { name: /Your (downswing|backswing)/ }).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));

  await list.getByRole('button', { name: 'Share these differences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Biggest differences' });
  const picture = dialog.getByRole('img', { name: /^Your (downswing|backswing)/ });
  const save = async () => {
    await picture.waitFor();
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    const download = await saving;
    return { name: download.suggestedFilename(), png: await buffer(await download.createReadStream()) };
  };
  const { name, png } = await save();
  expect(name).toMatch(/^golf_swing_comparison_differences_\d{4}-\d\d-\d\d\.png$/);
  const { widthPx, heightPx } = pngSize(png);
  // One row: a title, a sentence and two stills beside each other.
  expect([widthPx > 650, heightPx > 400, heightPx < 1000]).toEqual([true, true, true]);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await list.getByRole('button', { name: 'Share these differences' }).click();
  expect((await save()).png.equals(png)).toBe(true);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect([sent, pageErrors]).toEqual([[], []]);
});

wholeTest(
  'a switch draws the lines at the differences on both pictures, and sends them along for the saved file',
  async () => {
    const { page, pageErrors } = await site.newVisitor({ ...PHONE, isUnmetered: true });
    // A chip: at the top it is far from the first golfer of the library.
    const chip = library.golfers.find(({ slug }) => slug === 'chip-down-the-line-18-9');
    if (!chip) throw new Error('The library has no such chip');
    const { file, restTime, topTime, strikeTime } = chip;
    const user = { path: join('content', file), marks: { restTime, topTime, strikeTime } };
    await openSeeded(page, site.server.origin, { user, pro: 'golfer' });
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    const stage = page.getByRole('group', { name: 'Synced preview' });
    const lines = stage.getByRole('img', { name: /^Lines on / });
    const sentEvidence = async () => {
      const merging = page.waitForRequest((request) => request.url().endsWith('/api/merge-videos-chunked'));
      await page.getByRole('button', { name: 'Compare My Swing' }).click();
      return (await merging).postDataJSON().evidence;
    };
    await openTab(stage, 'View');
    const lineSwitch = stage.getByRole('switch', { name: 'Draw the differences' });
    await lineSwitch.press('Space');
    // Nothing differs where the pair stands, so the switch says where it draws.
    await stage.getByRole('button', { name: 'Shown at Top' }).click();
    await lines.first().waitFor();
    expect(await lines.count()).toBe(2);
    // The ball is found after the sentences: it lies 31 % of this golfer's height in front of the ankles. No club was named.
    const card = page.getByRole('region', { name: 'Body at each position' });
    const distance = card.getByText('Distance to the ball', { exact: true });
    await distance.waitFor({ state: 'attached' });
    // Without a difference it is among the folded measures.
    await card.locator('summary').click();
    await distance.waitFor();
    expect(await card.getByRole('row', { name: /^Setup (29|3[0-3])% ±3 \d\d% ±1 Cannot be compared$/ }).count()).toBe(
      1,
    );
    // Bodies, shafts and balls are found without a byte leaving the device.
    expect(sent).toEqual([]);
    const plane = stage.locator('[data-lines="shaft-plane"]');
    expect(await plane.count()).toBe(0);
    const bodyLines = stage.getByRole('switch', { name: 'Body lines' });
    await bodyLines.press('Space');
    await expect.poll(() => plane.count()).toBe(2);
    await bodyLines.press('Space');
    const { user: onUser, pro: onPro } = await sentEvidence();
    expect(onUser.length).toBeGreaterThan(0);
    expect(onPro).toHaveLength(onUser.length);

    await page.goBack();
    // The pair is in view again, not the first step.
    await expect.poll(async () => Math.abs((await stage.boundingBox())?.y ?? 9999)).toBeLessThan(100);
    await stage.getByRole('button', { name: 'Top: both golfers' }).click();
    await lines.first().waitFor();
    await openTab(stage, 'View');
    await lineSwitch.press('Space');
    await expect.poll(() => lines.count()).toBe(0);
    expect(await sentEvidence()).toBeUndefined();
    expect(pageErrors).toEqual([]);
  },
);
