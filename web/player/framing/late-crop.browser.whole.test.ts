// A crop changes without an input when a body is found during playback. Chromium must not report it as a layout shift.

import { expect, test } from 'vitest';
import { AS_FILMED } from '#domain/comparison/comparison-choices.ts';
import { layoutShifts } from '#tests/e2e/layout-shifts.ts';
import { openTab } from '#tests/fixtures/open-tab.ts';
import { SIXTY, settledGroup, syncedWorkbenchForTests, THIRTY } from '#tests/fixtures/synced-workbench.ts';

const BOX = { headPermille: 250, solesPermille: 780, middlePermille: 430 };
/** CLS ignores shifts within this time after an input, in milliseconds. */
const AFTER_INPUT_MS = 700;

const workbench = syncedWorkbenchForTests();

test('a crop that changes without an input moves both pictures, and is no layout shift of them', async () => {
  const page = await workbench.openPreview(
    THIRTY,
    SIXTY,
    {},
    {
      ...AS_FILMED,
      framing: 'golfers',
      user: { ...AS_FILMED.user, box: BOX },
      pro: { ...AS_FILMED.pro, box: BOX },
    },
  );
  const group = page.getByRole('group', { name: 'Synced preview' });
  await settledGroup(page);
  await openTab(group, 'View');
  const sameSize = group.getByRole('button', { name: 'Same size' });
  const places = () =>
    group.locator('video').evaluateAll((videos) =>
      videos.map((video) => {
        const { x, y, width, height } = video.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
    );
  await page.waitForTimeout(AFTER_INPUT_MS);
  const before = await places();
  const shiftsBefore = (await layoutShifts(page)).length;
  // A scripted click does not count as input.
  await sameSize.evaluate((button: HTMLButtonElement) => button.click());
  await expect.poll(places).not.toEqual(before);
  const [user, pro] = await places();
  await sameSize.evaluate((button: HTMLButtonElement) => button.click());
  await expect.poll(places).toEqual(before);
  expect(user).not.toBe(before[0]);
  expect(pro).not.toBe(before[1]);
  // The box of a full picture has the picture's shape, so it may shift.
  const ofPictures = (await layoutShifts(page)).slice(shiftsBefore).filter(({ what }) => what.startsWith('VIDEO'));
  expect(ofPictures).toEqual([]);
});
