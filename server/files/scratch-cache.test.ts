// The cache for files of an object store, while several downloads compete for space.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { until } from '#tests/until.ts';
import { type OpenStored, ScratchCache } from './s3-media-store.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scratch-cache-'));
});
afterEach(() => rm(root, { recursive: true }));

const BYTES = 1000;
const stored: OpenStored = async () => ({ stream: Readable.from([Buffer.alloc(BYTES, 7)]), bytes: BYTES });
const names = (count: number) => Array.from({ length: count }, () => `${newOpaqueId()}.mp4`);

/** Links a file into a new folder, as a job does. */
async function linked(cache: ScratchCache, name: string): Promise<number> {
  const folder = join(root, newOpaqueId());
  await mkdir(folder);
  const path = await cache.linkInto(folder, name, stored);
  return path === null ? 0 : (await readFile(path)).length;
}

test('every job gets its file within the cache limit, however many compete for space', async () => {
  const cache = await ScratchCache.open(join(root, 'cache'), 2.5 * BYTES);
  const files = names(6);
  for (let round = 0; round < 20; round += 1) {
    const jobs = Array.from({ length: 12 }, (_, index) =>
      linked(cache, files[(index * 5 + round) % files.length] ?? ''),
    );
    expect(new Set(await Promise.all(jobs))).toEqual(new Set([BYTES]));
  }
  await linked(cache, names(1)[0] ?? '');
  expect(cache.bytes).toBeLessThanOrEqual(2.5 * BYTES);
  expect((await readdir(join(root, 'cache'))).length * BYTES).toBe(cache.bytes);
});

test('a cached file that is missing from the disk is downloaded again', async () => {
  const cache = await ScratchCache.open(join(root, 'cache'), 10 * BYTES);
  const [name = ''] = names(1);
  await linked(cache, name);
  await rm(join(root, 'cache', name));
  expect(await linked(cache, name)).toBe(BYTES);
});

test('removes a file from the cache some time after its download, whoever deleted it from the store [F1]', async () => {
  const folder = join(root, 'cache');
  const cache = await ScratchCache.open(folder, 10 * BYTES, 20);
  const [name = ''] = names(1);
  await linked(cache, name);
  await until('the cache is empty', async () => (await readdir(folder)).length === 0 && cache.bytes === 0);
  expect(await linked(cache, name)).toBe(BYTES);
});

test('removes what an earlier process has cached when a process starts [F1]', async () => {
  const folder = join(root, 'cache');
  await mkdir(folder);
  for (const name of [...names(2), `${newOpaqueId()}.part`]) await writeFile(join(folder, name), 'a visitor');
  await ScratchCache.open(folder, 10 * BYTES);
  expect(await readdir(folder)).toEqual([]);
});
