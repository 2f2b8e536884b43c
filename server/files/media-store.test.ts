// The conformance suite of the media store and the chunk store, run in folders and in a real S3-compatible store.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStored } from '#server/integrity.ts';
import { readConfig } from '#server/runtime/config.ts';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { openStores, type Stores } from '#server/site/open-site.ts';
import { campaignTest } from '#tests/campaign-test.ts';
import { listenLocally } from '#tests/server/local-port.ts';
import { HAS_S3, NEEDS_S3 } from '#tests/stores/s3-server.ts';
import { HAS_POSTGRES, openTestPostgres, openTestSqlite, type TestDatabase } from '#tests/stores/test-database.ts';
import { testBucketUrl } from '#tests/stores/test-servers.ts';
import { dataFolderPaths } from './data-folder.ts';
import type { MediaBucket } from './media-store.ts';
import { openS3Objects } from './s3-objects.ts';

const MB = 1024 * 1024;
let root: string;
let database: TestDatabase;
let stores: Stores;

async function openIn(s3Url: string): Promise<void> {
  root = await mkdtemp(join(tmpdir(), 'swingmark-stores-'));
  const paths = dataFolderPaths(root);
  await mkdir(paths.chunksRoot);
  database = s3Url && HAS_POSTGRES ? await openTestPostgres() : await openTestSqlite();
  const config = readConfig({ S3_URL: s3Url, MEDIA_CACHE_MB: '1', DISK_RESERVE_MB: '0' });
  stores = await openStores({ config, db: database.db, folder: { ...paths, freeBytes: async () => 1e12 } });
}

const workFolder = (): Promise<string> => mkdtemp(join(root, 'work-'));
async function keep(bytes: Buffer | string, bucket: MediaBucket = 'results'): Promise<string> {
  const name = `${newOpaqueId()}.mp4`;
  const path = join(await workFolder(), 'file');
  await writeFile(path, bytes);
  expect(await stores.media.put(bucket, name, path)).toBe(bytes.length);
  return name;
}
const read = async (name: string, range?: { from: number; to: number }): Promise<string | null> => {
  const stream = await stores.media.open('results', name, range);
  return stream && Buffer.concat(await stream.toArray()).toString();
};

/** Opens the stores before each test and closes them after it. */
function openForEach(urlOf: () => Promise<string>): void {
  beforeEach(async () => openIn(await urlOf()));
  afterEach(async () => {
    await stores.media.close();
    await database.close();
    await rm(root, { recursive: true, force: true });
  });
}

describe('media in folders', () => mediaSuite(async () => ''));
describe.skipIf(!HAS_S3)(`media in an S3 store${NEEDS_S3}`, () => mediaSuite(testBucketUrl));

/** The conformance suite of both ports. */
function mediaSuite(urlOf: () => Promise<string>): void {
  openForEach(urlOf);

  test('are returned unchanged, whole and in part', async () => {
    const { media } = stores;
    const name = await keep('a video');
    expect(await media.sizeOf('results', name)).toBe(7);
    expect(await read(name)).toBe('a video');
    expect(await read(name, { from: 2, to: 4 })).toBe('vid');
    expect(await media.list('results')).toEqual([name]);
    expect([await media.bytesIn('results'), await media.bytesIn('uploads')]).toEqual([7, 0]);
    await media.check();
    await media.delete('results', name);
    await media.delete('results', name);
    expect(await media.sizeOf('results', name)).toBeNull();
    expect(await read(name)).toBeNull();
    expect(await media.copyToScratch('results', name, await workFolder())).toBeNull();
  });

  test('larger than one part are complete, and a program’s copy outlives a deletion', async () => {
    const { media } = stores;
    const bytes = Buffer.alloc(9 * MB, 'swing');
    const name = await keep(bytes);
    const small = await keep(bytes.subarray(0, MB / 2));
    const work = await workFolder();
    const paths = await Promise.all([name, small, small].map((each) => media.copyToScratch('results', each, work)));
    expect(paths[1]).toBe(paths[2]);
    await media.delete('results', small);
    await media.delete('results', name);
    expect(bytes.equals(await readFile(paths[0] ?? ''))).toBe(true);
    expect((await readFile(paths[1] ?? '')).length).toBe(MB / 2);
  });

  test('that are read partially release their resources', async () => {
    const name = await keep(Buffer.alloc(MB, 'x'));
    for (let index = 0; index < 120; index += 1) {
      const stream = await stores.media.open('results', name);
      stream?.destroy();
    }
    expect((await read(name))?.length).toBe(MB);
  });

  test('without an owner are set aside', async () => {
    const name = await keep('nobodys');
    await stores.media.setAside('results', name, 'no row');
    expect(await stores.media.list('results')).toEqual([]);
    await stores.media.expireLost();
  });

  test('of uploads are assembled from chunks in any order, with repeats', async () => {
    const folder = newOpaqueId();
    const pieces = ['one ', 'two ', 'three'].map((text) => Buffer.from(text));
    const [one, two, three] = pieces as [Buffer, Buffer, Buffer];
    const chunks = await stores.chunks.open(folder);
    expect(await chunks.write(2, three)).toBe(true);
    expect(await chunks.write(0, one)).toBe(true);
    expect([await chunks.holds(2, three), await chunks.holds(2, two)]).toEqual([true, false]);
    expect(await chunks.write(1, two)).toBe(true);
    const again = await stores.chunks.open(folder);
    expect([again.count, again.totalBytes, [...again.indexes], [...again.sizes]]).toEqual([
      3,
      13,
      [0, 1, 2],
      [4, 4, 5],
    ]);
    const path = join(await workFolder(), 'whole');
    expect(await again.assemble(path)).toMatch(/^[0-9a-f]{64}$/);
    expect(await readFile(path, 'utf8')).toBe('one two three');
    expect(await stores.chunks.list()).toEqual([folder]);
    expect(await stores.chunks.bytesIn(folder)).toBe(13);
    await again.remove();
    expect(await stores.chunks.list()).toEqual([]);
  });
}

