// The players in real Chromium on clips whose pictures carry their own number: what is on screen, what a mark stores and
// what the controls say are compared frame by frame. Uses the workbench page, as one does by hand.
import { execa, type ResultPromise } from 'execa';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NumberedClipOptions, numberedClip, wanderingTimes } from '#tests/fixtures/numbered-clip.ts';

const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

let workbench: ResultPromise;
let address: string;
let browser: Browser;

beforeAll(async () => {
  workbench = execa('node', ['workbench/serve.ts', '0'], { reject: false });
  address = await new Promise((resolve) => workbench.stdout?.once('data', (line) => resolve(String(line).trim())));
  browser = await chromium.launch(CHROMIUM);
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
const ACTIONS = 60;

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
  { name: 'Step forward', run: (page: Page) => page.getByRole('button', { name: 'Step forward' }).click() },
  { name: 'Step back', run: (page: Page) => page.getByRole('button', { name: 'Step back' }).click() },
  ...[',', '.', 'ArrowLeft', 'ArrowRight', 'Shift+ArrowLeft', 'Shift+ArrowRight', 'Home', 'End'].map((key) => ({
    name: key,
    run: (page: Page) => page.keyboard.press(key),
  })),
];

async function seekSomewhere(page: Page, random: () => number): Promise<void> {
  const track = await page.getByRole('slider', { name: 'Seek' }).locator('xpath=../..').boundingBox();
  if (!track) throw new Error('The seek slider is not on screen');
  await page.mouse.click(track.x + random() * track.width, track.y + track.height / 2);
}

describe('stepping', () => {
  test('each press of a step button shows another frame at 24 fps', async () => {
    const page = await openClip({ fps: [24, 1], frames: 72 });
    const seen = [];
    for (let press = 0; press < 10; press++) {
      await page.getByRole('button', { name: 'Step forward' }).click();
      seen.push((await markAndRead(page, 'top')).number);
    }
    for (let press = 0; press < 9; press++) {
      await page.getByRole('button', { name: 'Step back' }).click();
      seen.push((await markAndRead(page, 'top')).number);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    await page.close();
  });

  test('fast presses of "." are all counted', async () => {
    const page = await openClip({ fps: [60, 1], frames: 180 });
    for (let press = 0; press < 40; press++) await page.keyboard.press('.');
    expect((await markAndRead(page, 'top')).number).toBe(40);
    await page.close();
  });
});

/** A page with one clip loaded and its player focused. */
async function openClip(options: NumberedClipOptions): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''));
  await page.goto(address);
  await page.getByLabel('user video file').setInputFiles((await numberedClip(options)).path);
  await page.getByText(/^frame \d+ of \d+$/).waitFor();
  await page.getByRole('button', { name: 'Mark Rest' }).focus();
  return page;
}

/** Presses a mark's key at once, waits until the mark is stored, and reads the stored time and the number in the picture. */
async function markAndRead(page: Page, position: 'rest' | 'top' | 'strike'): Promise<Reading> {
  const output = page.getByLabel('user annotations');
  const before = await output.getAttribute('data-changes');
  await page.keyboard.press(position.slice(0, 1));
  await page.locator(`output[aria-label="user annotations"]:not([data-changes="${before}"])`).waitFor();
  const annotations: Record<string, number> = JSON.parse((await output.textContent()) ?? '');
  return { mark: annotations[`${position}Time`] ?? Number.NaN, number: await page.evaluate(READ_PICTURE) };
}

interface Reading {
  readonly mark: number;
  readonly number: number | null;
}

/** Reads the number in the video's picture through a canvas. A text, for it runs in the page. */
const READ_PICTURE = `(async () => {
  const { readFrameNumber } = await import('/tests/fixtures/frame-number.ts');
  const video = document.querySelector('video');
  const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight });
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return readFrameNumber(data.filter((_, index) => index % 4 === 1), canvas.width, canvas.height);
})()`;

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
