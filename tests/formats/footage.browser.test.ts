// Real files from cameras, phones and editors, if available: the preview of each has the original's frame times and plays
// in Chromium, and the file itself is shown if Chromium can.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clip } from '#domain/video/clip.ts';
import { scaled } from '#tests/campaign-scale.ts';
import {
  type FootageClip,
  footageForThisRun,
  footagePath,
  hasFootage,
  isDamaged,
  isForBrowsers,
  NEEDS_FOOTAGE,
} from '#tests/fixtures/footage.ts';
import type { Verdict } from '#web/clip/playable-file.ts';
import { type FormatsBench, startFormatsBench } from './formats-bench.ts';

/** Each takes seconds, and formats.whole.test.ts goes through what they have in common. */
const LONG_RUN_ONLY = scaled(
  ['ax-vp9.webm', 'ax-android-slow-motion.mp4', 'mb-cursed-vfr.mp4', 'ax-first-pts-10s.mp4', 'ax-h263.3gp'],
  [],
);
const CLIPS = footageForThisRun.filter(
  (clip) => !isDamaged(clip) && clip.codec !== '' && !LONG_RUN_ONLY.includes(clip.slug),
);
/** The codecs that Debian's Chromium decodes. Other builds may decode more. */
const isShown = (clip: FootageClip) => isForBrowsers(clip) && ['h264', 'vp8', 'vp9', 'av1'].includes(clip.codec);

/** Verdicts on a video that this Chromium decodes. */
const SHOWN: readonly Verdict[] = ['shows', 'slow-to-step'];

/** Some clips begin or end dark; black throughout means that no frame was shown. */
const NOT_BLACK = 4;

describe.skipIf(!hasFootage)(`real footage ${NEEDS_FOOTAGE}`, () => {
  let bench: FormatsBench;

  beforeAll(async () => {
    bench = await startFormatsBench();
  });

  afterAll(async () => {
    await bench.stop();
  });

  it.each(CLIPS.filter((clip) => !isShown(clip)))('$slug is shown by its preview', async (clip) => {
    const path = footagePath(clip);
    await expectPreview(path);
    expect((await bench.inspect(path, someFrames)).verdict).toBe('cannot-show');
  });

  it.each(CLIPS.filter(isShown))('$slug is shown as it is, and by its preview', async (clip) => {
    const path = footagePath(clip);
    const { frameTimes } = await expectPreview(path);
    const inspected = await bench.inspect(path, someFrames);
    expect(SHOWN).toContain(inspected.verdict);
    expect(inspected.clip?.frameTimes).toHaveLength(frameTimes.length);
    const off = frameTimes.map((time, index) => Math.abs(time - (inspected.clip?.frameTimes[index] ?? Number.NaN)));
    expect(Math.max(...off)).toBeLessThan(0.0005);
  });

  async function expectPreview(path: string): Promise<Clip> {
    const previewed = await bench.preview(path);
    const frames = someFrames(previewed.clip);
    const shown = await bench.show(previewed, frames);
    expect(shown.map(({ time }) => time)).toEqual(frames.map((frame) => previewed.clip.frameTimes[frame]));
    expect(Math.max(...shown.map(({ brightness }) => brightness))).toBeGreaterThan(NOT_BLACK);
    return previewed.clip;
  }
});

function someFrames({ frameTimes }: Clip): number[] {
  const last = frameTimes.length - 1;
  return [Math.round(last / 2), 0, last];
}
