// Real files of cameras, phones and editors, where they are at hand: each becomes a preview with the original's frame
// times whose frames Chromium shows, and is shown as it is where Chromium can.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clip } from '#domain/video/clip.ts';
import { type FormatsBench, startFormatsBench } from './formats-bench.ts';

const FOOTAGE = join(import.meta.dirname, '..', '..', '..', 'shared', 'footage');

const CANNOT_SHOW = [
  ...['ax-edit-list.mp4', 'ax-dolbyvision-hdr.mov', 'ax-hdr10-sdr-container.mp4', 'ax-sample.avi', 'ax-sample.flv'],
  ...['ax-h263.3gp', 'ax-mpeg4-part2.mp4'],
];
const SHOWN = [
  ...['ax-vp9.webm', 'ax-rotated-270.mp4', 'mb-cursed-vfr.mp4', 'mb-sar-2x1.mp4'],
  ...['ax-first-pts-10s.mp4', 'hsway-cm-range.mp4', 'dhlee-sample1.mp4'],
];
/** Some begin or end in the dark; black throughout means that nothing was shown. */
const NOT_BLACK = 4;

describe.skipIf(!existsSync(FOOTAGE))('real footage (skipped where the folder with it is absent)', () => {
  let bench: FormatsBench;

  beforeAll(async () => {
    bench = await startFormatsBench();
  });

  afterAll(async () => {
    await bench.stop();
  });

  it.each(CANNOT_SHOW)('%s is shown by its preview', async (name) => {
    const path = join(FOOTAGE, name);
    await expectPreview(path);
    expect((await bench.look(path, someFrames)).verdict).toBe('cannot-show');
  });

  it.each(SHOWN)('%s is shown as it is, and by its preview', async (name) => {
    const path = join(FOOTAGE, name);
    const { frameTimes } = await expectPreview(path);
    const looked = await bench.look(path, someFrames);
    expect(['shows', 'slow-to-step']).toContain(looked.verdict);
    expect(looked.clip?.frameTimes).toHaveLength(frameTimes.length);
    const off = frameTimes.map((time, index) => Math.abs(time - (looked.clip?.frameTimes[index] ?? Number.NaN)));
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
