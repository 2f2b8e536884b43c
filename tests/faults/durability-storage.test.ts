// Stored data survive sweeps, power failures, backups and upgrades (hostile cases §6.7), and operators can verify it.
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SEALED_BEGINNING, SEALED_NAME } from '#contract/shares.ts';
import { migrations } from '#server/database/migrations.ts';
import { connectDatabase, type Database } from '#server/database/open-database.ts';
import { MARKER_NAME } from '#server/files/data-folder.ts';
import { checkIntegrity } from '#server/integrity.ts';
import { SETTINGS_NAME } from '#server/runtime/stored-settings.ts';
import { isWhole, scaled } from '#tests/campaign-scale.ts';
import { wholeTest } from '#tests/campaign-test.ts';
import { encode, X264 } from '#tests/faults/chaos/hostile-files.ts';
import { faultySite } from '#tests/faults/site/faulty-site.ts';
import { openConnection } from '#tests/faults/site/raw-request.ts';
import { runScript } from '#tests/faults/site/run-script.ts';
import { type SiteSwings, setUpSwings, siteClip, summary } from '#tests/faults/site/site-swings.ts';
import { chunkOf, clipOfSize, sha256 } from '#tests/faults/site/upload-steps.ts';
import { startServerProcess } from '#tests/server/server-process.ts';
import { startTestServer, type TestServer } from '#tests/server/test-server.ts';
import { TestVisitor } from '#tests/server/test-visitor.ts';

const NOTHING_WRONG = { orphanFiles: [], missingFiles: [], checksumMismatches: [] };

