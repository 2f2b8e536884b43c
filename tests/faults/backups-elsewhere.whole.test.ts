// Backups of sites whose rows are in PostgreSQL, whose videos are in an S3 store, or both: made, restored, refused, and killed.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { create, extract } from 'tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namesOfCopy } from '#server/backup/site-copy.ts';
import { Notifications } from '#server/database/notifications.ts';
import { checkStored } from '#server/integrity.ts';
import { readConfig } from '#server/runtime/config.ts';
import type { FaultPoint } from '#server/runtime/fault-point.ts';
import { openRows, openStores } from '#server/site/open-site.ts';
import { scaled } from '#tests/campaign-scale.ts';
import { RandomNumbers, seedOfRun } from '#tests/faults/chaos/random-numbers.ts';
import {
  addGolfer,
  backUp,
  backupState,
  download,
  ended,
  forge,
  golferNames,
  removeGolfer,
  reopened,
  restore,
  sendArchive,
} from '#tests/faults/site/backup-steps.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/server-process.ts';
import { TestBrowser } from '#tests/server/test-browser.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';
import { HAS_S3, NEEDS_S3 } from '#tests/stores/s3-server.ts';
import { HAS_POSTGRES, NEEDS_POSTGRES, newPostgresUrl } from '#tests/stores/test-database.ts';
import { testBucketUrl } from '#tests/stores/test-servers.ts';
import { until } from '#tests/until.ts';

const ADMIN_PASSWORD = 'the greens are elsewhere today';
const KINDS = {
  'PostgreSQL and folders': [true, false],
  'SQLite and S3': [false, true],
  'PostgreSQL and S3': [true, true],
};
const seed = seedOfRun();

class SiteElsewhere {
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  #process: ServerProcess | null = null;

  private constructor(dataDir: string, settings: Record<string, string>) {
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  static async open([isPostgres = false, isS3 = false]: readonly boolean[]): Promise<SiteElsewhere> {
    const site = new SiteElsewhere(await mkdtemp(join(tmpdir(), 'swingmark-elsewhere-')), {
      ADMIN_PASSWORD,
      PUBLIC_URL: 'http://swing.example',
      LOG_LEVEL: 'info',
      ...(isPostgres && { DATABASE_URL: await newPostgresUrl(null) }),
      ...(isS3 && { S3_URL: await testBucketUrl() }),
    });
    await site.start();
    return site;
  }

  get faultFile(): string {
    return `${this.dataDir}-fault`;
  }

  get databaseUrl(): string {
    return this.#settings.DATABASE_URL ?? '';
  }

  async start(): Promise<void> {
    await writeFile(this.faultFile, '', { flag: 'a' });
    const settings = { ...this.#settings, FAULT_POINT_FILE: this.faultFile };
    this.#process = await startServerProcess(this.dataDir, { settings });
  }

  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL');
  }

  async killed(): Promise<void> {
    const pid = this.#process?.pid ?? 0;
    await until('the server is killed', () => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    });
  }

