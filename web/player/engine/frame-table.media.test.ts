// The frame times that the browser reads are those that the server's own probe reads, and those of ffprobe.
import { openAsBlob } from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { measureFrameTimes } from '#server/ffmpeg/probe/probe-frame-times.ts';
import { readVideoHeader } from '#server/ffmpeg/probe/probe-header.ts';
import {
  footageForThisRun,
  footagePath,
  hasFootage,
  isDamaged,
  isForBrowsers,
  NEEDS_FOOTAGE,
} from '#tests/fixtures/footage.ts';
import { jitteredTimes, type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { openVideo, readClip, withoutEditLists } from './frame-table.ts';

const TOOLS = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' };

const KINDS: Readonly<Record<string, NumberedClipOptions>> = {
  '24 frames per second': { fps: [24, 1] },
  '29.97 frames per second with B-frames': { fps: [30000, 1001], bFrames: 3, audio: 'aac' },
  '240 frames per second': { fps: [240, 1], frames: 240 },
  'a variable rate': { frameTimes: jitteredTimes(90, 30, 0.8) },
  'an edit list that begins inside a group of pictures': { fps: [30, 1], leadingFramesCut: 13, bFrames: 2 },
  'a late first frame': { firstFrameAt: 0.4 },
  'a QuickTime file': { container: 'mov', bFrames: 2 },
  'a Matroska file': { container: 'mkv' },
  'a WebM file': { container: 'webm', codec: 'vp9', fps: [30000, 1001] },
  'a WebM file of VP8': { container: 'webm', codec: 'vp8' },
  'a WebM file with a late first frame': { container: 'webm', codec: 'vp9', firstFrameAt: 0.2 },
  'a file turned by 90° with wide pixels': { orientation: 'turned-90', pixelAspect: [2, 1] },
};

describe('the frame times read in the browser are those of the server', () => {
  test.each(Object.entries(KINDS))('for %s', async (_, options) => {
    await expectAgreed((await numberedClip(options)).path);
  });

  test('for an edit list that begins between two frames and ends before the last one', async () => {
    const { path } = await numberedClip({ fps: [30, 1], frames: 60, gop: 60, audio: 'aac' });
    await expectAgreed(await copied(path, 'between', ['-ss', '0.45', '-t', '1.2']));
  });

  test('for a fragmented file with B-frames', async () => {
    const { path } = await numberedClip({ fps: [30000, 1001], frames: 90, bFrames: 3, audio: 'aac' });
    await expectAgreed(await copied(path, 'fragmented', [], ['-movflags', '+frag_keyframe+empty_moov']));
  });

  test('or none, for a file that holds only its first frames in its moov box and the rest in fragments', async () => {
    const { path } = await numberedClip({ fps: [30000, 1001], frames: 90, bFrames: 3, audio: 'aac' });
    const hybrid = await copied(path, 'half-fragmented', [], ['-movflags', '+frag_keyframe']);
    expect(await readClip(await openAsBlob(hybrid))).toEqual({
      clip: null,
      hasPicture: true,
      mayBeginElsewhere: false,
      mediaOffset: 0,
    });
  });

  test('and how much later the media times are than the shown ones', async () => {
    const offsetOf = async (options: NumberedClipOptions) =>
      (await readClip(await openAsBlob((await numberedClip(options)).path))).mediaOffset;
    expect(await offsetOf({ frames: 90 })).toBe(0);
    expect(await offsetOf({ frames: 90, leadingFramesCut: 15 })).toBeCloseTo(15 / 30);
    expect(await offsetOf({ frames: 120, bFrames: 3, gop: 60 })).toBeCloseTo(2 / 30);
  });

  test('for a file that begins long after 0', async () => {
    const { path } = await numberedClip({ frames: 60, bFrames: 2 });
    await expectAgreed(await copied(path, 'late', [], ['-output_ts_offset', '7.3']));
  });
});

describe('a file without its edit lists', () => {
  test('has the same length and every packet, none before 0', async () => {
    const { path } = await numberedClip({ frames: 90, leadingFramesCut: 13, bFrames: 2, audio: 'aac' });
    const file = await openAsBlob(path);
    expect(await firstTimeOf(file)).toBeLessThan(0);
    const unedited = await withoutEditLists(file);
    expect(unedited.size).toBe(file.size);
    expect(await firstTimeOf(unedited)).toBeGreaterThanOrEqual(0);
    expect((await readClip(file)).clip?.frameTimes).toHaveLength(77);
    expect((await readClip(unedited)).clip?.frameTimes).toHaveLength(90);
  });

  test('differs from the file only in the type of their boxes', async () => {
    const { path } = await numberedClip({ frames: 90, leadingFramesCut: 13, bFrames: 2, audio: 'aac' });
    const file = await openAsBlob(path);
    const [before, after] = await Promise.all([file, await withoutEditLists(file)].map((each) => each.bytes()));
    const changed = [...(before ?? [])].flatMap((byte, at) => (byte === after?.[at] ? [] : [at]));
    const typeAt = (bytes: Uint8Array | undefined, at: number) =>
      Buffer.from(bytes?.slice(at, at + 4) ?? []).toString('latin1');
    const starts = changed.filter((at) => typeAt(before, at) === 'edts');
    expect(starts.length).toBeGreaterThan(0);
    expect(starts.map((at) => typeAt(after, at))).toEqual(starts.map(() => 'free'));
    expect(changed.every((at) => starts.some((start) => at >= start && at < start + 4))).toBe(true);
  });

  test('is the file itself when it has none', async () => {
    const { path } = await numberedClip({ container: 'webm', codec: 'vp9', fps: [30000, 1001] });
    const file = await openAsBlob(path);
    expect(await withoutEditLists(file)).toBe(file);
  });
});

describe.skipIf(!hasFootage)(`the frame times of real footage are those of ffprobe ${NEEDS_FOOTAGE}`, () => {
  const clips = footageForThisRun.filter((clip) => isForBrowsers(clip) && !isDamaged(clip));
  test.each(clips)('$slug', async (clip) => {
    const path = footagePath(clip);
    expectSame(await timesRead(path), await timesProbed(path));
  });
});

async function firstTimeOf(file: Blob): Promise<number | undefined> {
  const input = openVideo(file);
  const track = await input.getPrimaryVideoTrack();
  const firstTime = await track?.getFirstTimestamp();
  input.dispose();
  return firstTime;
}

/** The same packets in another file beside it. */
async function copied(path: string, name: string, from: string[], to: string[] = []): Promise<string> {
  const copy = path.replace('.mp4', `.${name}.mp4`);
  await execa('ffmpeg', ['-v', 'error', '-y', ...from, '-i', path, '-c', 'copy', ...to, copy]);
  return copy;
}

/** Without the server's look at the first picture, which costs one more start of ffprobe. */
async function expectAgreed(path: string): Promise<void> {
  const read = await timesRead(path);
  expectSame(read, await timesProbed(path));
  const header = await readVideoHeader(TOOLS, path, undefined);
  expectSame(read, await measureFrameTimes(TOOLS, path, header, undefined));
}

async function timesRead(path: string): Promise<readonly number[]> {
  const { clip } = await readClip(await openAsBlob(path));
  return clip?.frameTimes ?? [];
}

/** Without decoding: packets that the edit list leaves out carry the flag D. */
async function timesProbed(path: string): Promise<number[]> {
  const args = [
    '-v',
    'quiet',
    '-select_streams',
    'v:0',
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
    path,
  ];
  const { stdout } = await execa('ffprobe', args);
  const shown = stdout.split('\n').filter((line) => !line.includes('D'));
  return shown
    .map(Number.parseFloat)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
}

/** ffprobe prints microseconds. */
function expectSame(read: readonly number[], probed: readonly number[]): void {
  const farthest = Math.max(...probed.map((time, index) => Math.abs(time - (read[index] ?? Number.NaN))));
  expect({ frames: read.length, isWithinMicroseconds: farthest < 2e-6 }).toEqual({
    frames: probed.length,
    isWithinMicroseconds: true,
  });
}
