// The player's controls in real Chromium: dragging, keys, speeds, zoom, and the message without a picture. Uses the
// workbench page.
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCleanPage } from '#tests/browser/clean-page.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { chooseOption } from '#tests/fixtures/choose-option.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import {
  boxOf,
  markAndRead,
  openClip,
  openWorkbench,
  press,
  seekTrack,
  type Workbench,
} from '#tests/fixtures/player-page.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench?.close());

describe('the controls', () => {
  test('the picture follows the dragged slider, and stops where the pointer is released', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    const thumb = await boxOf(page.getByRole('slider', { name: 'Seek' }));
    const track = await boxOf(seekTrack(page));
    const y = track.y + track.height / 2;
    await page.mouse.move(thumb.x + thumb.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(track.x + track.width / 2, y, { steps: 8 });
    await page.getByText('frame 46 of 90').waitFor();
    await page.mouse.move(track.x + track.width, y, { steps: 8 });
    await page.mouse.up();
    expect((await markAndRead(page, 'strike')).number).toBe(89);
    expect(await page.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')).toBe(
      '0 minutes 3.0 seconds, impact marked at 2.97 s',
    );
    await page.close();
  });

  campaignTest('marks are labeled ticks on the seek bar, aligned with its thumb, and jump when pressed', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    for (let count = 0; count < 3; count++) await page.keyboard.press('Shift+ArrowRight');
    await markAndRead(page, 'strike');
    const tick = page.getByRole('button', { name: 'Go to impact, 1.00 s' }).first();
    const thumb = await boxOf(page.getByRole('slider', { name: 'Seek' }));
    const ticked = await boxOf(tick);
    expect(Math.abs(thumb.x + thumb.width / 2 - (ticked.x + ticked.width / 2))).toBeLessThan(2);
    await page.keyboard.press('Home');
    await page.getByText('frame 1 of 90').waitFor();
    await tick.click();
    await page.getByText('frame 31 of 90').waitFor();
    await page.close();
  });

  test('on a phone the jog wheel moves by single frames, by thumb and by key, and all of marking is in the lower half [S2.16]', async () => {
    const page = await openClip(workbench, { fps: [60, 1], frames: 180 });
    const wheel = page.getByRole('slider', { name: 'Jog wheel: frame by frame' });
    expect(await wheel.isVisible()).toBe(false);
    for (const [width, height] of [
      [390, 844],
      [360, 640],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('video').evaluate((video) => video.scrollIntoView());
      const boxes = await Promise.all(
        [
          wheel,
          ...['Mark Setup', 'Mark Top', 'Mark Impact', 'Step back'].map((name) => page.getByRole('button', { name })),
        ].map(boxOf),
      );
      const isAcross = width > height;
      for (const box of boxes) {
        if (isAcross) expect(box.x).toBeGreaterThan(width / 2);
        else expect(box.y).toBeGreaterThan(height / 2 - 60);
        expect(box.y + box.height).toBeLessThanOrEqual(height);
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const drag = async (byPx: number) => {
      const { x, y, width, height } = await boxOf(wheel);
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 + byPx, y + height / 2, { steps: 5 });
      await page.mouse.up();
    };
    await drag(7.5 * 14);
    await page.getByText('frame 8 of 180').waitFor();
    // The remaining half frame counts.
    await drag(-2.6 * 14);
    await page.getByText('frame 6 of 180').waitFor();
    await wheel.press('ArrowRight');
    await page.getByText('frame 7 of 180').waitFor();
    expect(await wheel.getAttribute('aria-valuetext')).toBe('frame 7 of 180');
    await page.close();
  });

  test('speed, sound, play and the list of keys follow the element [S2.16]', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    await page.getByRole('combobox', { name: 'Playback speed' }).click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['0.25x', '0.5x', '1x', '1.5x', '2x']);
    await page.keyboard.press('Escape');
    await chooseOption(page.locator('body'), 'Playback speed', '0.25x');
    await press(page, 'Unmute');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const playing = await page.evaluate(
      `(({ muted, playbackRate }) => [muted, playbackRate])(document.querySelector('video'))`,
    );
    expect(playing).toEqual([false, 0.25]);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.close();
  });

  campaignTest('with two players keys go to the one used last, and never to a text field', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    await page.getByLabel('pro video file').setInputFiles((await numberedClip({ fps: [30, 1], frames: 60 })).path);
    await page.getByText('frame 1 of 60').waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('.');
    await page.getByText('frame 2 of 60').waitFor();
    await page.getByText('frame 1 of 90').click();
    await page.keyboard.press('.');
    await page.getByText('frame 2 of 90').waitFor();
    await page.evaluate(`document.body.append(Object.assign(document.createElement('input'), { id: 'name' }))`);
    await page.locator('#name').pressSequentially('. r s');
    expect(await page.locator('#name').inputValue()).toBe('. r s');
    expect(await page.getByText(/^frame 2 of/).count()).toBe(2);
    await page.close();
  });

  campaignTest('holding a step button repeats, the wheel steps, and zooming in does not start playback', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    const button = await boxOf(page.getByRole('button', { name: 'Step forward' }));
    await page.mouse.move(button.x + 9, button.y + 9);
    await page.mouse.down();
    await page.getByText(/^frame ([5-9]|\d\d) of 90$/).waitFor();
    await page.mouse.up();
    await page.keyboard.press('Home');
    await page.getByText('frame 1 of 90').waitFor();
    await page.mouse.move(300, 200);
    await page.mouse.wheel(0, 130);
    await page.getByText('frame 3 of 90').waitFor();
    await page.getByRole('button', { name: /^Zoom/ }).click();
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(340, 200, { steps: 4 });
    await page.mouse.up();
    const video = page.getByLabel('Your swing video', { exact: true });
    const width = await video.evaluate((element) => element.clientWidth);
    const moved = await video.evaluate(
      (element) => /^translate\((.+)%, 0%\) scale\(2\)$/.exec(element.style.transform)?.[1],
    );
    expect((Number(moved) / 100) * width).toBeCloseTo(40, 1);
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    await page.close();
  });

  campaignTest('loops a marked part of the swing, also the last one of the clip', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 60 });
    expect(await page.getByRole('combobox', { name: 'Loop' }).textContent()).toBe('Play once');
    for (const key of ['Shift+ArrowRight', 'r', 'Shift+ArrowRight', 't', 'End', 's']) await page.keyboard.press(key);
    await page.getByText('All positions marked! Ready for comparison.').waitFor();
    const looped = async (name: string, from: number) => {
      await chooseOption(page.locator('body'), 'Loop', name);
      await page.evaluate(`(${BEGUN_ANEW})(${from})`);
    };
    await looped('Loop backswing', 10 / 30);
    // To the clip's last frame.
    await looped('Loop downswing', 20 / 30);
    await page.getByRole('button', { name: 'Go to top', exact: true }).click();
    await page.getByText('frame 21 of 60').waitFor();
    await page.close();
  });

  campaignTest(
    'full screen covers the page with picture and controls, keeps the focus, and Escape leaves it',
    async () => {
      const page = await openClip(workbench, { fps: [30, 1], frames: 60 });
      // As on iPhones, whose pages have no full screen of the browser's.
      await page.evaluate(`delete Element.prototype.requestFullscreen`);
      const video = page.getByLabel('Your swing video', { exact: true });
      const before = await boxOf(video);
      for (const [width, height] of [
        [390, 844],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.keyboard.press('f');
        const leave = page.getByRole('button', { name: 'Leave full screen' });
        await leave.waitFor();
        const [picture, play] = await Promise.all(
          [video, page.getByRole('button', { name: 'Play', exact: true })].map(boxOf),
        );
        expect((picture?.width ?? 0) * (picture?.height ?? 0)).toBeGreaterThan(0.4 * width * height);
        expect((play?.y ?? 0) + (play?.height ?? 0)).toBeLessThanOrEqual(height);
        // Nothing behind it can be reached.
        expect(await page.getByLabel('pro video file').evaluate((field) => field.closest('[inert]') !== null)).toBe(
          true,
        );
        await chooseOption(page.locator('body'), 'Playback speed', '0.5x');
        await page.keyboard.press('Escape');
        await leave.waitFor({ state: 'detached' });
      }
      await page.setViewportSize({ width: 1100, height: 800 });
      await expect.poll(() => boxOf(video)).toEqual(before);
      expect(await page.evaluate(`document.querySelectorAll('[inert]').length`)).toBe(0);
      await page.close();
    },
  );

  campaignTest('single-key shortcuts can be switched off, and stay off', async () => {
    const page = await openClip(workbench, { fps: [30, 1], frames: 90 });
    await page.getByText('frame 1 of 90').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('.');
    await page.keyboard.press('r');
    await page.keyboard.press('ArrowRight');
    await page.getByText('frame 2 of 90').waitFor();
    expect(await page.getByText('0 of 3 positions marked').count()).toBe(1);
    await page.evaluate(`localStorage.clear()`);
    await page.close();
  });

  campaignTest('player and panel break no accessibility rule', async () => {
    const page = await openCleanPage(workbench.browser, {}, workbench.address);
    await page.goto(workbench.address);
    await page.getByLabel('user video file').setInputFiles((await numberedClip({ frames: 90 })).path);
    await page.getByText('frame 1 of 90').waitFor();
    for (const key of ['r', '.', 't', '.', 's']) await page.keyboard.press(key);
    await page.getByText('All positions marked! Ready for comparison.').waitFor();
    const { violations } = await new AxeBuilder({ page }).include('section[aria-label]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    await page.close();
  });

  campaignTest('explains in the player’s place that the browser cannot decode a video’s picture', async () => {
    const page = await openCleanPage(workbench.browser, {}, workbench.address);
    await page.goto(workbench.address);
    const hevc = await numberedClip({ codec: 'hevc', audio: 'aac', frames: 30 });
    await page.getByLabel('user video file').setInputFiles(hevc.path);
    await page.getByText(/^This browser can't play this format/).waitFor();
    await page
      .getByLabel('pro video file')
      .setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no') });
    await page.getByRole('alert').getByText('This file could not be read as a video.').waitFor();
    expect(await page.getByRole('button', { name: 'Mark Top' }).count()).toBe(0);
  });

  campaignTest('the merged video has seven speeds, a loop and exact steps', async () => {
    const page = await openCleanPage(workbench.browser, {}, workbench.address);
    await page.goto(workbench.address);
    await page.getByLabel('merged video file').setInputFiles((await numberedClip({ fps: [60, 1], frames: 60 })).path);
    await page.getByText('frame 1 of 60').waitFor();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.getByText('frame 3 of 60').waitFor();
    const loop = page.getByRole('combobox', { name: 'Loop' });
    await chooseOption(page.locator('body'), 'Loop', 'Loop all');
    expect(await page.evaluate(`document.querySelector('video').loop`)).toBe(true);
    // As the browser's own menu does it.
    await page.evaluate(`document.querySelector('video').loop = false`);
    await expect.poll(() => loop.textContent()).toBe('Play once');
    await page.getByRole('combobox', { name: 'Playback speed' }).click();
    await expect.poll(() => page.getByRole('option').count()).toBe(7);
  });
});

/** Runs in the page: plays until the loop restarts at a time. */
const BEGUN_ANEW = `async (from) => {
  const video = document.querySelector('video');
  await new Promise((resolve) => {
    video.addEventListener('seeking', () => !video.paused && Math.abs(video.currentTime - from) < 0.05 && resolve());
    void video.play();
  });
  video.pause();
}`;
