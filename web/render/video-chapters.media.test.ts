import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chaptersOf } from '#tests/fixtures/file-chapters.ts';
import { MAX_VIDEO_CHAPTERS, withChapters } from './video-chapters.ts';
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

async function bytesWith(
  file: Uint8Array<ArrayBuffer>,
  chapters: Parameters<typeof withChapters>[1],
): Promise<Uint8Array> {
  return new Uint8Array(await (await withChapters(new Blob([file]), chapters)).arrayBuffer());
}

/** Removes the user data that ffmpeg writes: it becomes free space. */
function withoutUserData(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(bytes);
  changed.set(new TextEncoder().encode('free'), Buffer.from(bytes).indexOf('udta'));
  return changed;
}

test('a file with chapters has the same picture and sound, and ffprobe lists the chapters', async () => {
  const { path, bytes } = await madeFile('first.mp4', '-movflags', '+faststart');
  const chapters = [
    { time: 0, title: 'Setup' },
    { time: 0.45, title: 'Schläger auf Ebene – 上' },
    { time: 0.9, title: '' },
  ];
  const changed = join(folder, 'changed.mp4');
  await writeFile(changed, await bytesWith(withoutUserData(bytes), chapters));
  expect(await chaptersOf(changed)).toEqual(chapters.map(({ time, title }) => ({ from: time, title })));
  expect(await pictureAndSound(changed)).toBe(await pictureAndSound(path));
});

test('too many chapters and too long titles are cut, and no chapters change nothing', async () => {
  const { bytes } = await madeFile('many.mp4', '-movflags', '+faststart');
  const file = withoutUserData(bytes);
  const blob = new Blob([file]);
  expect(await withChapters(blob, [])).toBe(blob);
  const many = Array.from({ length: MAX_VIDEO_CHAPTERS + 1 }, (_, at) => ({ time: at / 1000, title: 'ä'.repeat(200) }));
  const changed = join(folder, 'cut.mp4');
  await writeFile(changed, await bytesWith(file, many));
  const listed = await chaptersOf(changed);
  expect(listed).toHaveLength(MAX_VIDEO_CHAPTERS);
  expect(listed[0]?.title).toBe('ä'.repeat(127));
});

test('a file of another form is refused', async () => {
  const chapter = [{ time: 0, title: 'Setup' }];
  const { bytes: headerLast } = await madeFile('last.mp4');
  await expect(bytesWith(withoutUserData(headerLast), chapter)).rejects.toThrow('The media data precedes the header');
  const { bytes } = await madeFile('tagged.mp4', '-movflags', '+faststart');
  await expect(bytesWith(bytes, chapter)).rejects.toThrow('The file has user data already');
  await expect(bytesWith(bytes.subarray(0, 100), chapter)).rejects.toThrow();
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