describe.runIf(isWhole)('a site in use', () => {
  const site = faultySite();
  let folder: string;
  let swings: SiteSwings;
  let isOver: boolean;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swingmark-copy-'));
    swings = await setUpSwings(site);
    isOver = false;
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Uploads, comparisons and deletions without a pause until the test is over. */
  async function keepBusy(): Promise<void> {
    const clip = await clipOfSize(300_000);
    for (let round = 0; !isOver; round += 1) {
      const visitor = site.visitor();
      await visitor.upload(`round-${round}`, clip, 'swing.mp4', 40_000);
      await swings.merge({ userRestTime: (round % 20) / 100 });
      if (round % 2 === 1) await visitor.call('deleteMyVideos');
    }
  }

  wholeTest('case 149: a video that is deleted during a download is downloaded completely', async () => {
    const noise = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=2,noise=alls=60:allf=t', ...X264, '-crf', '30'];
    const handle = String((await swings.visitor.upload('large', await encode('mp4', noise))).body.filePath);
    const marks = { userStrikeTime: 1.2, userRestTime: 0.2, userTopTime: 1 };
    const { mergedVideoUrl } = (await swings.merge({ userVideoPath: handle, ...marks })).body;
    const whole = Buffer.from(await (await swings.visitor.fetch(String(mergedVideoUrl))).arrayBuffer());
    expect(whole.length).toBeGreaterThan(1_000_000);
    const socket = await openConnection(site.url);
    const head = [
      `GET ${String(mergedVideoUrl)} HTTP/1.1`,
      'host: x',
      'connection: close',
      `cookie: ${swings.visitor.cookie}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const pieces: Buffer[] = [];
    await new Promise((resolve) => socket.once('readable', resolve));
    await swings.visitor.call('deleteMyVideos');
    expect((await swings.visitor.fetch(String(mergedVideoUrl))).status).toBe(404);
    for await (const piece of socket) pieces.push(piece as Buffer);
    const answer = Buffer.concat(pieces);
    expect(sha256(answer.subarray(answer.indexOf('\r\n\r\n') + 4))).toBe(sha256(whole));
  });

  wholeTest('case 151: the data can be opened after a power failure, and nothing acknowledged is lost', async () => {
    const busy = keepBusy();
    for (let moment = 0; moment < scaled(2, 40); moment += 1) {
      await sleep(120 + 37 * moment);
      const handle = String((await swings.visitor.upload(`kept-${moment}`, await siteClip())).body.filePath);
      const copy = join(folder, String(moment));
      // A stopped process writes nothing: the copy is the state of the disk at this moment.
      process.kill(site.pid, 'SIGSTOP');
      await cp(site.dataDir, copy, { recursive: true });
      process.kill(site.pid, 'SIGCONT');
      await expectWhole(copy, handle);
      await swings.visitor.call('cancelUpload', { params: { fileId: `kept-${moment}` } });
    }
    isOver = true;
    await busy;
  });

  /**
   * Starts a server on a copy of the data: it starts, the integrity check is clean, and the visitor's upload exists.
   */
  async function expectWhole(copy: string, handle: string): Promise<void> {
    const before = await checkIntegrity(copy);
    expect([before.missingFiles, before.checksumMismatches]).toEqual([[], []]);
    const server = await startServerProcess(copy);
    try {
      const visitor = swings.visitor.at(server.url);
      const body = swings.mergeBody({
        userVideoPath: handle,
        proVideoId: null,
        proVideoPath: handle,
        proStrikeTime: 1,
      });
      expect((await visitor.call('mergeVideos', { body })).status).toBe(200);
    } finally {
      await server.end('SIGTERM');
    }
    expect(await checkIntegrity(copy, { isIdle: true })).toMatchObject(NOTHING_WRONG);
  }

  wholeTest('case 152: a backup made while the site was in use is restored by starting a server on it', async () => {
    const busy = keepBusy();
    await sleep(300);
    const { exitCode, output } = await runScript(site, 'backup', join(folder, 'backup'));
    expect([exitCode, output]).toEqual([0, expect.stringContaining('Backup written to')]);
    isOver = true;
    await busy;
    await expectWhole(join(folder, 'backup'), swings.swing);
    expect((await runScript(site, 'backup', join(folder, 'backup'))).exitCode).toBe(1);
  });

  wholeTest('a link of a restored backup is opened with the sent bytes, counted and withdrawn', async () => {
    const [id, secret] = [randomBytes(16).toString('hex'), randomBytes(32).toString('hex')];
    const file = Buffer.concat([Buffer.from(SEALED_BEGINNING), randomBytes(1_500_000)]);
    await swings.visitor.upload(id, file, SEALED_NAME);
    expect((await swings.visitor.call('createShare', { body: { id, days: 7, secret } })).status).toBe(200);
    const copy = join(folder, 'backup');
    expect((await runScript(site, 'backup', copy)).exitCode).toBe(0);
    const server = await startServerProcess(copy);
    try {
      const open = () => fetch(`${server.url}/api/shares/${id}/content`);
      expect(Buffer.from(await (await open()).arrayBuffer()).equals(file)).toBe(true);
      const sender = new TestVisitor(server.url);
      const own = { params: { id }, body: { secret } };
      expect((await sender.call('shareState', own)).body.openings).toBe(1);
      expect((await sender.call('withdrawShare', own)).status).toBe(200);
      expect((await open()).status).toBe(404);
    } finally {
      await server.end('SIGTERM');
    }
    expect(await checkIntegrity(copy, { isIdle: true })).toMatchObject(NOTHING_WRONG);
    // Withdrawing there leaves the site's own link as it is.
    expect((await fetch(`${site.url}/api/shares/${id}/content`)).status).toBe(200);
  });

  wholeTest('case 154: the integrity check finds orphans, missing files and changed files', async () => {
    const clean = await runScript(site, 'integrity');
    expect([clean.exitCode, clean.output]).toEqual([0, expect.stringContaining('orphan_file 0, missing_file 0')]);
    const bucket = join(site.dataDir, 'media/uploads');
    const [name = ''] = await readdir(bucket);
    const bytes = await readFile(join(bucket, name));
    const orphan = `${'0f'.repeat(24)}.vid`;
    await writeFile(join(bucket, orphan), 'left over');
    await mkdir(join(site.dataDir, 'chunks/left'));
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    await writeFile(join(bucket, name), bytes);
    const picture = (await readdir(join(site.dataDir, 'media/thumbnails')))[0] ?? '';
    await rename(join(site.dataDir, 'media/thumbnails', picture), join(folder, picture));
    const found = await runScript(site, 'integrity');
    expect([found.exitCode, ...found.output.split('\n').slice(0, 4).sort()]).toEqual([
      1,
      `checksum_mismatch media/uploads/${name}`,
      `missing_file media/thumbnails/${picture}`,
      'orphan_file chunks/left',
      `orphan_file media/uploads/${orphan}`,
    ]);
    await rm(join(bucket, orphan));
    await rm(join(site.dataDir, 'chunks/left'), { recursive: true });
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    await writeFile(join(bucket, name), bytes);
    await rename(join(folder, picture), join(site.dataDir, 'media/thumbnails', picture));
    expect((await runScript(site, 'integrity', '--idle')).exitCode).toBe(0);
  });
});

describe('a data folder of another version', () => {
  const site = faultySite();
  const withDatabase = async (use: (db: Database) => Promise<unknown>) => {
    const db = connectDatabase(join(site.dataDir, 'swingmark.db'));
    await use(db);
    await db.destroy();
  };
  /** Converts the data to the first version's schema. */
  async function makeOld(): Promise<void> {
    await rename(join(site.dataDir, 'swingmark.db'), join(site.dataDir, 'newer.db'));
    for (const name of [MARKER_NAME, SETTINGS_NAME]) await rm(join(site.dataDir, name));
    const { '001-first': first, '002-accounts': accounts } = migrations;
    const steps = { '001-first': first, '002-accounts': accounts } as typeof migrations;
    await withDatabase(async (db) => {
      await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(steps) } }).migrateToLatest();
      await sql`attach ${join(site.dataDir, 'newer.db')} as newer`.execute(db);
      for (const table of ['sessions', 'uploads', 'results', 'golfers', 'jobs']) {
        const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
        const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
        await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from newer.${sql.table(table)}`.execute(
          db,
        );
      }
    });
    await rm(join(site.dataDir, 'newer.db'));
  }

  test('case 153: an older version’s data are migrated completely or not at all, and a newer version’s are refused', async () => {
    const visitor = site.visitor();
    await visitor.upload('old', await siteClip());
    await site.stop();
    await makeOld();
    // A migration that fails midway is rolled back.
    await withDatabase((db) => sql`alter table golfers add column thumbnail_sha256 text`.execute(db));
    await expect(site.start()).rejects.toThrow(
      /could not be brought to this version, and was not changed: duplicate column/,
    );
    await withDatabase(async (db) => {
      const { rows } = await sql<{ name: string }>`select name from pragma_table_info('uploads')`.execute(db);
      expect(rows.map(({ name }) => name)).not.toContain('media_sha256');
      await sql`alter table golfers drop column thumbnail_sha256`.execute(db);
    });
    await site.start();
    const old = await checkIntegrity(site.dataDir, { isIdle: true });
    expect(old).toMatchObject(NOTHING_WRONG);
    expect(old.withoutChecksum).toBe(old.checkedFiles);
    expect((await visitor.at(site.url).call('getUpload', { params: { fileId: 'old' } })).body.filePath).toBeDefined();
    await site.stop();
    await withDatabase((db) =>
      sql`insert into kysely_migration (name, timestamp) values ('999-later', 'x')`.execute(db),
    );
    await expect(site.start()).rejects.toThrow('was made by a newer version');
    await withDatabase((db) => sql`delete from kysely_migration where name = '999-later'`.execute(db));
    await site.start();
  });
});

