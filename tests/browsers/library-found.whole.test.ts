// The sample swing and the library's golfers are found in the Chromium that CHROMIUM_PATH names, at full size and as large as
// phones send them. Prints each one's margin: how far it is above the likeness from which on a swing is proposed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { LEAST_LIKENESS } from '#domain/moments/hands-swings.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import type { ClipAnswer } from '#scripts/moments/moments-scores.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { openWorkbench } from '#tests/fixtures/player-page.ts';

const CONTENT = join(import.meta.dirname, '../../content');
/**
 * In seconds: a frame of 30 fps for the strike, two for the top, five for the rest, each with half a frame for rounding. An unhurried
 * takeaway hardly moves in its first frames.
 */
const TOLERANCES: Readonly<Record<Position, number>> = { rest: 5.5 / 30, top: 2.5 / 30, strike: 1.5 / 30 };

const SIZES = ['full size', 'phone size'] as const;
const clips = [library.demo, ...library.golfers];
const CASES = clips.flatMap((clip) => SIZES.map((size) => [`${clip.slug}, ${size}`, clip, size] as const));
const SHORT = [
  'demo-amateur, full size',
  'demo-amateur, phone size',
  'driver-face-on-24-8, phone size',
  'iron-down-the-line-27-9, phone size',
  'iron-face-on-left-21-7, phone size',
  'chip-down-the-line-18-9, phone size',
];

describe('the shipped swings are found', () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swingmark-library-'));
    const workbench = await openWorkbench();
    ({ browser } = workbench);
    page = await browser.newPage();
    await page.goto(new URL('moments.html', workbench.address).href);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(chosenCases(CASES, SHORT))('%s', async (title, clip, size) => {
    let file = join(CONTENT, clip.file);
    if (size === 'phone size') {
      const small = join(folder, `${clip.slug}.mp4`);
      // The same picture on every processor, whatever its instructions and cores.
      const scale = 'scale=640:480:flags=bicubic+accurate_rnd+bitexact';
      const encode = ['-c:v', 'libx264', '-threads', '1', '-preset', 'veryfast', '-crf', '23', '-c:a', 'copy'];
      const args = ['-vf', scale, ...encode];
      await execa('ffmpeg', ['-v', 'error', '-i', file, '-fps_mode', 'passthrough', ...args, small]);
      file = small;
    }
    await page.reload();
    await page.getByLabel('video file').setInputFiles(file);
    const answer: ClipAnswer = JSON.parse(await page.locator('output[data-done=true]').innerText({ timeout: 240_000 }));
    const [swing] = answer.swings ?? [];
    expect(answer.kind).toBe('found');
    const margin = (swing?.hands?.likeness ?? 0) - LEAST_LIKENESS;
    console.info(`Chromium ${browser.version()}, ${title}: ${margin.toFixed(3)} above the threshold`);
    expect(margin).toBeGreaterThan(0);
    expect(swing?.isShort).toBe(clip.slug.startsWith('chip'));
    const slowMotion = 'slowMotionFactor' in clip ? Number(clip.slowMotionFactor) : 1;
    const marked = { rest: clip.restTime, top: clip.topTime, strike: clip.strikeTime };
    for (const position of POSITIONS) {
      // Positions that the page asks the visitor to check may be farther off, except the strike.
      if (position !== 'strike' && swing?.moments[position].certainty !== 'sure') continue;
      const distance = Math.abs((swing?.moments[position].time ?? -9) - marked[position]);
      expect(distance, position).toBeLessThan(TOLERANCES[position] * slowMotion);
    }
  });
});
