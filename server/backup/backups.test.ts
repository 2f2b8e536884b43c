// Backups that a site makes by itself, and which of them stay.
import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { openSide } from '#server/site/move-site.ts';
import { fillWithLibrary } from '#tests/faults/site/seeded-folder.ts';
import { until } from '#tests/until.ts';
import { Backups, backUpBeforeUpgrade } from './backups.ts';

let dataDir: string;
let site: Awaited<ReturnType<typeof openSide>>;
let backups: Backups;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swingmark-nightly-'));
  await fillWithLibrary(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, DISK_RESERVE_MB: '0' });
  const log = { info: () => undefined, error: () => undefined };
  site = await openSide(config);
  backups = new Backups({ config, log, ...site.side, reopen: null, checkEveryMs: 20 });
});
afterEach(async () => {
  await backups.close();
  await site.close();
  await rm(dataDir, { recursive: true });
});

const names = async () => (await backups.state()).backups.map(({ name }) => name);

test('a site without a backup makes one by itself, and no second one', async () => {
  backups.open();
  await until('there is a backup', async () => (await names()).length === 1 && (await backups.state()).work === null);
  const [first] = await names();
  // Several checks later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await names()).toEqual([first]);
});

async function backUp(): Promise<void> {
  backups.backUp();
  await until('the backup is made', async () => (await backups.state()).work === null);
  expect((await backups.state()).problem).toBeNull();
}

test('older backups go, those of seven days and four weeks stay, and other folders are never touched', async () => {
  await backUp();
  const folder = join(dataDir, 'backups');
  const [made = ''] = await names();
  const older = Array.from({ length: 60 }, (_, day) => {
    const time = new Date(Date.now() - (day + 1) * 24 * 3600_000);
    return `${time.toISOString().slice(0, 10)}T03-00-00Z`;
  });
  for (const name of older) await cp(join(folder, made), join(folder, name), { recursive: true });
  await writeFile(join(folder, 'holiday.jpg'), 'a picture');
  await cp(join(folder, made), join(folder, 'by-hand'), { recursive: true });
  await backUp();
  const kept = await names();
  // Two of today, six days before, four weeks.
  expect(kept.length).toBe(12);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['by-hand', 'holiday.jpg', ...kept]));
});

test('a folder that looks like a backup but says nothing of itself is not listed', async () => {
  await backUp();
  const [made = ''] = await names();
  await rename(join(dataDir, 'backups', made, 'backup.json'), join(dataDir, 'backup.json'));
  expect(await names()).toEqual([]);
});

test('a second backup waits its turn, and one that was stopped leaves nothing', async () => {
  backups.backUp();
  expect(() => backups.backUp()).toThrow('A backup or a restore is under way');
  await backups.stop();
  expect(await backups.state()).toMatchObject({ backups: [], work: null, problem: null });
  expect(await readdir(join(dataDir, 'backups'))).toEqual([]);
  await backUp();
  expect(await names()).toHaveLength(1);
});

test('a site of an older version is backed up before the upgrade, as it was, and one of this version is not [F61]', async () => {
  const config = readConfig({ DATA_DIR: dataDir, DISK_RESERVE_MB: '0' });
  const log = { info: () => undefined };
  await site.close();
  await backUpBeforeUpgrade(config, log);
  expect(await readdir(dataDir)).not.toContain('backups');
  const inDatabase = <Result>(file: string, task: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(file);
    try {
      return task(database);
    } finally {
      database.close();
    }
  };
  inDatabase(join(dataDir, 'swingmark.db'), (database) =>
    database.exec("drop table failures; delete from kysely_migration where name = '014-failures'"),
  );
  await backUpBeforeUpgrade(config, log);
  site = await openSide(config);
  const [name = ''] = await names();
  const tables = inDatabase(join(dataDir, 'backups', name, 'swingmark.db'), (database) =>
    database
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map((row) => row.name),
  );
  expect(tables).toContain('golfers');
  expect(tables).not.toContain('failures');
});

test('an upgrade does not begin when its backup cannot be made [F61]', async () => {
  const config = { ...readConfig({ DATA_DIR: dataDir }), diskReserveBytes: 1e15 };
  const database = new DatabaseSync(join(dataDir, 'swingmark.db'));
  database.exec("delete from kysely_migration where name = '014-failures'");
  database.close();
  const upgrade = backUpBeforeUpgrade(config, { info: () => undefined });
  await expect(upgrade).rejects.toThrow(/^The backup before the upgrade could not be made.*There is not enough space/);
});
