// The sample swing and the library's golfers are found in every engine (CHROMIUM_PATH names the Chromium), at full size and as
// large as phones send them. Prints each one's margin: how far it is above the likeness from which on a swing is proposed.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import library from '#content/library.json' with { type: 'json' };
import { LEAST_LIKENESS } from '#domain/moments/hands-swings.ts';
import { POSITIONS, type Position } from '#domain/swing/swing.ts';
import { chosenCases } from '#tests/campaign-scale.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import type { ClipAnswer } from '#tools/evaluate/moments/moments-scores.ts';
import { describeEngines } from './engines.ts';
import { ENGINES } from './tab.ts';

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
  'driver-down-the-line-woman-27-9, phone size',
  'iron-down-the-line-27-9, phone size',
  'iron-face-on-left-21-7, phone size',
  'wedge-face-on-24-8, phone size',
  'chip-down-the-line-18-9, phone size',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-library-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file in the folder, encoded once for all engines. */
async function phoneSized(clip: (typeof clips)[number]): Promise<string> {
  const small = join(folder, `${clip.slug}.mp4`);
  if (existsSync(small)) return small;
  // The same picture on every processor, whatever its instructions and cores.
  const scale = 'scale=640:480:flags=bicubic+accurate_rnd+bitexact';
  const encode = ['-c:v', 'libx264', '-threads', '1', '-preset', 'veryfast', '-crf', '23', '-c:a', 'copy'];
  const args = ['-vf', scale, ...encode];
  await execa('ffmpeg', ['-v', 'error', '-i', join(CONTENT, clip.file), '-fps_mode', 'passthrough', ...args, small]);
  return small;
}

describeEngines(
  (engine, newVisitor) => {
    // WebKitGTK's page ends now and then while it searches a large clip (docs/browsers.md).
    const cases = chosenCases(CASES, SHORT).filter(([, , size]) => engine !== 'webkit' || size === 'phone size');
    test.each(cases)('the shipped swing is found: %s', async (title, clip, size) => {
      const { tab, ...visitor } = await newVisitor();
      await tab.open((await sharedResource('workbench')).replace('player.html', 'moments.html'));
      const file = size === 'phone size' ? await phoneSized(clip) : join(CONTENT, clip.file);
      await visitor.chooseFile('video file', file);
      await visitor.until('the search has ended', () => document.querySelector('output[data-done=true]') !== null);
      const answer: ClipAnswer = JSON.parse(await tab.run(() => document.querySelector('output')?.textContent ?? ''));
      const [swing] = answer.swings ?? [];
      expect(answer.kind).toBe('found');
      const margin = (swing?.hands?.likeness ?? 0) - LEAST_LIKENESS;
      const version = /(?:Chrome|Firefox|Version)\/([\d.]+)/.exec(await tab.run(() => navigator.userAgent))?.[1];
      console.info(`${engine} ${version}, ${title}: ${margin.toFixed(3)} above the threshold`);
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
  },
  ENGINES,
  true,
);
