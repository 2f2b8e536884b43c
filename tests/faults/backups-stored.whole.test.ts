// Backups that are sent to an S3 store: listed, downloaded and restored from there, also on a new machine; a store that is away or
// returns something else; a server that is killed meanwhile.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BackupItem, BackupState } from '#contract/backups.ts';
import { Backups } from '#server/backup/backups.ts';
import { StoredBackups } from '#server/backup/stored-backups.ts';
import { openS3Objects, type S3Objects } from '#server/files/s3-objects.ts';
import { readConfig } from '#server/runtime/config.ts';
import { openSide } from '#server/site/move-site.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import {
  addGolfer,
  backUp,
  backupState,
  download,
  ended,
  golferNames,
  removeGolfer,
  restore,
} from '#tests/faults/site/backup-steps.ts';
import { FaultySite } from '#tests/faults/site/faulty-site.ts';
import { fillWithLibrary } from '#tests/faults/site/seeded-folder.ts';
import type { TestBrowser } from '#tests/server/test-browser.ts';
import { HAS_S3, NEEDS_S3 } from '#tests/stores/s3-server.ts';
import { openStoreProxy, type StoreProxy } from '#tests/stores/store-proxy.ts';
import { testBucketUrl } from '#tests/stores/test-servers.ts';
import { until } from '#tests/until.ts';

const seed = seedOfRun();

/** The state once the page would show what is in the store. */
function looked(admin: TestBrowser): Promise<BackupState> {
  return until('the site has looked into the store', async () => {
    const state = await backupState(admin);
    return state.store !== 'looking' && state;
  });
}

async function placeOf(admin: TestBrowser, name: string): Promise<BackupItem['place'] | undefined> {
  return (await looked(admin)).backups.find((backup) => backup.name === name)?.place;
}

