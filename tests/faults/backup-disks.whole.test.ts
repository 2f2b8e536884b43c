// Backups on another disk than the site's, and on disks that are full.
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp, backupState, ended, golferNames } from '#tests/faults/site/backup-steps.ts';
import { FaultySite } from '#tests/faults/site/faulty-site.ts';
import { makeSmallDisk, mayMountDisks, type SmallDisk } from '#tests/faults/site/small-disk.ts';

const MB = 1024 * 1024;
const canMount = await mayMountDisks();

describe.runIf(canMount)('a small disk (needs an account that may mount a disk)', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    disk = await makeSmallDisk(64);
  });
  afterAll(() => disk.remove());

  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(disk.path);
    return bavail * bsize;
  };

  /** Presses "Back up now" and returns the problem. */
  async function problemOf(site: FaultySite): Promise<string | null> {
    const admin = await site.admin();
    await admin.post('/api/admin/backups', {});
    return (await ended(admin)).problem;
  }

  test('on another disk a backup shares the videos with the one before, and a full one is named [F61]', async () => {
    const folder = join(disk.path, 'backups');
    const site = new FaultySite({ settings: { BACKUP_FOLDER: folder } });
    await site.open();
    try {
      const atFirst = await freeBytes();
      await backUp(await site.admin());
      const afterOne = await freeBytes();
      await backUp(await site.admin());
      expect(afterOne - (await freeBytes())).toBeLessThan((atFirst - afterOne) / 2);
      const [{ bytes } = { bytes: 0 }] = (await backupState(await site.admin())).backups;
      const before = (await readdir(folder)).sort();
      await rm(join(folder, before[0] ?? ''), { recursive: true });
      // Not even the database fits, and only the database does.
      for (const leftBytes of [16 * 1024, MB]) {
        await rm(join(folder, before[1] ?? ''), { recursive: true, force: true });
        await disk.fill(leftBytes);
        expect(bytes).toBeGreaterThan(leftBytes);
        expect(await problemOf(site)).toMatch(/^There is not enough space: [1-9]\d* MB more are needed/);
        expect(await readdir(folder)).toEqual([]);
      }
      await disk.empty();
      expect(await problemOf(site)).toBeNull();
    } finally {
      await site.close();
    }
  });

  test('a site whose disk is full does not restore, and goes on [F61]', async () => {
    await rm(join(disk.path, 'backups'), { recursive: true, force: true });
    const backups = await mkdtemp(join(tmpdir(), 'swingmark-backups-'));
    const site = new FaultySite({ parentFolder: () => disk.path, settings: { BACKUP_FOLDER: backups } });
    await site.open();
    try {
      const name = await backUp(await site.admin());
      const names = await golferNames(await site.admin());
      await disk.fill(256 * 1024);
      const admin = await site.admin();
      await admin.post(`/api/admin/backups/${name}/restore`, {});
      expect((await ended(admin)).problem).toMatch(/^There is not enough space/);
      await disk.empty();
      expect(await golferNames(admin)).toEqual(names);
    } finally {
      await site.close();
      await rm(backups, { recursive: true });
    }
  });
});
