// Backups as the administrator makes, lists, downloads and restores them; and those that must be refused.
import { mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { create, extract } from 'tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesOfCopy } from '#server/backup/site-copy.ts';
import { checkIntegrity } from '#server/integrity.ts';
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
import { FaultySite, faultySite } from '#tests/faults/site/faulty-site.ts';
import { siteClip } from '#tests/faults/site/site-swings.ts';
import { until } from '#tests/until.ts';

const site = faultySite();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swingmark-archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a backup brings back a golfer, and the restore point what came later [F61]', async () => {
  const admin = await site.admin();
  await addGolfer(admin, 'Ada');
  const before = await golferNames(admin);
  const name = await backUp(admin);
  await removeGolfer(admin, 'Ada');
  await addGolfer(admin, 'Bea');
  const after = await golferNames(admin);

  expect(await restore(site, name)).toBe(true);
  expect(await golferNames(await site.admin())).toEqual(before);
  const { backups } = await backupState(await site.admin());
  expect(backups.map((backup) => backup.name).sort()).toEqual([name, 'before-restore']);
  expect(await restore(site, 'before-restore')).toBe(true);
  expect(await golferNames(await site.admin())).toEqual(after);

  await backUp(await site.admin());
  expect((await backupState(await site.admin())).backups.map((backup) => backup.name)).not.toContain('before-restore');
});

test('a backup shares its videos with the site, and holds none of the visitors’ videos [F61]', async () => {
  const visitor = site.visitor();
  expect((await visitor.upload('one', await siteClip())).status).toBe(200);
  const copy = join(site.dataDir, 'backups', await backUp(await site.admin()));
  const [golfer = ''] = await readdir(join(copy, 'media/golfers'));
  const inodes = [join(copy, 'media/golfers', golfer), join(site.dataDir, 'media/golfers', golfer)].map((path) =>
    stat(path),
  );
  const [kept, live] = await Promise.all(inodes);
  expect(kept?.ino).toBe(live?.ino);
  expect(await readdir(join(copy, 'media/uploads'))).toEqual([]);
  const { orphanFiles, missingFiles, checksumMismatches } = await checkIntegrity(copy);
  expect([orphanFiles, missingFiles, checksumMismatches]).toEqual([[], [], []]);
});

test('a downloaded backup restores the library on an empty site [F61]', async () => {
  const admin = await site.admin();
  await addGolfer(admin, 'Cleo');
  const names = await golferNames(admin);
  const archive = await download(admin, await backUp(admin));
  const empty = new FaultySite({});
  await empty.open();
  try {
    expect((await sendArchive(await empty.admin(), archive)).status).toBe(200);
    expect(await reopened(empty, null)).toBe(true);
    expect(await golferNames(await empty.admin())).toEqual(names);
    await empty.probe();
  } finally {
    await empty.close();
  }
});

/** Unpacks a backup of the site, changes it, and packs it again. */
async function changedArchive(change: (folder: string) => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
  const admin = await site.admin();
  const [place, packed] = [await mkdtemp(join(folder, 'unpacked-')), join(folder, 'packed.tar')];
  await writeFile(packed, await download(admin, await backUp(admin)));
  await extract({ cwd: place, file: packed });
  await change(place);
  await create({ cwd: place, file: packed, portable: true }, await namesOfCopy(place));
  return new Uint8Array(await readFile(packed));
}

/** The sentence with which an archive is refused; the site must be as before. */
async function refusal(archive: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const admin = await site.admin();
  const names = await golferNames(admin);
  const answer = await sendArchive(admin, archive);
  const { message } = (await answer.json()) as { message?: string };
  const { problem } = await ended(admin);
  expect(await golferNames(admin)).toEqual(names);
  expect((await readdir(join(site.dataDir, 'restore'))).filter((name) => !/^(earlier|outcome)/.test(name))).toEqual([]);
  return problem ?? message;
}