describe.skipIf(!HAS_S3)(`backups in an S3 store${NEEDS_S3}`, () => {
  let bucketUrl: string;
  let proxy: StoreProxy;
  let objects: S3Objects;
  let site: FaultySite;
  let faultFile: string;
  beforeAll(async () => {
    bucketUrl = await testBucketUrl();
    proxy = await openStoreProxy(bucketUrl);
    objects = (await openS3Objects(readConfig({ S3_URL: bucketUrl }).s3 ?? expect.fail())).within('backups/');
    faultFile = join(await mkdtemp(join(tmpdir(), 'swingmark-stored-')), 'fault');
    site = new FaultySite({ settings: { BACKUP_S3_URL: proxy.url, FAULT_POINT_FILE: faultFile } });
    await site.open();
  });
  afterEach(async () => {
    proxy.fault = 'none';
    await site.probe();
    await objects.deleteAll('');
  });
  afterAll(async () => {
    await site.close();
    objects.close();
    proxy.server.close();
    await rm(join(faultFile, '..'), { recursive: true });
  });

  async function keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of objects.list('')) found.push(key);
    return found;
  }

  const stored = async (ending: string) => (await keys()).find((key) => key.endsWith(ending)) ?? '';

  /** This server's own copy is lost. */
  const lose = (name: string) => rm(join(site.dataDir, 'backups', name), { recursive: true });

  test('a backup is sent to the store, and listed, downloaded and restored from there when this server has lost it [F61]', async () => {
    const admin = await site.admin();
    await addGolfer(admin, 'Ada');
    const names = await golferNames(admin);
    const name = await backUp(admin);
    expect(await placeOf(admin, name)).toBe('both');
    const archive = await download(admin, name);
    expect(await objects.read(await stored('.tar'))).toEqual(Buffer.from(archive));
    const digest = createHash('sha256').update(archive).digest('hex');
    expect(String(await objects.read(await stored('.sha256')))).toBe(`${digest}  ${name}.tar\n`);

    await lose(name);
    expect(await placeOf(admin, name)).toBe('store');
    expect(await download(admin, name)).toEqual(archive);
    await removeGolfer(admin, 'Ada');
    expect(await restore(site, name)).toBe(true);
    expect(await golferNames(await site.admin())).toEqual(names);
    expect(await placeOf(await site.admin(), name)).toBe('store');
  });

  test('a new machine lists what the old one sent, and restores it [F61]', async () => {
    const admin = await site.admin();
    await addGolfer(admin, 'Bea');
    const [names, name] = [await golferNames(admin), await backUp(admin)];
    const machine = new FaultySite({ settings: { BACKUP_S3_URL: bucketUrl } });
    await machine.open();
    // The sites of the tests begin as copies of one: this one begins with nothing.
    await machine.stop();
    await rm(machine.dataDir, { recursive: true });
    await machine.start();
    try {
      expect(await placeOf(await machine.admin(), name)).toBe('other-site');
      expect(await restore(machine, name)).toBe(true);
      expect(await golferNames(await machine.admin())).toEqual(names);
      expect(await placeOf(await machine.admin(), name)).toBe('store');
      await machine.probe();
    } finally {
      await machine.close();
    }
  });

  test('while the store is away a backup stays on this server, and the page says what to do [F61]', async () => {
    const admin = await site.admin();
    proxy.fault = 'unavailable';
    await admin.post('/api/admin/backups', {});
    const { problem, store, backups } = await ended(admin);
    expect(problem).toContain('could not be sent to the S3 store. Please check BACKUP_S3_URL');
    expect([store, backups[0]?.place]).toEqual(['away', 'here']);
    proxy.fault = 'none';
    const name = await backUp(admin);
    expect(await placeOf(admin, name)).toBe('both');
  });

  test('an archive that the store does not return as it was sent is not kept [F61]', async () => {
    const admin = await site.admin();
    proxy.fault = 'changed';
    await admin.post('/api/admin/backups', {});
    expect((await ended(admin)).problem).toContain('could not be sent to the S3 store');
    expect(await keys()).toEqual([]);
  });

  test('an archive that was changed in the store is refused in words [F61]', async () => {
    const admin = await site.admin();
    const names = await golferNames(admin);
    const name = await backUp(admin);
    await lose(name);
    const [key, archive] = [await stored('.tar'), await download(admin, name)];
    const bent = Buffer.from(archive);
    bent[bent.length >> 1] = (bent[bent.length >> 1] ?? 0) ^ 1;
    for (const changed of [bent, bent.subarray(0, bent.length / 2), Buffer.from('no archive')]) {
      await objects.putBytes(key, changed);
      await admin.post(`/api/admin/backups/${name}/restore`, {});
      expect((await ended(admin)).problem).toContain('is not a complete backup of Swingmark, or it was changed');
    }
    expect(await golferNames(admin)).toEqual(names);
    expect(await readdir(join(site.dataDir, 'restore'))).not.toContain('received');
  });

  test(
    'killed while it sends, the site lists no half archive, and the next backup deletes it [F61]',
    async () => {
      const random = new RandomNumbers(seed);
      let lastsMs = 0;
      const kills = scaled(3, 40);
      for (let kill = 0; kill <= kills; kill += 1) {
        const admin = await site.admin();
        const begunAt = performance.now();
        if (kill === 1) await writeFile(faultFile, 'backup-sent');
        await admin.post('/api/admin/backups', {});
        if (kill === 0) {
          // Once to its end, to know how long it takes.
          await ended(admin);
          lastsMs = performance.now() - begunAt;
          continue;
        }
        if (kill === 1) await site.killed();
        else await sleep(random.next() * lastsMs);
        await writeFile(faultFile, '');
        await site.restart('SIGKILL');
        for (const { name, place } of (await looked(await site.admin())).backups) {
          if (place === 'here') continue;
          const digest = createHash('sha256')
            .update((await objects.read(await stored(`${name}.tar`))) ?? '')
            .digest('hex');
          const told = String(await objects.read(await stored(`${name}.tar.sha256`)));
          expect(told, `kill ${kill} (seed ${seed})`).toBe(`${digest}  ${name}.tar\n`);
        }
      }
      const admin = await site.admin();
      await backUp(admin);
      const all = await keys();
      expect(all.filter((key) => key.endsWith('.tar') && !all.includes(`${key}.sha256`))).toEqual([]);
    },
    scaled(600_000, 3_600_000),
  );

  test('a backup that was made without the store is sent by itself [F61]', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'swingmark-unsent-'));
    await fillWithLibrary(dataDir);
    const config = readConfig({ DATA_DIR: dataDir, DISK_RESERVE_MB: '0' });
    const log = { info: () => undefined, error: () => undefined };
    const { side, close } = await openSide(config);
    const alone = new Backups({ config, log, ...side, reopen: null });
    const backupStore = readConfig({ BACKUP_S3_URL: bucketUrl }).backupStore;
    const sending = new Backups({ config: { ...config, backupStore }, log, ...side, reopen: null, checkEveryMs: 20 });
    try {
      alone.backUp();
      await until('the backup is made', async () => (await alone.state()).work === null);
      sending.open();
      await until('it is sent', async () => (await sending.state()).backups[0]?.place === 'both');
      expect((await sending.state()).backups).toHaveLength(1);
    } finally {
      await alone.close();
      await sending.close();
      await close();
      await rm(dataDir, { recursive: true });
    }
  });

  test('an archive of several parts arrives whole, and nothing stays of one that is stopped or killed [F61]', async () => {
    const settings = readConfig({ S3_URL: bucketUrl }).s3 ?? expect.fail();
    const { bucket: Bucket, endpoint, region, ...credentials } = settings;
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    const store = new StoredBackups(settings, { error: () => undefined });
    const content = randomBytes(20 * 1024 * 1024 + 7);
    const archive = () => ({
      bytes: content.length,
      stream: Readable.from([content.subarray(0, 9), content.subarray(9)]),
    });
    const unfinished = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'backups/own/' }))).Uploads ?? [];
    try {
      await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'backups/own/killed.tar' }));
      const signal = new AbortController().signal;
      await store.send('own', '2026-11-01T03-00-00Z', archive(), { signal, onBytes: () => undefined });
      expect(await unfinished()).toEqual([]);
      await store.look();
      const { bytes, stream } = await store.archive(store.seen[0] ?? expect.fail());
      expect(bytes).toBe(content.length);
      expect(Buffer.concat(await stream.toArray()).equals(content)).toBe(true);

      const stop = new AbortController();
      const stopped = store.send('own', '2026-11-02T03-00-00Z', archive(), {
        signal: stop.signal,
        onBytes: (done) => done > content.length / 2 && stop.abort(),
      });
      await expect(stopped).rejects.toThrow();
      expect(await unfinished()).toEqual([]);
      expect(await keys()).toHaveLength(2);
    } finally {
      store.close();
      client.destroy();
    }
  });

  test('of the archives in the store, those of seven days and four weeks stay, and of other sites all [F61]', async () => {
    const store = new StoredBackups(readConfig({ S3_URL: bucketUrl }).s3 ?? expect.fail(), { error: () => undefined });
    const sending = { signal: new AbortController().signal, onBytes: () => undefined };
    const send = (siteId: string, day: number) => {
      const date = new Date(Date.now() - day * 24 * 3600_000).toISOString().slice(0, 10);
      const archive = { bytes: 4, stream: Readable.from([Buffer.from('tape')]) };
      return store.send(siteId, `${date}T03-00-00Z`, archive, sending);
    };
    try {
      for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 22, 23, 29, 30, 36, 37, 50]) await send('own', day);
      for (const day of [40, 50]) await send('other', day);
      await objects.putBytes('notes.txt', Buffer.from('a note'));
      await store.deleteOld('own');
      await store.look();
      expect(store.seen.filter(({ siteId }) => siteId === 'own')).toHaveLength(11);
      expect(store.seen.filter(({ siteId }) => siteId === 'other')).toHaveLength(2);
      expect((await keys()).filter((key) => /\.tar$/.test(key))).toHaveLength(13);
      expect(await keys()).toContain('notes.txt');
    } finally {
      store.close();
    }
  });
});
