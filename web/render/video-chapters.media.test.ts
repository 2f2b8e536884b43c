import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { BufferSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LessonChapter } from '#domain/lesson/lesson.ts';
import { chaptersOf } from '#tests/fixtures/file-chapters.ts';
import { chapterTags, MAX_VIDEO_CHAPTERS } from './video-chapters.ts';
import { withoutFreeSpace } from './video-header.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chapters-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A second of picture and sound. */
async function madeFile(name: string, ...options: readonly string[]) {
  const path = join(folder, name);
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=64x64:rate=10:duration=1',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=1',
  ];
  await execa('ffmpeg', ['-v', 'error', ...inputs, '-c:v', 'libx264', '-c:a', 'aac', ...options, path]);
  return { path, bytes: new Uint8Array(await readFile(path)) };
}

const pictureAndSound = async (path: string) =>
  (await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0', '-f', 'framemd5', '-'])).stdout;

/** The same packets in a file with chapters. */
async function bytesWith(file: Uint8Array<ArrayBuffer>, chapters: readonly LessonChapter[]): Promise<Uint8Array> {
  const input = new Input({ formats: [MP4], source: new BufferSource(file) });
  const target = new BufferTarget();
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory', metadataFormat: 'udta' }),
    target,
  });
  const copying = await Conversion.init({ input, output, tags: chapterTags(chapters), showWarnings: false });
  await copying.execute();
  return new Uint8Array(target.buffer ?? expect.unreachable());
}

test('a file with chapters has the same picture and sound, and ffprobe lists the chapters', async () => {
  const { path, bytes } = await madeFile('first.mp4', '-movflags', '+faststart');
  const chapters = [
    { time: 0, title: 'Setup' },
    { time: 0.45, title: 'Schläger auf Ebene – 上' },
    { time: 0.9, title: '' },
  ];
  const changed = join(folder, 'changed.mp4');
  await writeFile(changed, await bytesWith(bytes, chapters));
  expect(await chaptersOf(changed)).toEqual(chapters.map(({ time, title }) => ({ from: time, title })));
  expect(await pictureAndSound(changed)).toBe(await pictureAndSound(path));
});

test('too many chapters and too long titles are cut, and no chapters add nothing', async () => {
  const { bytes } = await madeFile('many.mp4', '-movflags', '+faststart');
  expect(Buffer.from(await bytesWith(bytes, [])).indexOf('udta')).toBe(-1);
  const many = Array.from({ length: MAX_VIDEO_CHAPTERS + 1 }, (_, at) => ({ time: at / 1000, title: 'ä'.repeat(200) }));
  const changed = join(folder, 'cut.mp4');
  await writeFile(changed, await bytesWith(bytes, many));
  const listed = await chaptersOf(changed);
  expect(listed).toHaveLength(MAX_VIDEO_CHAPTERS);
  expect(listed[0]?.title).toBe('ä'.repeat(127));
});

test('a file of another form is refused', async () => {
  const { bytes: headerLast } = await madeFile('last.mp4');
  await expect(withoutFreeSpace(new Blob([headerLast]))).rejects.toThrow('The media data precedes the header');
  await expect(withoutFreeSpace(new Blob([headerLast.subarray(0, 100)]))).rejects.toThrow();
});

test('a file without its free space is smaller and has the same picture and sound', async () => {
  const reservedBytes = 50_000;
  const { path, bytes } = await madeFile('reserved.mp4', '-moov_size', `${reservedBytes}`);
  const smaller = join(folder, 'smaller.mp4');
  const file = await withoutFreeSpace(new Blob([bytes]));
  await writeFile(smaller, new Uint8Array(await file.arrayBuffer()));
  expect(file.size).toBeLessThan(bytes.length - reservedBytes / 2);
  expect(await pictureAndSound(smaller)).toBe(await pictureAndSound(path));
  // ffmpeg leaves a second one, of 8 bytes.
  const without = await withoutFreeSpace(file);
  expect(without.size).toBe(file.size - 8);
  expect(await withoutFreeSpace(without)).toBe(without);
});