test('an archive that was changed is refused in words, and nothing of it stays [F61]', async () => {
  const unreadable = expect.stringContaining('is not a complete backup of Swingmark, or it was changed');
  const whole = await changedArchive(async () => undefined);
  expect(await refusal(whole.slice(0, whole.length / 2))).toEqual(unreadable);
  expect(await refusal(new Uint8Array(5000).fill(7))).toEqual(unreadable);
  const bent = await changedArchive(async (place) => {
    const [name = ''] = await readdir(join(place, 'media/golfers'));
    const path = join(place, 'media/golfers', name);
    const bytes = await readFile(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(path, bytes);
  });
  expect(await refusal(bent)).toEqual(unreadable);
  for (const name of ['backup.json', 'swingmark.db', 'swingmark.json']) {
    expect(await refusal(await changedArchive((place) => rm(join(place, name)))), name).toEqual(unreadable);
  }
  const undescribed = await changedArchive(async (place) => {
    await rm(join(place, 'swingmark.db'));
    const path = join(place, 'backup.json');
    await writeFile(path, JSON.stringify({ ...(JSON.parse(await readFile(path, 'utf8')) as object), sha256: {} }));
  });
  expect(await refusal(undescribed)).toEqual(unreadable);
  const otherPassword = await changedArchive((place) => writeFile(join(place, 'admin-password.json'), '{}'));
  expect(await refusal(otherPassword)).toEqual(unreadable);
  const media = `media/golfers/${'a'.repeat(48)}.mp4`;
  for (const [name, target] of [
    [media, '/etc/passwd'],
    ['outbox', '/etc'],
  ] as const) {
    expect(await refusal(await changedArchive((place) => symlink(target, join(place, name))))).toEqual(unreadable);
  }
});

test('a path of an archive that leads elsewhere is refused [F61]', async () => {
  const [place, packed] = [await mkdtemp(join(folder, 'elsewhere-')), join(folder, 'elsewhere.tar')];
  await writeFile(join(place, 'swingmark.json'), '{}');
  const under = (path: string) => ({ cwd: place, file: packed, portable: true, preservePaths: true, prefix: path });
  for (const path of ['../../..', '/tmp', 'media/golfers/..']) {
    await create(under(path), ['swingmark.json']);
    expect(await refusal(new Uint8Array(await readFile(packed)))).toContain('is not a complete backup');
  }
});

test('a backup of a newer version is refused in words [F61]', async () => {
  const archive = await changedArchive((place) =>
    forge(place, 'swingmark.db', async (path) => {
      const db = new DatabaseSync(path);
      db.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')");
      db.close();
    }),
  );
  expect(await refusal(archive)).toContain('was made by a newer version of Swingmark. Please update this site');
});

test('when the site cannot start with a backup, it is back as it was, and says so [F61]', async () => {
  const archive = await changedArchive((place) =>
    forge(place, 'swingmark.json', async (path) => {
      const marker = JSON.parse(await readFile(path, 'utf8')) as object;
      await writeFile(path, JSON.stringify({ ...marker, databaseId: 'another' }));
    }),
  );
  const admin = await site.admin();
  await addGolfer(admin, 'Dora');
  const names = await golferNames(admin);
  const { restored } = await backupState(admin);
  expect((await sendArchive(admin, archive)).status).toBe(200);
  expect(await reopened(site, restored)).toBe(false);
  expect(await golferNames(await site.admin())).toEqual(names);
});

test('only the administrator lists and downloads backups [F61]', async () => {
  const visitor = site.visitor();
  for (const path of ['', '/2026-11-29T03-00-00Z/archive']) {
    expect((await visitor.fetch(`/api/admin/backups${path}`)).status).toBe(401);
  }
  const admin = await site.admin();
  expect((await admin.fetch('/api/admin/backups/2026-11-29T03-00-00Z/archive')).status).toBe(404);
});

test('a download and an upload that break off leave nothing open and nothing behind [F61]', async () => {
  const admin = await site.admin();
  const path = `/api/admin/backups/${await backUp(admin)}/archive`;
  const openFiles = async () => {
    const links = (await readdir(`/proc/${site.pid}/fd`)).map((fd) =>
      readlink(`/proc/${site.pid}/fd/${fd}`).catch(() => ''),
    );
    return (await Promise.all(links)).filter((path) => /\/(backups|received)\//.test(path));
  };
  for (let download = 0; download < 5; download += 1) {
    const answer = await admin.fetch(path);
    await answer.body?.getReader().cancel();
  }
  expect((await admin.fetch(path, { method: 'HEAD' })).status).toBe(200);
  await until('the files are closed', async () => (await openFiles()).length === 0);

  const archive = await download(admin, path.split('/')[4] ?? '');
  const [boundary, stopping] = ['b0undary', new AbortController()];
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="archive"; filename="a.tar"\r\n\r\n`;
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from(head));
      controller.enqueue(archive.slice(0, archive.length / 2));
    },
  });
  const sent = admin
    .fetch('/api/admin/restore', {
      method: 'POST',
      body,
      duplex: 'half',
      signal: stopping.signal,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    .catch(() => null);
  await until('it is being unpacked', async () => (await backupState(admin)).work !== null);
  stopping.abort();
  await sent;
  const { problem } = await ended(admin);
  expect(problem).toBeNull();
  expect(await readdir(join(site.dataDir, 'restore'))).not.toContain('received');
  await until('the files are closed again', async () => (await openFiles()).length === 0);
});