  async admin(): Promise<TestBrowser> {
    const browser = new TestBrowser(this.#process?.url ?? '');
    await browser.post('/api/admin/login', { password: ADMIN_PASSWORD });
    return browser;
  }

  visitor(): TestVisitor {
    return new TestVisitor(this.#process?.url ?? '');
  }

  /** What is wrong with rows and files, and how many other states are left. */
  async problems(): Promise<unknown[]> {
    const config = readConfig({ ...this.#settings, DATA_DIR: this.dataDir });
    const scratch = await mkdtemp(join(tmpdir(), 'swingmark-check-'));
    const paths = { cacheRoot: join(scratch, 'cache'), mediaRoot: join(this.dataDir, 'media') };
    const folder = { ...paths, lostRoot: join(scratch, 'lost'), chunksRoot: join(this.dataDir, 'chunks') };
    const databaseFile = join(this.dataDir, 'swingmark.db');
    const rows = await openRows({ config, databaseFile, log: { warn: () => undefined } });
    const stores = await openStores({ config, db: rows.db, folder: { ...folder, freeBytes: async () => 0 } });
    try {
      const report = await checkStored({
        db: rows.db,
        media: stores.media,
        chunkFolders: () => stores.chunks.list(),
        leftovers: () => readdir(join(this.dataDir, 'work')),
        cached: async () => [],
      });
      return [...report.orphanFiles, ...report.missingFiles, ...report.checksumMismatches];
    } finally {
      await stores.media.close();
      await rows.close();
      await rm(scratch, { recursive: true });
    }
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
    await rm(this.faultFile, { force: true });
  }
}

/** The library as it is, and as it is in the backup. */
async function twoStates(site: SiteElsewhere) {
  const admin = await site.admin();
  await addGolfer(admin, 'Old');
  const name = await backUp(admin);
  const before = await golferNames(admin);
  await removeGolfer(admin, 'Old');
  await addGolfer(admin, 'New');
  return { name, before, now: await golferNames(admin) };
}

async function tidy(site: SiteElsewhere): Promise<void> {
  const admin = await site.admin();
  for (const name of ['Old', 'New']) if ((await golferNames(admin)).includes(name)) await removeGolfer(admin, name);
}

async function changed(archive: Uint8Array, change: (folder: string) => Promise<void>) {
  const [place, packed] = [
    await mkdtemp(join(tmpdir(), 'swingmark-changed-')),
    `${tmpdir()}/changed-${process.pid}.tar`,
  ];
  try {
    await writeFile(packed, archive);
    await extract({ cwd: place, file: packed });
    await change(place);
    await create({ cwd: place, file: packed, portable: true }, await namesOfCopy(place));
    return new Uint8Array(await readFile(packed));
  } finally {
    await rm(place, { recursive: true });
    await rm(packed, { force: true });
  }
}

describe.skipIf(!HAS_POSTGRES || !HAS_S3)(`data elsewhere${NEEDS_POSTGRES || NEEDS_S3}`, () => {
  describe.each(Object.entries(KINDS))('%s', (_, kind) => {
    let site: SiteElsewhere;
    beforeAll(async () => {
      site = await SiteElsewhere.open(kind);
    });
    afterAll(() => site.close());

    test('a backup brings back a golfer, and the restore point what came later, uploads included [F61]', async () => {
      const states = await twoStates(site);
      const visitor = site.visitor();
      expect((await visitor.upload('one', await siteClip())).status).toBe(200);
      const copy = join(site.dataDir, 'backups', states.name);
      expect(await readdir(join(copy, 'media/uploads'))).toEqual([]);

      expect(await restore(site, states.name)).toBe(true);
      expect(await golferNames(await site.admin())).toEqual(states.before);
      expect(await site.problems()).toEqual([]);
      expect(await restore(site, 'before-restore')).toBe(true);
      expect(await golferNames(await site.admin())).toEqual(states.now);
      expect((await visitor.call('deleteMyVideos')).status).toBe(200);
      expect(await site.problems()).toEqual([]);
      await backUp(await site.admin());
      const { backups } = await backupState(await site.admin());
      expect(backups.map(({ name }) => name)).not.toContain('before-restore');
      expect(await site.problems()).toEqual([]);
      await tidy(site);
    });

    test('a changed or a newer backup is refused, and one that the site cannot start with is taken back [F61]', async () => {
      const admin = await site.admin();
      const names = await golferNames(admin);
      const archive = await download(admin, await backUp(admin));
      expect((await sendArchive(admin, archive.slice(0, archive.length / 2))).status).toBe(422);
      await ended(admin);
      const newer = await changed(archive, (place) =>
        forge(place, 'swingmark.db', async (path) => {
          const db = new DatabaseSync(path);
          db.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')");
          db.close();
        }),
      );
      await sendArchive(admin, newer);
      expect((await ended(admin)).problem).toContain('was made by a newer version of Swingmark');
      const other = await changed(archive, (place) =>
        forge(place, 'swingmark.json', (path) =>
          writeFile(path, JSON.stringify({ format: 1, databaseId: 'another', usedAt: 1 })),
        ),
      );
      const { restored } = await backupState(admin);
      expect((await sendArchive(admin, other)).status).toBe(200);
      expect(await reopened(site, restored)).toBe(false);
      expect(await golferNames(await site.admin())).toEqual(names);
      expect(await site.problems()).toEqual([]);
    });

    test('killed at every point of a restore, the site has its old or its new data [F61]', async () => {
      const points: FaultPoint[] = ['restore-file-added', 'restore-prepared', 'restore-moved', 'restore-on-trial'];
      for (const point of points) {
        const states = await twoStates(site);
        const admin = await site.admin();
        const archive = await download(admin, states.name);
        await writeFile(site.faultFile, point);
        await sendArchive(admin, archive).catch(() => null);
        await site.killed();
        await writeFile(site.faultFile, '');
        await site.start();
        const names = await golferNames(await site.admin());
        expect(names, point).toEqual(point === 'restore-moved' ? states.before : states.now);
        expect(await site.problems(), point).toEqual([]);
        await tidy(site);
      }
    });
  });

  describe('all data elsewhere', () => {
    let site: SiteElsewhere;
    beforeAll(async () => {
      site = await SiteElsewhere.open([true, true]);
    });
    afterAll(() => site.close());

    test('killed again and again while the data move, the site arrives at one whole state [F61]', async () => {
      const states = await twoStates(site);
      await writeFile(site.faultFile, 'restore-moved');
      await (await site.admin()).post(`/api/admin/backups/${states.name}/restore`, {});
      await site.killed();
      let kills = 1;
      const fails = () =>
        site.start().then(
          () => false,
          () => true,
        );
      while (await fails()) kills += 1;
      await writeFile(site.faultFile, '');
      await site.kill();
      await site.start();
      expect([states.before, states.now], `after ${kills} kills`).toContainEqual(await golferNames(await site.admin()));
      expect(await site.problems()).toEqual([]);
      expect(kills).toBeGreaterThan(2);
      await tidy(site);
    });

    test(
      'killed at random moments of a restore, the site has its old or its new data [F61]',
      async () => {
        const random = new RandomNumbers(seed);
        let lastsMs = 0;
        for (let kill = 0; kill <= scaled(4, 14); kill += 1) {
          const states = await twoStates(site);
          const admin = await site.admin();
          const begunAt = performance.now();
          const { restored } = await backupState(admin);
          await admin.post(`/api/admin/backups/${states.name}/restore`, {});
          if (kill === 0) {
            // Once to its end, to know how long it takes.
            expect(await reopened(site, restored)).toBe(true);
            lastsMs = performance.now() - begunAt;
          } else await sleep(random.next() * lastsMs);
          await site.kill();
          await site.start();
          const when = `kill ${kill} (seed ${seed})`;
          expect([states.before, states.now], when).toContainEqual(await golferNames(await site.admin()));
          expect(await site.problems(), when).toEqual([]);
          await tidy(site);
        }
      },
      scaled(600_000, 3_600_000),
    );
  });

  test('a backup of any kind of site restores on any other [F61]', async () => {
    const names: string[][] = [];
    let archive: Uint8Array<ArrayBuffer> | null = null;
    for (const kind of [
      [false, false],
      [true, true],
      [false, true],
      [true, false],
      [false, false],
    ]) {
      const site = await SiteElsewhere.open(kind);
      try {
        const admin = await site.admin();
        if (archive === null) await addGolfer(admin, 'Zoë');
        else {
          const { restored } = await backupState(admin);
          expect((await sendArchive(admin, archive)).status).toBe(200);
          expect(await reopened(site, restored)).toBe(true);
        }
        names.push(await golferNames(await site.admin()));
        expect(await site.problems()).toEqual([]);
        const current = await site.admin();
        archive = await download(current, await backUp(current));
      } finally {
        await site.close();
      }
    }
    expect(names[0]).toContain('Zoë');
    expect(names).toEqual(names.map(() => names[0]));
  });

  test('a restore waits for no other process on the database: it is taken back, and the site goes on [F61]', async () => {
    const site = await SiteElsewhere.open([true, false]);
    const other = new Notifications(site.databaseUrl);
    await other.open();
    try {
      const admin = await site.admin();
      const name = await backUp(admin);
      const names = await golferNames(admin);
      expect(await restore(site, name)).toBe(false);
      expect(await golferNames(await site.admin())).toEqual(names);
    } finally {
      await other.close();
      await site.close();
    }
  });
});