describe.skipIf(!HAS_S3)(`an S3 store${NEEDS_S3}`, () => {
  openForEach(testBucketUrl);

  test('keeps the first of two chunks that two processes store at once, and the bytes that its row describes', async () => {
    const folder = newOpaqueId();
    const processes = await Promise.all([stores.chunks.open(folder), stores.chunks.open(folder)]);
    const texts = ['mine', 'yours'].map((text) => Buffer.from(text));
    const kept = await Promise.all(processes.map((chunks, index) => chunks.write(0, texts[index] ?? Buffer.alloc(0))));
    expect(kept.filter(Boolean)).toHaveLength(1);
    const path = join(await workFolder(), 'whole');
    await (await stores.chunks.open(folder)).assemble(path);
    expect(await readFile(path, 'utf8')).toBe(['mine', 'yours'][kept.indexOf(true)]);
  });

  test('is read once for several programs, and its cache stays within the limit', async () => {
    const names = [];
    for (let index = 0; index < 3; index += 1) names.push(await keep(Buffer.alloc(MB / 2, `${index}`), 'golfers'));
    for (const name of names) await stores.media.copyToScratch('golfers', name, await workFolder());
    expect((await readdir(join(root, 'cache'))).sort()).toEqual(names.slice(1).sort());
  });

  test('leaves no copy of a visitor’s file on a disk but the one that the job deletes [F1]', async () => {
    for (const bucket of ['uploads', 'results'] as const) {
      const name = await keep('a visitor', bucket);
      const path = await stores.media.copyToScratch(bucket, name, await workFolder());
      expect(await readFile(path ?? '', 'utf8')).toBe('a visitor');
    }
    expect(await readdir(join(root, 'cache'))).toEqual([]);
  });

  test('is compared with the caches of its copies by the integrity check [F1]', async () => {
    const [mine, foreign] = [await keep('a visitor', 'golfers'), `${newOpaqueId()}.mp4`];
    await stores.media.copyToScratch('golfers', mine, await workFolder());
    const { orphanFiles } = await checkStored({
      db: database.db,
      media: stores.media,
      chunkFolders: async () => [],
      leftovers: async () => [],
      cached: async () => [...(await readdir(join(root, 'cache'))), foreign],
    });
    // The golfer has no row here.
    expect(orphanFiles).toEqual([`media/golfers/${mine}`, `cache/${mine}`, `cache/${foreign}`]);
  });

  campaignTest('lists more than one page', async () => {
    const { s3 } = readConfig({ S3_URL: await testBucketUrl() });
    if (!s3) throw new Error('No store');
    const objects = await openS3Objects(s3);
    const keys = Array.from({ length: 1005 }, (_, index) => `page/${index}`);
    for (let from = 0; from < keys.length; from += 50) {
      await Promise.all(keys.slice(from, from + 50).map((key) => objects.putBytes(key, Buffer.from('x'))));
    }
    const listed: string[] = [];
    for await (const { key } of objects.list('page/')) listed.push(key);
    expect(listed.sort()).toEqual(keys.sort());
    objects.close();
  });
});

describe('a store that cannot be used', () => {
  const settings = (endpoint: string) => ({
    endpoint,
    bucket: 'media',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });

  test('stops the start with a message that names the variable', async () => {
    await expect(openS3Objects(settings('http://127.0.0.1:1'))).rejects.toThrow('S3_URL: the bucket media at');
  });

  test('times out when it does not answer', async () => {
    const silent: Server = createServer(() => undefined);
    const port = await listenLocally(silent);
    const opened = openS3Objects(settings(`http://127.0.0.1:${port}`), 500);
    await expect(opened).rejects.toThrow('TimeoutError');
    silent.close();
  });
});