describe.runIf(isWhole)('a sweep that runs continuously', () => {
  let server: TestServer;
  let sweeping: Promise<void>;
  let isOver = false;
  beforeAll(async () => {
    server = await startTestServer();
    sweeping = (async () => {
      while (!isOver) {
        await server.app.sweep.run();
        await sleep(1);
      }
    })();
  });
  afterAll(async () => {
    await server.close();
  });

  wholeTest('case 150: deletes nothing of uploads and comparisons in progress', async () => {
    const clip = await clipOfSize(200_000);
    const visitors = Array.from({ length: 3 }, () => new TestVisitor(server.url));
    await Promise.all(
      visitors.map(async (visitor) => {
        await visitor.sendChunk(chunkOf({ fileId: 'open' }));
        for (const round of [1, 2, 3]) {
          const answer = await visitor.upload(`round-${round}`, clip, 'swing.mp4', 20_000);
          const handle = answer.body.filePath;
          expect(answer.status).toBe(200);
          const marks = { userStrikeTime: 0.5, proStrikeTime: 0.4 + round / 20, alignmentType: 'strike' };
          const merged = await visitor.call('mergeVideos', {
            body: { userVideoPath: handle, proVideoPath: handle, ...marks },
          });
          expect(summary(merged)).toBe('200');
          expect((await visitor.fetch(String(merged.body.mergedVideoUrl))).status).toBe(200);
        }
        expect((await visitor.sendChunk(chunkOf({ fileId: 'open', chunkIndex: 1 }))).body.receivedChunks).toBe(2);
      }),
    );
    isOver = true;
    await sweeping;
    expect(await checkIntegrity(server.dataDir, { isIdle: true })).toMatchObject(NOTHING_WRONG);
  });
});
