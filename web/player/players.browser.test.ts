// The players in real Chromium on clips whose pictures carry their own number: what is on screen, what a mark stores and
// what the controls say are compared frame by frame. Uses the workbench page, as one does by hand.
import { AxeBuilder } from '@axe-core/playwright';
import { execa, type ResultPromise } from 'execa';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NumberedClipOptions, numberedClip, wanderingTimes } from '#tests/fixtures/numbered-clip.ts';

const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

let workbench: ResultPromise;
let address: string;
let browser: Browser;

beforeAll(async () => {
  workbench = execa('node', ['workbench/serve.ts', '0'], { reject: false });
  address = await new Promise((resolve) => workbench.stdout?.once('data', (line) => resolve(String(line).trim())));
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS.split(' ') });
});

afterAll(async () => {
  await browser?.close();
  workbench?.kill();
});

const KINDS: Readonly<Record<string, NumberedClipOptions>> = {
  '24 fps': { fps: [24, 1], frames: 72 },
  '30 fps with B-frames': { fps: [30, 1], frames: 90, bFrames: 3, gop: 60 },
  '29.97 fps': { fps: [30000, 1001], frames: 90 },
  '60 fps': { fps: [60, 1], frames: 180 },
  '240 fps': { fps: [240, 1], frames: 480, gop: 60 },
  'a variable rate': { frameTimes: wanderingTimes(90, 30, 0.8) },
  'an edit list': { fps: [30, 1], frames: 90, leadingFramesCut: 13 },
  'a late first frame': { fps: [30, 1], frames: 60, firstFrameAt: 0.4 },
};
const ACTIONS = 40;

describe('the stored mark is the frame in the picture, in seeded seeks, steps and keys', () => {
  test.each(Object.entries(KINDS))('%s', async (kind, options) => {
    const page = await openClip(options);
    const times = shownTimes(options);
    const random = seeded(kind.length);
    const wrong: string[] = [];
    for (let count = 0; count < ACTIONS; count++) {
      const action = pick(ACTS, random);
      await action.run(page, random);
      // At once: a mark has to wait for its own frame.
      const position = pick(['rest', 'top', 'strike'] as const, random);
      const { mark, number } = await markAndRead(page, position);
      const index = times.findIndex((time) => Math.abs(time - mark) < 0.0005);
      if (index + (options.leadingFramesCut ?? 0) !== number)
        wrong.push(`${action.name}: ${mark} but picture ${number}`);
    }
    expect(wrong).toEqual([]);
    await page.close();
  });
});

const ACTS = [
  { name: 'seek', run: seekSomewhere },
  { name: 'seek', run: seekSomewhere },
  ...['Step forward', 'Step back'].map((name) => ({ name, run: (page: Page) => press(page, name) })),
  ...[',', '.', 'ArrowLeft', 'ArrowRight', 'Shift+ArrowLeft', 'Shift+ArrowRight', 'Home', 'End'].map((key) => ({
    name: key,
    run: (page: Page) => page.keyboard.press(key),
  })),
];

async function seekSomewhere(page: Page, random: () => number): Promise<void> {
  const track = await boxOf(page.getByRole('slider', { name: 'Seek' }).locator('xpath=../..'));
  await page.mouse.click(track.x + random() * track.width, track.y + track.height / 2);
}

/** With the pointer, and without waiting for the page to come to rest as a locator's click does. */
async function press(page: Page, button: string): Promise<void> {
  const box = await boxOf(page.getByRole('button', { name: button }));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on screen');
  return box;
}

