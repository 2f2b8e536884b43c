// Frames that no drawing changes are copied as they are encoded: the file decodes, and only drawn stretches differ.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StrokesFromFrame } from '#domain/drawing/drawing-geometry.ts';
import type { MergedVideoFacts } from '#domain/mp4/video-track.ts';
import { areOutside, expectKept, packetsOf } from '#tests/fixtures/encoded-packets.ts';
import { mergedVideo, TOOLS } from '#tests/fixtures/merged-video.ts';
import { renderDrawings } from './render-drawings.ts';

const FRAMES = 100;

let folder: string;
let path: string;
let video: MergedVideoFacts;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copied-'));
  const merged = await mergedVideo(folder, { fps: [30_000, 1001], frames: FRAMES });
  path = merged.path;
  video = { frameCount: merged.plan.frameCount, frameRate: merged.plan.frameRate, ...merged.plan.canvas };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function lineOn(frame: number, onlyThisFrame: boolean): StrokesFromFrame {
  const line = { from: { x: 40, y: 60 }, to: { x: 280, y: 60 }, width: 16, color: '#ff0000', order: 0 };
  return { frame, strokes: [{ ...line, onlyThisFrame }] };
}

async function drawnOn(from: string, changes: readonly StrokesFromFrame[]): Promise<string> {
  const outputPath = join(folder, `drawn-${changes.map(({ frame }) => frame).join('-')}.mp4`);
  await renderDrawings(TOOLS, { path: from, video, changes, outputPath });
  return outputPath;
}

/** The hash of each decoded frame. Throws when the decoder has anything to say. */
async function picturesOf(file: string): Promise<string[]> {
  const args = ['-v', 'error', '-i', file, '-fps_mode', 'passthrough', '-f', 'framemd5', 'pipe:1'];
  const { stdout, stderr } = await execa('ffmpeg', args, { stdin: 'ignore' });
  expect(stderr).toBe('');
  return stdout.split('\n').flatMap((line) => (/^\d/.test(line) ? (line.split(',').at(-1) ?? '') : []));
}

describe('a merged video that is drawn on', () => {
  it('keeps the encoded frames of all stretches without a drawing, also when it is drawn on again', async () => {
    const passing = [8, 50, 51, 98];
    const once = await drawnOn(
      path,
      passing.map((frame) => lineOn(frame, true)),
    );
    const twice = await drawnOn(once, [lineOn(70, false)]);
    const [before = [], first = [], second = []] = await Promise.all([path, once, twice].map(packetsOf));
    expect(first).toHaveLength(FRAMES);
    expectKept(before, first, passing);
    expectKept(
      first,
      second,
      Array.from({ length: FRAMES - 70 }, (_, index) => 70 + index),
    );
  });

  it('decodes without a message, and pictures of kept frames are the same', async () => {
    const drawn = await drawnOn(path, [lineOn(37, true), lineOn(80, false)]);
    const outside = areOutside(await packetsOf(path), [37, 80, 90, 99]);
    const [before, after] = [await picturesOf(path), await picturesOf(drawn)];
    expect(after).toHaveLength(FRAMES);
    expect(before.filter((hash, frame) => outside[frame] && hash !== after[frame])).toEqual([]);
    expect([37, 80, 90, 99].filter((frame) => before[frame] === after[frame])).toEqual([]);
  });

  it('is encoded as a whole when its encoder had other parameters than ours', async () => {
    const other = join(folder, 'other.mp4');
    const encoding = ['-c:v', 'libx264', '-preset', 'medium', '-g', '15', '-bf', '0'];
    await execa('ffmpeg', ['-v', 'error', '-i', path, ...encoding, '-movflags', '+faststart', other]);
    const drawn = await drawnOn(other, [lineOn(90, false)]);
    const [before = [], after = []] = await Promise.all([other, drawn].map(packetsOf));
    expect(after).toHaveLength(FRAMES);
    expect(after.filter(({ hash }, frame) => hash === before[frame]?.hash)).toEqual([]);
  });
});
