// What differs most between two golfers whose bodies are tracked here: the lines at a difference, the switch that keeps them
// on, and the lines in the picture of all differences.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { SMALL_LIBRARY_DEMO, smallSwing } from '#tests/fixtures/small-library.ts';
import { DESKTOP } from './browser.ts';
import { openSeeded } from './seed.ts';
import { siteForTests } from './site.ts';

const site = siteForTests();
const { restTime, topTime, strikeTime } = SMALL_LIBRARY_DEMO;
const AMATEUR = { path: await smallSwing('demo-amateur'), marks: { restTime, topTime, strikeTime } };
/** The colours of both sides' lines (domain/rendering/body-strokes.ts). */
const LINES = { user: [130, 184, 247], pro: [240, 185, 64] } as const;

test('the lines of a difference are in both pictures, stay on by the switch, and go into the picture of all', async () => {
  const { page, pageErrors } = await site.newVisitor({ ...DESKTOP, isUnmetered: true });
  const golfer = await openSeeded(page, site.server.origin, { user: AMATEUR, pro: 'golfer' });
  const stage = page.getByRole('group', { name: 'Synced preview' });
  const list = stage.getByRole('region', { name: 'What differs most' });
  const sentence = list.getByRole('button', { name: /your (spine|head|hips|hands|feet|shoulder)/ }).first();
  await sentence.waitFor();
  const lines = ['you', golfer].map((name) => stage.getByRole('img', { name: `Lines on ${name} for this difference` }));
  const counts = () => Promise.all(lines.map((each) => each.count()));
  expect(await counts()).toEqual([0, 0]);
  await sentence.click();
  await expect.poll(counts).toEqual([1, 1]);
  await sentence.click();
  await expect.poll(counts).toEqual([0, 0]);

  await openTab(stage, 'View');
  await stage.getByRole('switch', { name: 'Lines at the differences' }).press('Space');
  await openTab(stage, 'Play');
  // Without a press on it, the lines of a difference are there at its position.
  for (const position of ['Rest', 'Top', 'Impact']) {
    await stage.getByRole('button', { name: `${position}: both golfers` }).click();
    if ((await counts()).every((count) => count === 1)) break;
  }
  await expect.poll(counts).toEqual([1, 1]);

  await list.getByRole('button', { name: 'Share these differences' }).click();
  const dialog = page.getByRole('dialog', { name: 'What differs most' });
  const picture = dialog.getByRole('img');
  await picture.waitFor();
  expect(await hasColor(picture, LINES.user)).toBe(true);
  expect(await hasColor(picture, LINES.pro)).toBe(true);
  expect(pageErrors).toEqual([]);
});

/** The names above the columns, which have the same colours, end here. */
const BELOW_NAMES_PX = 140;

/** Whether a picture has many pixels of exactly this colour below the names. */
function hasColor(picture: Locator, color: readonly number[]): Promise<boolean> {
  return picture.evaluate(
    async (element, { wanted, fromPx }) => {
      const image = element as HTMLImageElement;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data } = context?.getImageData(0, fromPx, canvas.width, canvas.height - fromPx) ?? { data: [] };
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (wanted.every((part, index) => data[at + index] === part)) count += 1;
      return count > 100;
    },
    { wanted: color, fromPx: BELOW_NAMES_PX },
  );
}
