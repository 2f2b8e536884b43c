// Trimmed clips show the same frames, in the same order and orientation, earlier by one and the same time.
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { jitteredTimes, type NumberedClipOptions, numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readFrameNumbers } from '#tests/fixtures/read-frame-numbers.ts';
import { readClip } from '#web/player/engine/frame-table.ts';
import { trimmedClip } from './trimmed-clip.ts';

const RANGE = { from: 1.2, to: 2.1 };

const KINDS: Readonly<Record<string, NumberedClipOptions>> = {
  '30 frames per second with sound': { fps: [30, 1], frames: 120, gop: 15, audio: 'aac' },
  '29.97 frames per second with B-frames': { fps: [30000, 1001], frames: 120, gop: 12, bFrames: 3 },
  '240 frames per second': { fps: [240, 1], frames: 720, gop: 60 },
  'a variable rate': { frameTimes: jitteredTimes(120, 30, 0.8), gop: 15 },
  'an edit list that begins inside a group of pictures': {
    fps: [30, 1],
    frames: 120,
    gop: 20,
    leadingFramesCut: 13,
    bFrames: 2,
  },
  'a QuickTime file of HEVC': { container: 'mov', codec: 'hevc', frames: 120, gop: 15 },
  'a file turned by 90° with wide pixels': { orientation: 'turned-90', pixelAspect: [2, 1], frames: 120, gop: 15 },
  'a mirrored file': { orientation: 'mirrored-turned-90', frames: 120, gop: 15 },
  'a WebM file': { container: 'webm', codec: 'vp9', frames: 120, gop: 15 },
  'a fragmented file': { fragmented: true, frames: 120, gop: 15 },
};

test.each(Object.entries(KINDS))('%s', async (_, options) => {
  const { path, firstNumber } = await numberedClip(options);
  const file = await openAsBlob(path);
  const { clip: whole } = await readClip(file);
  const trimmed = await trimmedClip(file, RANGE);
  if (!whole || !trimmed) throw new Error('The clip was not trimmed');
  const { clip, earlier } = trimmed;
  expect(trimmed.file.size).toBeLessThan(0.7 * file.size);
  const firstKept = whole.frameTimes.findIndex((time) => Math.abs(time - earlier - (clip.frameTimes[0] ?? 0)) < 1e-4);
  expect(whole.frameTimes[firstKept]).toBeLessThanOrEqual(RANGE.from);
  expect((clip.frameTimes.at(-1) ?? 0) + earlier).toBeGreaterThanOrEqual(
    whole.frameTimes.findLast((time) => time <= RANGE.to) ?? 0,
  );
  expect([clip.widthPx, clip.heightPx]).toEqual([whole.widthPx, whole.heightPx]);
  if (!options.frameTimes) expect(clip.frameRate).toEqual(whole.frameRate);

  const folder = await mkdtemp(join(tmpdir(), 'swingmark-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const copy = join(folder, options.container === 'webm' ? 'trimmed.webm' : 'trimmed.mp4');
  await writeFile(copy, Buffer.from(await trimmed.file.arrayBuffer()));
  const numbers = await readFrameNumbers(copy, clip);
  expect(numbers).toEqual(clip.frameTimes.map((_time, index) => firstNumber + firstKept + index));
});

test('a range of nearly the whole clip and a broken file are not trimmed', async () => {
  const { path } = await numberedClip({ frames: 60, gop: 60 });
  const file = await openAsBlob(path);
  expect(await trimmedClip(file, { from: 0, to: 2 })).toBeNull();
  expect(await trimmedClip(file.slice(0, 2000), RANGE)).toBeNull();
});
