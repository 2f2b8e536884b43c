// Body tracking sees the same pictures in every engine, to the last bit: every frame at its time, its planes converted as
// plane-colors.ts does. What differs between engines are files that leave something unsaid, and colors of other screens.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReadFrame, sumOf } from '#tests/fixtures/read-frames.ts';
import { withoutFramesToWait } from '#tests/fixtures/without-frames-to-wait.ts';
import { sharedResource } from '#tests/shared/shared-resource.ts';
import { colorPlanes } from '#web/body/rgba-reader.ts';
import { describeEngines } from './engines.ts';

const SIZE = { widthPx: 96, heightPx: 64 };
const FRAMES = 12;
const FPS = 30;

interface Clip {
  /** How ffmpeg names its colors. */
  readonly colors: readonly string[];
  /** The matrix by which it is read. */
  readonly matrix: string;
  readonly saysWhatWaits?: false;
}

/** Frames that others wait for wait themselves. */
const PYRAMID = ['-c:v', 'libx264', '-bf', '3', '-b_strategy', '0', '-x264-params', 'b-pyramid=normal'];
const FULL = ['-pix_fmt', 'yuvj420p', '-color_range', 'pc'];
const CLIPS: Readonly<Record<string, Clip>> = {
  'that names no colors': { colors: [], matrix: 'bt709' },
  'that does not say how many frames wait': { colors: [], matrix: 'bt709', saysWhatWaits: false },
  'of BT.601': {
    colors: ['-colorspace', 'smpte170m', '-color_primaries', 'smpte170m', '-color_trc', 'smpte170m'],
    matrix: 'smpte170m',
  },
  'of full range': {
    colors: [...FULL, '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    matrix: 'bt709',
  },
  'of full range that names nothing else': { colors: FULL, matrix: 'bt709' },
  'of full range with a transfer that WebCodecs has no name for': {
    colors: [...FULL, '-colorspace', 'smpte170m', '-color_primaries', 'bt470bg', '-color_trc', 'bt2020-12'],
    matrix: 'smpte170m',
  },
  'of HLG in BT.2020': {
    colors: ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67'],
    matrix: 'bt2020-ncl',
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeEngines((engine, newVisitor) => {
  test.each(Object.entries(CLIPS))('a clip %s has the frames and colors of its planes', async (_, clip) => {
    const file = join(folder, `${engine}.mp4`);
    const source = ['-f', 'lavfi', '-i', `testsrc2=size=${SIZE.widthPx}x${SIZE.heightPx}:rate=${FPS}`];
    const coded = ['-frames:v', String(FRAMES), ...PYRAMID, '-pix_fmt', 'yuv420p', ...clip.colors];
    await execa('ffmpeg', ['-v', 'error', '-y', ...source, ...coded, file]);
    const bytes = new Uint8Array(await readFile(file));
    const expected = await framesOf(file, clip.matrix);

    const { tab } = await newVisitor();
    await tab.open(await sharedResource('workbench'));
    const sent = clip.saysWhatWaits === false ? withoutFramesToWait(bytes) : bytes;
    const read = await tab.run<readonly ReadFrame[]>(
      `async (base64) => (await import('/tests/fixtures/read-frames.ts')).readFrames(base64)`,
      Buffer.from(sent).toString('base64'),
    );
    expect(read.map(({ time }) => Math.round(time * FPS))).toEqual(expected.map((_, at) => at));
    expect(read.map(({ sum }) => sum)).toEqual(expected);
  });
});

/** The checksums of the frames as ffmpeg decodes them. */
async function framesOf(file: string, matrix: string): Promise<readonly number[]> {
  const { widthPx, heightPx } = SIZE;
  const [brightSize, colorSize] = [widthPx * heightPx, (widthPx * heightPx) / 4];
  // Without a format ffmpeg writes the planes as they are.
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', file, '-f', 'rawvideo', '-'], { encoding: 'buffer' });
  const plane = (offset: number, stride: number) => ({ offset, stride, step: 1 });
  const rgba = new Uint8ClampedArray(4 * brightSize);
  return Array.from({ length: FRAMES }, (_, frame) => {
    const at = frame * (brightSize + 2 * colorSize);
    const colors = { blue: plane(brightSize, widthPx / 2), red: plane(brightSize + colorSize, widthPx / 2) };
    const planes = { ...SIZE, bytes: stdout.subarray(at), brightness: plane(0, widthPx), ...colors };
    colorPlanes(planes, matrix, rgba);
    return sumOf(rgba);
  });
}
