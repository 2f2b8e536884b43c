// Reads from real files how phones filmed them, and reads nothing from files without that information.
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { footagePath, hasFootage, NEEDS_FOOTAGE } from '#tests/fixtures/footage.ts';
import { numberedClip } from '#tests/fixtures/numbered-clip.ts';
import { readFilmingFacts } from './use-footage.ts';

const NOTHING = { capturedPerSecond: null, isMarkedSlow: false };

let folder: string;
let plain: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-capture-rate-'));
  plain = (await numberedClip({ fps: [30, 1] })).path;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function taggedWith(rate: string): Promise<string> {
  const path = join(folder, `tagged-${rate.replaceAll(/\W/g, '_')}.mp4`);
  const tag = ['-movflags', 'use_metadata_tags', '-metadata', `com.android.capture.fps=${rate}`];
  await execa('ffmpeg', ['-v', 'error', '-y', '-i', plain, '-c', 'copy', ...tag, path]);
  return path;
}

/** A Samsung list of records, as at the end of a file. */
function recordList(types: readonly number[]): Uint8Array<ArrayBuffer> {
  const list = new DataView(new ArrayBuffer(12 + 12 * types.length + 8));
  const write = (at: number, letters: string) =>
    [...letters].forEach((letter, index) => {
      list.setUint8(at + index, letter.charCodeAt(0));
    });
  write(0, 'SEFH');
  list.setUint32(8, types.length, true);
  for (const [index, type] of types.entries()) list.setUint16(12 + 12 * index + 2, type, true);
  list.setUint32(list.byteLength - 8, 12 + 12 * types.length, true);
  write(list.byteLength - 4, 'SEFT');
  return new Uint8Array(list.buffer);
}

describe('the capture rate', () => {
  test('is read from the tag that Android phones write', async () => {
    expect(await readFilmingFacts(await openAsBlob(await taggedWith('240')))).toEqual({
      capturedPerSecond: 240,
      isMarkedSlow: false,
    });
  });

  test.each(['fast', '-1', '0', 'Infinity'])('%s is not a rate', async (rate) => {
    expect(await readFilmingFacts(await openAsBlob(await taggedWith(rate)))).toEqual(NOTHING);
  });

  test('is unknown for a file without one, in MP4, MOV, Matroska and WebM', async () => {
    for (const options of [
      {},
      { container: 'mov' },
      { container: 'mkv' },
      { container: 'webm', codec: 'vp9' },
    ] as const)
      expect(await readFilmingFacts(await openAsBlob((await numberedClip(options)).path))).toEqual(NOTHING);
  });
});

describe('Samsung’s record', () => {
  test('of slow motion at the end of a file is detected, others are not', async () => {
    const video = await readFile(plain);
    const withRecords = (types: readonly number[]) => readFilmingFacts(new Blob([video, recordList(types)]));
    expect(await withRecords([0x0c7f, 0x0890])).toEqual({ capturedPerSecond: null, isMarkedSlow: true });
    expect(await withRecords([0x0c7f, 0x0a01])).toEqual(NOTHING);
  });

  test('that is truncated or invalid is ignored', async () => {
    const list = recordList([0x0890]);
    const broken = list.slice();
    new DataView(broken.buffer).setUint32(broken.byteLength - 8, 0xffff_fff0, true);
    for (const bytes of [broken, list.slice(8), list.slice(-8), list.slice(-3), new Uint8Array()])
      expect(await readFilmingFacts(new Blob([bytes]))).toEqual(NOTHING);
  });
});

describe.skipIf(!hasFootage)(`real footage ${NEEDS_FOOTAGE}`, () => {
  test.each([
    ['ax-android-slow-motion.mp4', { capturedPerSecond: 240, isMarkedSlow: false }],
    ['ax-sef-slow-motion.mp4', { capturedPerSecond: 240, isMarkedSlow: true }],
    ['ax-edit-list.mp4', NOTHING],
    ['ax-dolbyvision-hdr.mov', NOTHING],
    ['jaxon-7083.mp4', NOTHING],
    ['ax-sample.avi', NOTHING],
  ])('%s', async (name, facts) => {
    expect(await readFilmingFacts(await openAsBlob(footagePath({ slug: name })))).toEqual(facts);
  });
});
