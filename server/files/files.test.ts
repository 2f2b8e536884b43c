// Tests of the media store, the data folder and the sweep.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newOpaqueId } from '#server/runtime/opaque-id.ts';
import { Sweep, type SweepParts } from '#server/site/site-sweep.ts';
import { FolderChunkStore } from '#server/uploads/chunk-store.ts';
import { until } from '#tests/until.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { type MediaBucket, type MediaStore, openFolderMediaStore } from './media-store.ts';

let root: string;
let folder: DataFolder;
let media: MediaStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'swingmark-files-'));
  folder = await openDataFolder(root);
  media = await openFolderMediaStore(folder.mediaRoot, folder.lostRoot);
});
afterEach(async () => {
  folder.release();
  await rm(root, { recursive: true });
});

const workFolder = () => mkdtemp(join(folder.workRoot, 'work-'));

async function keep(bucket: MediaBucket, text: string): Promise<string> {
  const name = `${newOpaqueId()}.mp4`;
  const path = join(await workFolder(), 'file');
  await writeFile(path, text);
  await media.put(bucket, name, path);
  return name;
}
describe('the media store in folders', () => {
  test('rejects names of paths, links and folders', async () => {
    const link = `${newOpaqueId()}.mp4`;
    await symlink('/etc/passwd', join(folder.mediaRoot, 'uploads', link));
    const inside = `${newOpaqueId()}.mp4`;
    await mkdir(join(folder.mediaRoot, 'uploads', inside));
    for (const name of [
      link,
      inside,
      '../../swingmark.db',
      '/etc/passwd',
      '',
      '.',
      'a.mp4',
      `${'a'.repeat(48)}.mp4/..`,
    ]) {
      expect(await media.sizeOf('uploads', name)).toBeNull();
      expect(await media.open('uploads', name)).toBeNull();
      expect(await media.copyToScratch('uploads', name, root)).toBeNull();
    }
    await expect(media.put('uploads', '../x.mp4', join(root, 'x'))).rejects.toThrow('Not a media name');
  });
});

describe('the data folder', () => {
  test('is accessible only to the server’s user, and to one server at a time', async () => {
    expect((await stat(folder.mediaRoot)).mode & 0o777).toBe(0o700);
    await expect(openDataFolder(root)).rejects.toThrow('Another Swingmark server is using the folder');
    folder.release();
    folder = await openDataFolder(root);
  });

  test('runs each job in a separate folder, which is deleted afterwards', async () => {
    const work = folder.inWorkFolder(async (own) => {
      await writeFile(join(own, 'half'), 'half a video');
      expect(await readdir(folder.workRoot)).toHaveLength(1);
      throw new Error('it broke');
    });
    await expect(work).rejects.toThrow('it broke');
    expect(await readdir(folder.workRoot)).toEqual([]);
    expect(await folder.inWorkFolder(async () => 'done')).toBe('done');
  });

  test('deletes the last server’s work folders, and nothing else', async () => {
    const unfinished = join(folder.workRoot, newOpaqueId());
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'half'), 'half a video');
    await writeFile(join(folder.workRoot, 'notes.txt'), 'not ours');
    folder.release();
    folder = await openDataFolder(root);
    expect(await readdir(folder.workRoot)).toEqual(['notes.txt']);
  });
});

describe('the sweep', () => {
  const owned = { chunkFolders: new Set<string>(), files: new Set<string>() };
  const expired: string[] = [];
  const sweepOf = (change: Partial<SweepParts> = {}) =>
    new Sweep({
      media,
      isAlone: true,
      uploadHours: 24,
      resultHours: 1,
      orphansAfterMs: 0,
      now: async () => Date.now(),
      chunks: new FolderChunkStore(folder.chunksRoot, folder.lostRoot),
      expireUploads: async (since) => void expired.push(`uploads ${Math.round((Date.now() - since) / 3600_000)} h`),
      expireResults: async (before) => void expired.push(`results ${Math.round((Date.now() - before) / 3600_000)} h`),
      expireShares: async () => undefined,
      deleteExpiredSessions: async () => undefined,
      listOwned: async () => owned,
      log: { error: () => undefined, warn: () => undefined },
      ...change,
    });
  test('moves files without a row to lost/ at the start, with the reason, and nothing else', async () => {
    const [kept, orphan] = [await keep('uploads', 'kept'), await keep('uploads', 'orphan')];
    const [open, left] = [newOpaqueId(), newOpaqueId()];
    owned.files = new Set([`uploads/${kept}`]);
    owned.chunkFolders = new Set([open]);
    for (const name of [open, left, 'not-ours']) await mkdir(join(folder.chunksRoot, name));
    const sweep = sweepOf();
    await sweep.start();
    await sweep.stop();
    expect(await media.list('uploads')).toEqual([kept]);
    expect((await readdir(folder.chunksRoot)).sort()).toEqual([open, 'not-ours'].sort());
    const [day = ''] = await readdir(folder.lostRoot);
    expect(await readFile(join(folder.lostRoot, day, 'media/uploads', orphan), 'utf8')).toBe('orphan');
    expect(await readdir(join(folder.lostRoot, day, 'chunks'))).toEqual([left]);
    const reasons = await readFile(join(folder.lostRoot, day, 'reasons.log'), 'utf8');
    expect(reasons).toContain(`media/uploads/${orphan}: no row at the start`);
    expect(expired).toEqual(['uploads 24 h', 'results 1 h']);
  });

  test('deletes files set aside more than a week ago', async () => {
    for (const day of ['2020-01-01', '2999-01-01', 'not-a-day'])
      await mkdir(join(folder.lostRoot, day), { recursive: true });
    const sweep = sweepOf();
    await sweep.start();
    await sweep.stop();
    expect((await readdir(folder.lostRoot)).sort()).toEqual(['2999-01-01', 'not-a-day']);
  });

  test('waits until the next sweep before a new file counts as an orphan', async () => {
    owned.files = new Set();
    owned.chunkFolders = new Set();
    const sweep = sweepOf();
    await sweep.start();
    const [early, late] = [await keep('results', 'early'), await keep('results', 'late')];
    await sweep.run();
    expect((await media.list('results')).sort()).toEqual([early, late].sort());
    owned.files = new Set([`results/${late}`]);
    await sweep.run();
    expect(await media.list('results')).toEqual([late]);
    await sweep.stop();
  });

  test('is repeated soon after a failure, even of the first sweep', async () => {
    const failures: string[] = [];
    let tries = 0;
    const deleteExpiredSessions = async () => {
      tries += 1;
      if (tries < 4) throw new Error('The store is away');
    };
    const log = { error: (facts: { err: Error }) => void failures.push(facts.err.message), warn: () => undefined };
    const sweep = sweepOf({ deleteExpiredSessions, retryAfterMs: 10, log: log as unknown as SweepParts['log'] });
    await expect(sweep.start()).rejects.toThrow('The store is away');
    await until('a sweep succeeds', () => tries === 4);
    expect(failures).toEqual(['The store is away', 'The store is away']);
    await sweep.stop();
  });

  test('deletes nothing after it has been stopped', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: going, resolve: goOn } = Promise.withResolvers<void>();
    const steps: string[] = [];
    const sweep = sweepOf({
      retryAfterMs: 1,
      expireUploads: async () => {
        steps.push('uploads');
        begin();
        await going;
      },
      expireResults: async () => void steps.push('results'),
    });
    const started = sweep.start();
    await begun;
    const stopped = sweep.stop();
    goOn();
    await Promise.all([stopped, expect(started).rejects.toThrow('The sweep was stopped')]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(steps).toEqual(['uploads']);
  });
});
