// The synced preview in real Chromium as a visitor uses it: keys, steps, loops, alignment and choices.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { chooseLayout, openMore, openTab } from '#tests/fixtures/open-tab.ts';
import { SIXTY, type Swing, settledGroup, syncedWorkbenchForTests, THIRTY } from '#tests/fixtures/synced-workbench.ts';

const workbench = syncedWorkbenchForTests();

/** From the preview's appearance to the first moving frames of both sides; under 1 s on an idle machine. */
const MAX_START_MS = scaled(15_000, 2_000);
/** A side that is further off is seeked again (STALLED in synced-pair.ts). In seconds. */
const MAX_START_OFFSET = 0.25;

describe('the preview', () => {
  test('plays by itself once both swings are known, and stops, steps, loops and changes the alignment', async () => {
    const page = await workbench.openPreview(THIRTY, SIXTY);
    const group = page.getByRole('group', { name: 'Synced preview' });
    const [you, pro] = await page.evaluate<FirstFrame[]>(`(${FIRST_FRAMES})()`);
    if (!you || !pro) throw new Error('A side is missing');
    expect(Math.max(you.readyToShownMs, pro.readyToShownMs)).toBeLessThan(MAX_START_MS);
    // They began together: at any time, both are equally far from their strikes.
    const timeToStrike = { you: 60 / 30 - you.mediaTime, pro: 91 / 60 - pro.mediaTime };
    const shownApart = (pro.shownAtMs - you.shownAtMs) / 1000;
    expect(Math.abs(timeToStrike.you - timeToStrike.pro - shownApart)).toBeLessThan(MAX_START_OFFSET);
    await group.getByRole('button', { name: 'Pause' }).click();
    await settledGroup(page);
    // Paused, each is as far from its strike as the other, within a frame.
    const fromStrike = { you: (await timeOf(page, 'you')) - 60 / 30, pro: (await timeOf(page, 'Your pro')) - 91 / 60 };
    expect(fromStrike.you).toBeGreaterThan(-60 / 30);
    expect(Math.abs(fromStrike.you - fromStrike.pro)).toBeLessThan(1 / 30 + 0.001);
    const seek = group.getByRole('slider', { name: 'Seek' });
    await page.keyboard.press('Home');
    await page.keyboard.press('.');
    await expect.poll(() => seek.getAttribute('aria-valuenow')).toBe('1');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => seek.getAttribute('aria-valuenow')).toBe('3');
    await group.getByRole('button', { name: 'Impact: both golfers' }).click();
    await settledGroup(page);
    await expect
      .poll(() => page.evaluate(`document.querySelector('[aria-label="Left: you"]').currentTime`))
      .toBeCloseTo(2, 1);
    await expect
      .poll(() => seek.getAttribute('aria-valuetext'))
      .toMatch(/^0:01\.\d of 0:0\d\.\d, You at impact, Your pro at impact$/);
    await openTab(group, 'View');
    await group.getByRole('radio', { name: 'Match impact' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => group.getByRole('radio', { name: 'Match top' }).isChecked()).toBe(true);
    await settledGroup(page);
    // The moment of the visitor's swing stays, and the pro's follows: 9 frames of 30 fps after its top.
    await expect
      .poll(() => page.evaluate(`document.querySelector('[aria-label="Left: you"]').currentTime`))
      .toBeCloseTo(2, 1);
    await expect
      .poll(() => page.evaluate(`document.querySelector('[aria-label="Right: Your pro"]').currentTime`))
      .toBeCloseTo(75 / 60 + 9 / 30, 1);
    await openTab(group, 'Play');
    await chooseOption(group, 'Loop', 'Loop downswing');
    await page.keyboard.press('Space');
    await group.getByRole('button', { name: 'Pause' }).waitFor();
    const { violations } = await new AxeBuilder({ page }).include('fieldset').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    await page.close();
  });

  campaignTest('does not play with reduced motion until Play is pressed', async () => {
    const page = await workbench.openPreview(THIRTY, SIXTY, { reducedMotion: 'reduce' });
    await settledGroup(page);
    expect(await timeOf(page, 'you')).toBeLessThan(1);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(`document.querySelector('[aria-label="Left: you"]').currentTime > 1`);
    await page.close();
  });

  test('shows what to do about a video that the browser cannot play', async () => {
    const hevc: Swing = { options: { fps: [30, 1], frames: 60, codec: 'hevc', audio: 'aac' }, marks: [3, 20, 30] };
    const page = await workbench.openFiles(THIRTY, hevc);
    await page.getByText(/^This browser can't play one of the two videos\./).waitFor();
    expect(await page.getByRole('group', { name: 'Synced preview' }).count()).toBe(0);
    await page.close();
  });

  campaignTest(
    'matches every position at either tempo and says so; one press shows both at a position in any alignment [S2.33]',
    async () => {
      const page = await workbench.openPreview(THIRTY, SIXTY, { reducedMotion: 'reduce' });
      const group = page.getByRole('group', { name: 'Synced preview' });
      await settledGroup(page);
      const jumpTo = (position: string) => group.getByRole('button', { name: `${position}: both golfers` }).click();
      const expectAt = async (you: number, pro: number) => {
        await expect.poll(() => timeOf(page, 'you')).toBeCloseTo(you, 1);
        await expect.poll(() => timeOf(page, 'Your pro')).toBeCloseTo(pro, 1);
      };
      // The strikes meet, but one press brings each side to its own rest.
      await jumpTo('Setup');
      await expectAt(24 / 30, 30 / 60);
      await settledGroup(page);
      await page.keyboard.press('3');
      await expectAt(60 / 30, 91 / 60);
      await page.keyboard.press('1');
      await expectAt(24 / 30, 30 / 60);
      await openTab(group, 'View');
      await group.getByRole('radio', { name: 'Every position' }).check();
      await group
        .getByText('Your pro is shown at 0.83× back, 0.89× down. The timing analysis keeps the true times.')
        .waitFor();
      for (const [position, you, pro] of [
        ['Setup', 24, 30],
        ['Top', 51, 75],
        ['Impact', 60, 91],
      ] as const) {
        await jumpTo(position);
        await expectAt(you / 30, pro / 60);
      }
      await expect
        .poll(() => group.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext'))
        .toMatch(/You at impact, Your pro at impact$/);
      await group.getByRole('radio', { name: 'The pro’s tempo' }).check();
      await group.getByText(/you are shown at 1\.20× back, 1\.1[23]× down/).waitFor();
      await jumpTo('Top');
      await expectAt(51 / 30, 75 / 60);
      const { violations } = await new AxeBuilder({ page }).include('fieldset').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      await page.close();
    },
  );

  campaignTest('swaps, mirrors and nudges immediately, also as a ghost, and undoes all of it', async () => {
    const page = await workbench.openPreview(THIRTY, SIXTY, { reducedMotion: 'reduce' });
    const group = page.getByRole('group', { name: 'Synced preview' });
    await group.getByRole('button', { name: 'Impact: both golfers' }).click();
    await expect.poll(() => timeOf(page, 'you')).toBeCloseTo(2, 1);
    await settledGroup(page);
    const strikeOfPro = await timeOf(page, 'Your pro');
    await openMore(group);
    await group.getByRole('button', { name: 'Nudge the pro one frame forward' }).click();
    await settledGroup(page);
    await expect.poll(() => timeOf(page, 'Your pro')).toBeCloseTo(strikeOfPro + 1 / 60, 3);
    await expect.poll(() => group.getByRole('status', { name: 'Nudge of the pro' }).textContent()).toBe('+1frame');

    await group.getByRole('button', { name: 'Mirror your swing' }).click();
    await group.getByRole('button', { name: 'Swap sides' }).click();
    const proIsLeft = async () => (await placeOf(page, 'Your pro')).middleX < (await placeOf(page, 'you')).middleX;
    await expect.poll(proIsLeft).toBe(true);
    await expect.poll(() => videoOf(page, 'you').getAttribute('aria-label')).toBe('Right: you');
    await expect
      .poll(() => videoOf(page, 'you').evaluate((video) => getComputedStyle(video).transform))
      .toBe('matrix(-1, 0, 0, 1, 0, 0)');

    await chooseLayout(group, 'Ghost');
    await group.getByRole('slider', { name: 'Ghost opacity' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(() => group.getByRole('slider', { name: 'Ghost opacity' }).getAttribute('aria-valuetext'))
      .toBe('Your pro at 55 percent');
    const opacity = () => videoOf(page, 'Your pro').evaluate((video) => getComputedStyle(video).opacity);
    await expect.poll(opacity).toBe('0.55');
    const { violations } = await new AxeBuilder({ page }).include('fieldset').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);

    await group.getByRole('button', { name: 'As filmed' }).click();
    await settledGroup(page);
    await expect.poll(() => timeOf(page, 'Your pro')).toBeCloseTo(strikeOfPro, 3);
    await expect.poll(() => group.getByRole('button', { name: 'As filmed' }).count()).toBe(0);
    await page.close();
  });

  test('keeps both frames on the screen when the layout changes', async () => {
    const page = await workbench.openPreview(THIRTY, SIXTY, { reducedMotion: 'reduce' });
    const group = page.getByRole('group', { name: 'Synced preview' });
    await group.getByRole('button', { name: 'Impact: both golfers' }).click();
    await settledGroup(page);
    const shown = () =>
      group
        .locator('video')
        .evaluateAll((videos: HTMLVideoElement[]) =>
          videos.map(({ currentTime, seeking, readyState }) => ({ currentTime, isThere: readyState >= 2 && !seeking })),
        );
    const before = await shown();
    expect(before.map(({ isThere }) => isThere)).toEqual([true, true]);
    for (const layout of ['Ghost', 'Wipe', 'Stacked', 'One swing alone', 'Side by side']) {
      await chooseLayout(group, layout);
      expect(await shown()).toEqual(before);
    }
    await page.close();
  });

  campaignTest('fits the ghost by hand, by keyboard on a small phone, and undoes it', async () => {
    const viewport = { width: 360, height: 640 };
    const page = await workbench.openPreview(THIRTY, SIXTY, { reducedMotion: 'reduce', viewport });
    const group = page.getByRole('group', { name: 'Synced preview' });
    await settledGroup(page);
    await openMore(group);
    await group.getByRole('button', { name: 'Mirror the pro' }).click();
    await chooseLayout(group, 'Ghost');
    const summary = group.getByText('Fit the pro over you');
    await summary.focus();
    await page.keyboard.press('Enter');
    const reset = group.getByRole('button', { name: 'Reset' });
    expect(await reset.isDisabled()).toBe(true);
    const before = { you: await placeOf(page, 'you'), pro: await placeOf(page, 'Your pro') };
    const setByKeys = async (name: string, key: string, valueText: string) => {
      const slider = group.getByRole('slider', { name, exact: true });
      await slider.focus();
      await page.keyboard.press(key);
      await page.keyboard.press(key);
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(valueText);
    };

    await setByKeys('Size', 'Shift+ArrowRight', '120%');
    await expectPlace(page, 'Your pro', {
      ...before.pro,
      widthPx: before.pro.widthPx * 1.2,
      heightPx: before.pro.heightPx * 1.2,
    });
    await setByKeys('Sideways', 'Shift+ArrowRight', '20% right');
    await setByKeys('Up and down', 'PageUp', '20% up');
    const fitted = {
      middleX: before.pro.middleX + before.pro.widthPx * 0.2,
      middleY: before.pro.middleY - before.pro.heightPx * 0.2,
      widthPx: before.pro.widthPx * 1.2,
      heightPx: before.pro.heightPx * 1.2,
    };
    await expectPlace(page, 'Your pro', fitted);
    await expectPlace(page, 'you', before.you);
    // Here the arrow keys belong to the sliders: nothing was stepped.
    expect(await group.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuenow')).toBe('0');
    const { violations } = await new AxeBuilder({ page }).include('fieldset').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);

    await chooseLayout(group, 'Stacked');
    await expect
      .poll(() => videoOf(page, 'Your pro').evaluate((video) => getComputedStyle(video).transform))
      .toBe('matrix(-1, 0, 0, 1, 0, 0)');
    await chooseLayout(group, 'Ghost');
    await summary.click();
    await expectPlace(page, 'Your pro', fitted);
    await reset.press('Enter');
    await expect.poll(() => reset.isDisabled()).toBe(true);
    await expectPlace(page, 'Your pro', before.pro);
    await page.close();
  });

  campaignTest('enlarges the fitted ghost as a whole', async () => {
    const page = await workbench.openPreview(THIRTY, SIXTY, { reducedMotion: 'reduce' });
    const group = page.getByRole('group', { name: 'Synced preview' });
    await settledGroup(page);
    await chooseLayout(group, 'Ghost');
    await group.getByText('Fit the pro over you').click();
    await group.getByRole('slider', { name: 'Sideways' }).press('End');
    await group.getByRole('slider', { name: 'Size' }).press('Home');
    const way = async () => (await placeOf(page, 'Your pro')).middleX - (await placeOf(page, 'you')).middleX;
    const { widthPx } = await placeOf(page, 'you');
    await expect.poll(way).toBeCloseTo(widthPx / 2, 1);
    await openTab(group, 'Play');
    await group.getByRole('button', { name: 'Zoom, now 1.0 times' }).click();
    await expect.poll(way).toBeCloseTo(widthPx, 1);
    expect((await placeOf(page, 'Your pro')).widthPx).toBeCloseTo(widthPx, 1);
    await page.close();
  });
});

const videoOf = (page: Page, name: string) => page.locator(`video[aria-label$=": ${name}"]`);

function timeOf(page: Page, name: string): Promise<number> {
  return videoOf(page, name).evaluate((video: HTMLVideoElement) => video.currentTime);
}

interface Place {
  readonly middleX: number;
  readonly middleY: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The picture's place in the preview, however the page is scrolled. */
function placeOf(page: Page, name: string): Promise<Place> {
  return videoOf(page, name).evaluate((video) => {
    const { left, top, width, height } = video.getBoundingClientRect();
    const preview = video.closest('fieldset')?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const middleX = left + width / 2 - preview.left;
    return { middleX, middleY: top + height / 2 - preview.top, widthPx: width, heightPx: height };
  });
}

/** With reduced motion, transitions take a millisecond: the picture changes with the next frame, not immediately. */
async function expectPlace(page: Page, name: string, wanted: Place): Promise<void> {
  const parts = Object.keys(wanted) as (keyof Place)[];
  const elsewhere = async () => {
    const place = await placeOf(page, name);
    return parts.filter((part) => Math.abs(place[part] - wanted[part]) > 0.5).map((part) => [part, place[part]]);
  };
  await expect.poll(elsewhere).toEqual([]);
}

/** A side's first frame while playing. */
interface FirstFrame {
  readonly mediaTime: number;
  /** When the display showed it, on the page's clock. */
  readonly shownAtMs: number;
  /** From the appearance of the preview to this frame. */
  readonly readyToShownMs: number;
}

/** Runs in the page: waits until both sides play, and returns the first moving frame of each. */
const FIRST_FRAMES = `async () => {
  const readyAtMs = performance.now();
  return Promise.all(['Left: you', 'Right: Your pro'].map((label) => new Promise((resolve) => {
    const video = document.querySelector('video[aria-label="' + label + '"]');
    const next = () => video.requestVideoFrameCallback((_now, { mediaTime, expectedDisplayTime: shownAtMs }) => {
      if (video.paused) next();
      else resolve({ mediaTime, shownAtMs, readyToShownMs: shownAtMs - readyAtMs });
    });
    next();
  })));
}`;
