// Steps, jumps and marks in the player of a browser with a fault: the picture, the frame that the page names and the stored mark are
// the same frame.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markAndRead, openClip, openWorkbench, shownTimes, type Workbench } from '#tests/fixtures/player-page.ts';
import { PLAYER_FAULTS } from './player-faults.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

/** Keys, and how many frames they lead on. */
const MOVES = [
  ['.', 1],
  ['.', 1],
  [',', -1],
  ['Shift+ArrowRight', 10],
  ['.', 1],
  ['Shift+ArrowRight', 10],
  [',', -1],
  ['Shift+ArrowLeft', -10],
  ['.', 1],
] as const;

describe('the player stays exact where a browser', () => {
  test.each(PLAYER_FAULTS)('$title', async ({ injection, clip = { fps: [30, 1], frames: 60 }, shownBy, remembers }) => {
    const times = shownTimes(clip);
    const perStep = Math.round((clip.fps?.[0] ?? 30) / 30);
    const page = await openClip(workbench, clip, { script: injection });
    let wanted = 0;
    for (const [key, frames] of MOVES) {
      await page.keyboard.press(key);
      wanted += key.startsWith('Shift') ? frames * perStep : frames;
      await page.getByText(`frame ${wanted + 1} of ${times.length}`).waitFor();
      const { mark, number } = await markAndRead(page, 'rest');
      expect({ number, marked: times.findIndex((time) => Math.abs(time - mark) < 5e-4) }).toEqual({
        number: wanted,
        marked: wanted,
      });
    }
    const isPicture = async () => (await page.locator('video + canvas:not([hidden])').count()) > 0;
    if (shownBy) await expect.poll(isPicture).toBe(shownBy === 'pictures');
    const known = () => page.evaluate(() => localStorage['swingmark:false-answers'] ?? '');
    if (remembers) expect(await known()).toContain(remembers);
    await page.close();
  });
});
