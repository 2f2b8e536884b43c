// The whole search and what a visitor sees of it, in real Chromium: on one of our own swings, whose moments are known
// exactly, with the golfer's body and without it, on clips without a swing, and on one that cannot be read. Uses the workbench pages, as one does by hand.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POSITIONS, timeOf } from '#domain/swing/swing.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { openWorkbench } from '#tests/fixtures/player-page.ts';
import { SMALL_LIBRARY_DEMO, SMALL_LIBRARY_GOLFERS, smallSwing } from '#tests/fixtures/small-library.ts';
import type { MomentsAnswer } from './find-moments.ts';

/** In seconds: a frame of 30 fps for the strike, two for the top, four for the rest, each with half a frame for rounding. */
const TOLERANCES = { rest: 4.5 / 30, top: 2.5 / 30, strike: 1.5 / 30 };

let address: string;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-moments-'));
  ({ browser, address } = await openWorkbench());
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const FACE_ON = SMALL_LIBRARY_GOLFERS.find(({ slug }) => slug === 'driver-face-on-24-8');

describe('a search', () => {
  const ways: [string, string][] = [
    ['with', ''],
    ['without', 'motion-only'],
  ];
  for (const [way, query] of scaled(ways.slice(0, 1), ways)) {
    test(`finds the moments of an animated swing ${way} the body, and is sure only with it`, async () => {
      if (!FACE_ON) throw new Error('The library has no such golfer');
      const answer = await search(await smallSwing(FACE_ON.slug), query);
      const moments = answer.kind === 'found' ? answer.swings[0]?.moments : undefined;
      for (const position of POSITIONS) {
        const distance = Math.abs((moments?.[position].time ?? -9) - (timeOf(FACE_ON, position) ?? 0));
        expect(distance, position).toBeLessThan(TOLERANCES[position]);
      }
      expect(moments?.top.certainty).toBe(query === '' ? 'sure' : 'check');
      expect(moments?.top.range === null).toBe(query !== '');
    });
  }

  const noSwings = ['testsrc2=s=320x240:r=30:d=2', 'color=gray:s=320x240:r=30:d=2,noise=alls=40:allf=t'];
  campaignTest('proposes nothing in videos without a golfer', async () => {
    for (const picture of noSwings) {
      const clip = join(folder, 'no-swing.mp4');
      await execa('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', picture, '-pix_fmt', 'yuv420p', clip]);
      expect((await search(clip)).kind, picture).toBe('no-swing');
    }
  });

  test('reports that a file is not a video', async () => {
    const text = join(folder, 'text.mp4');
    await writeFile(text, 'not a video');
    expect((await search(text)).kind).toBe('cannot-read');
  });

  test('reports how far a damaged video can be read', async () => {
    const damaged = join(folder, 'damaged.mp4');
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=30:d=4', '-pix_fmt', 'yuv420p'];
    await execa('ffmpeg', ['-v', 'error', '-y', ...source, '-g', '30', '-movflags', '+faststart', damaged]);
    const bytes = await readFile(damaged);
    bytes.fill(0xff, Math.round(bytes.length * 0.6));
    await writeFile(damaged, bytes);
    const answer = await search(damaged, 'motion-only');
    expect(answer).toMatchObject({ kind: 'damaged' });
    expect(answer.kind === 'damaged' && answer.after).toBeGreaterThan(1);
    expect(answer.kind === 'damaged' && answer.after).toBeLessThan(3.5);
  });
});

describe('the marker page', () => {
  campaignTest('proposes frames, sets no mark automatically, and sets accepted ones', async () => {
    const page = await openPlayer();
    await page.getByRole('button', { name: 'Find the key positions' }).click();
    await page.getByText('Swing found.').waitFor();
    expect(await marksOf(page)).toEqual({ restTime: null, topTime: null, strikeTime: null });

    await page.getByRole('radio', { name: /^Impact/ }).check({ force: true });
    const scrubber = page.getByRole('slider', { name: 'Frames around impact' });
    const proposed = Number(await scrubber.getAttribute('aria-valuenow'));
    await scrubber.press('ArrowRight');
    await expect.poll(() => scrubber.getAttribute('aria-valuenow')).toBe(String(proposed + 1));
    await scrubber.press('ArrowLeft');
    await expect.poll(() => scrubber.getAttribute('aria-valuenow')).toBe(String(proposed));

    const { restTime, strikeTime } = await marksOf(page);
    expect(restTime).toBeNull();
    expect(Math.abs((strikeTime ?? 0) - SMALL_LIBRARY_DEMO.strikeTime)).toBeLessThan(TOLERANCES.strike);

    await page.getByRole('button', { name: 'Looks right' }).click();
    await page.getByText('All positions marked! Ready for comparison.').waitFor();
    await page.close();
  });

  test('moves a mark to a frame picked on the scrubber', async () => {
    const page = await openPlayer();
    await page.getByRole('button', { name: 'Mark Setup' }).click();
    const scrubber = page.getByRole('slider', { name: 'Frames around setup' });
    for (let step = 0; step < 3; step++) await scrubber.press('ArrowRight');
    await expect.poll(async () => (await marksOf(page)).restTime).toBeGreaterThan(0.04);
    await page.close();
  });
});

/** The body in some eighty pictures takes a busy machine a while. */
const SEARCH_TIMEOUT_MS = 240_000;

async function search(file: string, query = ''): Promise<MomentsAnswer> {
  const page = await browser.newPage();
  page.setDefaultTimeout(SEARCH_TIMEOUT_MS);
  await page.goto(new URL(`moments.html?${query}`, address).href);
  await page.getByLabel('video file').setInputFiles(file);
  const answer = await page.locator('output[data-done=true]').innerText();
  await page.close();
  return JSON.parse(answer);
}

async function openPlayer(): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(SEARCH_TIMEOUT_MS);
  await page.goto(address);
  await page.getByLabel('user video file').setInputFiles(await smallSwing(SMALL_LIBRARY_DEMO.slug));
  await page.getByRole('button', { name: 'Mark Setup' }).click({ trial: true });
  return page;
}

async function marksOf(page: Page) {
  return JSON.parse(await page.getByLabel('user annotations').innerText());
}