describe('stepping', () => {
  test('each press of a step button shows another frame at 24 fps', async () => {
    const page = await openClip({ fps: [24, 1], frames: 72 });
    const seen: (number | null)[] = [];
    for (const button of [...Array<string>(10).fill('Step forward'), ...Array<string>(9).fill('Step back')]) {
      await press(page, button);
      seen.push((await markAndRead(page, 'top')).number);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    await page.close();
  });

  test('moves on where the frame times cannot be read', async () => {
    const unreadable = `Blob.prototype.slice = () => { throw new Error('not readable'); }`;
    const page = await openClip({ fps: [24, 1], frames: 72 }, { script: unreadable, isReady: '0:00.0' });
    const seen: (number | null)[] = [];
    for (const button of ['Step forward', 'Step forward', 'Step forward', 'Step back']) {
      await press(page, button);
      seen.push((await markAndRead(page, 'top')).number);
    }
    expect(seen).toEqual([1, 2, 3, 2]);
    expect(await page.getByText(/^frame/).count()).toBe(0);
    await page.close();
  });

  test('fast presses of "." are all counted', async () => {
    const page = await openClip({ fps: [60, 1], frames: 180 });
    for (let press = 0; press < 40; press++) await page.keyboard.press('.');
    expect((await markAndRead(page, 'top')).number).toBe(40);
    await page.close();
  });
});

describe('the controls', () => {
  test('the picture follows while the slider is dragged, and arrives where the pointer lets go', async () => {
    const page = await openClip({ fps: [30, 1], frames: 90 });
    const thumb = await boxOf(page.getByRole('slider', { name: 'Seek' }));
    const track = await boxOf(page.getByRole('slider', { name: 'Seek' }).locator('xpath=../..'));
    const y = track.y + track.height / 2;
    await page.mouse.move(thumb.x + thumb.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(track.x + track.width / 2, y, { steps: 8 });
    await page.getByText('frame 46 of 90').waitFor();
    await page.mouse.move(track.x + track.width, y, { steps: 8 });
    await page.mouse.up();
    expect((await markAndRead(page, 'strike')).number).toBe(89);
    expect(await page.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')).toBe(
      '0 minutes 2.9 seconds, strike marked at 3.0',
    );
    await page.close();
  });

  test('speed, sound, play and the list of keys follow the element', async () => {
    const page = await openClip({ fps: [30, 1], frames: 90 });
    await page.getByRole('combobox', { name: 'Playback speed' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['0.25x', '0.5x', '1x', '1.5x', '2x']);
    await page.getByRole('option', { name: '0.25x' }).click();
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

  test('with two players keys go to the one used last, and never to a text field', async () => {
    const page = await openClip({ fps: [30, 1], frames: 90 });
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

  test('holding a step button goes on, the wheel steps, and zooming in does not start playing', async () => {
    const page = await openClip({ fps: [30, 1], frames: 90 });
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
    expect(await video.evaluate((element) => element.style.transform)).toBe('translate(40px, 0px) scale(2)');
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    await page.close();
  });

  test('nothing in the player and its panel breaks an accessibility rule', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.getByLabel('user video file').setInputFiles((await numberedClip({ frames: 90 })).path);
    await page.getByText('frame 1 of 90').waitFor();
    for (const key of ['r', '.', 't', '.', 's']) await page.keyboard.press(key);
    await page.getByText('All positions marked! Ready for comparison.').waitFor();
    const { violations } = await new AxeBuilder({ page }).include('section[aria-label]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
    await context.close();
  });

  test('a video whose picture the browser cannot decode is explained beside the player', async () => {
    const page = await browser.newPage();
    await page.goto(address);
    const hevc = await numberedClip({ codec: 'hevc', audio: 'aac', frames: 30 });
    await page.getByLabel('user video file').setInputFiles(hevc.path);
    await page.getByRole('alert').getByText('This browser cannot show this video.').waitFor();
    await page
      .getByLabel('pro video file')
      .setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no') });
    await page.getByRole('alert').getByText('This file could not be read as a video.').waitFor();
    expect(await page.getByRole('button', { name: 'Mark Top' }).first().isDisabled()).toBe(true);
  });

  test('the merged video has seven speeds, a loop and exact steps', async () => {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByLabel('merged video file').setInputFiles((await numberedClip({ fps: [60, 1], frames: 60 })).path);
    await page.getByText('frame 1 of 60').waitFor();
    await page.getByRole('button', { name: 'Step forward' }).click();
    await page.getByText('frame 3 of 60').waitFor();
    await page.getByRole('button', { name: 'Loop' }).click();
    await page.getByRole('button', { name: 'Loop', pressed: true }).waitFor();
    // As the browser's own menu does it.
    await page.evaluate(`document.querySelector('video').loop = false`);
    await page.getByRole('button', { name: 'Loop', pressed: false }).waitFor();
    await page.getByRole('combobox', { name: 'Playback speed' }).click();
    expect(await page.getByRole('option').count()).toBe(7);
  });
});

/** A page with one clip loaded and its player focused. */
async function openClip(
  options: NumberedClipOptions,
  { script = '', isReady = /^frame \d+ of \d+$/ as string | RegExp } = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''));
  await page.goto(address);
  await page.evaluate(script);
  await page.getByLabel('user video file').setInputFiles((await numberedClip(options)).path);
  await page.getByText(isReady).waitFor();
  await page.getByRole('button', { name: 'Mark Rest' }).focus();
  return page;
}

/** Presses a mark's key at once, waits until the mark is stored, and reads the stored time and the number in the picture. */
async function markAndRead(page: Page, position: 'rest' | 'top' | 'strike'): Promise<Reading> {
  await page.keyboard.press(position.slice(0, 1));
  return page.evaluate(`(${READ_MARK})('${position}Time')`);
}

type Reading = { readonly mark: number; readonly number: number | null };

/** Runs in the page: waits for the next change of the annotations and reads the number in the picture by a canvas. */
const READ_MARK = `async (field) => {
  const { readFrameNumber } = await import('/tests/fixtures/frame-number.ts');
  const output = document.querySelector('[aria-label="user annotations"]');
  while (output.dataset.changes === (output.dataset.read ?? '0')) await new Promise(requestAnimationFrame);
  output.dataset.read = output.dataset.changes;
  const video = document.querySelector('video');
  const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight });
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const number = readFrameNumber(data.filter((_, index) => index % 4 === 1), canvas.width, canvas.height);
  return { mark: JSON.parse(output.textContent)[field], number };
}`;

/** When each shown frame of a numbered clip appears. */
function shownTimes(options: NumberedClipOptions): readonly number[] {
  if (options.frameTimes) return options.frameTimes;
  const [numerator, denominator] = options.fps ?? [30, 1];
  const count = (options.frames ?? 60) - (options.leadingFramesCut ?? 0);
  return Array.from({ length: count }, (_, index) => (options.firstFrameAt ?? 0) + (index * denominator) / numerator);
}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
